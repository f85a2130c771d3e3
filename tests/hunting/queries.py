"""Rows of the database: querysets, instances, and what the database is made to hold."""

from contextlib import suppress
from uuid import UUID

from django.db import transaction
from django.db.models import UUIDField

from tests.hunting.descriptions import Call, Step, Steps
from tests.hunting.models import MODELS


def rows_of(model):
    return MODELS[model]._default_manager


def related_rows(model, relation, index):
    """Return the manager of the rows that a row is related to."""
    return getattr(MODELS[model].objects.order_by("pk")[index], relation)


def all_rows(model, *steps):
    """Describe all rows of a model in the order of their keys, after some steps."""
    return Steps(Call(rows_of, model), Step("order_by", "pk"), *steps)


def row(rows, index=0, /, **changes):
    """Return one of some rows, with attributes that are set afterwards."""
    return changed(rows[index], changes)


def unsaved(model, /, **values):
    """Return a new instance, without the keys that would be other ones each time."""
    columns = MODELS[model]._meta.concrete_fields
    keys = {column.name: UUID(int=1) for column in columns if isinstance(column, UUIDField)}
    return changed(MODELS[model](**keys), values)


def changed(instance, changes):
    for name, value in changes.items():
        setattr(instance, name, value)
    return instance


# Steps that are no methods of querysets.


def asked(rows, question):
    """Return rows that were asked for something before."""
    rows = rows.all()
    getattr(rows, question)()
    return rows


def united(rows):
    return rows.order_by().union(rows.model.objects.none()).order_by("pk")


def raw(rows):
    table = rows.model._meta.db_table
    return rows.model.objects.raw(f'SELECT * FROM "{table}" ORDER BY 1')  # noqa: S608


def change(model, index, column, value):
    """Store another value of one row, or relate the row to others."""
    rows = MODELS[model]._base_manager.order_by("pk")
    if column_of(model, column).many_to_many:
        getattr(rows[index], column).set(value)
    else:
        rows.filter(pk=rows[index].pk).update(**{column: value})


def store(contents):
    """Change what the database holds; what it refuses is left as it is."""
    for content in contents:
        with suppress(Exception), transaction.atomic():
            content.make()


def column_of(model, column):
    return MODELS[model]._meta.get_field(column)


def is_of_a_key(content):
    """Return whether a change may break foreign keys, to this row or from it."""
    model, _, name, _ = content.arguments
    column = column_of(model, name)
    return column.unique or column.many_to_one or column.one_to_one
