"""Rows of the database: querysets and instances."""

from contextlib import suppress
from uuid import UUID

from django.db.models import UUIDField

from tests.hunting.descriptions import Call, Step, Steps
from tests.hunting.models import MODELS
from tests.named import all_of


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


class Lists:
    """Lists of instances, some of which lack less than the others."""

    def with_some_loaded(rows):
        """Return instances of which some have their relations to one row."""
        instances = list(rows)
        for instance in instances[1::2]:
            for column in foreign_keys(instance):
                with suppress(Exception):
                    getattr(instance, column.name)
        return instances

    def with_two_of_each(rows):
        return [*rows, *rows.all()]

    def with_each_twice(rows):
        return [*rows] * 2

    def with_one_unsaved(rows):
        return [*rows, unsaved(rows.model.__name__)]

    def with_a_key_of_another_type(rows):
        instances = list(rows)
        for column in foreign_keys(instances[0]) if instances else ():
            value = getattr(instances[0], column.attname)
            setattr(instances[0], column.attname, value and str(value))
        return instances

    def as_tuple(rows):
        return tuple(rows)


LISTS = [*all_of(Lists).values()]


def foreign_keys(instance):
    return [column for column in instance._meta.concrete_fields if column.many_to_one]
