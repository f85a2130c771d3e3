"""The models whose rows are represented, their columns and relations, and what is stored."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal
from typing import NamedTuple

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models

from tests.models import ImportedPublisher
from tests.relations import library
from tests.rows.models import ShoutedField, WordsField
from tests.values import SUMMER

LABELS = {"tests", "relations", "rows", "tests_postgres"}
"""The last is installed on PostgreSQL alone."""
APPS = [app for app in apps.get_app_configs() if app.label in LABELS]
# Not those that modules of tests add to an app.
MODELS = {
    model.__name__: model
    for app in APPS
    for model in app.get_models()
    if model.__module__ == app.models_module.__name__
} | {"ImportedPublisher": ImportedPublisher}


class Relation(NamedTuple):
    model: str
    many: bool


def relations_of(model):
    """Return the relations of a model by name, in both directions."""
    relations = {}
    for relation in model._meta.get_fields():
        is_reverse = relation.auto_created and not relation.concrete
        name = relation.get_accessor_name() if is_reverse else relation.name
        related = relation.related_model
        if related is not None and name and MODELS.get(related.__name__) is related:
            many = relation.one_to_many or relation.many_to_many
            relations[name] = Relation(related.__name__, many)
    return relations


def relation_names(model, *, many):
    """Return the names of a model's relations to many rows, or to one."""
    return [name for name, relation in RELATIONS[model].items() if relation.many is many]


RELATIONS = {name: relations_of(model) for name, model in MODELS.items()}
COLUMNS = {
    name: tuple(field.name for field in model._meta.concrete_fields)
    for name, model in MODELS.items()
}
PLAIN_COLUMNS = {
    name: tuple(column for column in columns if column not in RELATIONS[name])
    for name, columns in COLUMNS.items()
}

DAY = datetime.timedelta(days=1)
STORED = 3
"""How many rows of each model the database holds at least."""


def order_rows(set_attribute=setattr):
    """Give all models an order of all rows where those without one come as it suits each query.

    Then DRF's own lists differ by whether a relation is prefetched. So do those of rows that are
    equal in the order that their model has, such as animals of one name.
    """
    if connection.vendor == "sqlite":
        return
    for model in MODELS.values():
        if "pk" not in model._meta.ordering:
            set_attribute(model._meta, "ordering", [*model._meta.ordering, "pk"])


def store_rows():
    """Fill the database with at least `STORED` rows of each model."""
    library.fill()
    if "Survey" in MODELS:
        store_surveys()
    for model in MODELS.values():
        for number in range(STORED if model._meta.managed else 0):
            stored_row(model, number)


def store_surveys():
    """Store rows with what the columns of PostgreSQL may hold."""
    from tests.postgres.rows import ROWS

    north, *_ = (
        MODELS["Station"].objects.create(name=name, aliases=[name, ""], labels={name: None})
        for name in TEXTS
    )
    for columns in ROWS.values():
        MODELS["Survey"].objects.create(station=north, **columns)


def stored_row(model, number):
    """Return the row of a number, which is made if there are fewer."""
    rows = [*model._base_manager.order_by("pk")]
    if number < len(rows):
        return rows[number]
    row = model(**{field.name: value_of(field, number) for field in written_columns(model)})
    row.save()
    for field in model._meta.many_to_many:
        if field.remote_field.through._meta.auto_created:
            related = field.related_model
            others = range(number) if related is model else (0, number)
            getattr(row, field.name).set([stored_row(related, other) for other in others])
    return row


def written_columns(model):
    """Return the columns that a project gives values to."""
    return [
        field
        for field in model._meta.concrete_fields
        if not (
            field.generated or isinstance(field, models.AutoField | models.CompositePrimaryKey)
        )
        and not getattr(field.remote_field, "parent_link", False)
    ]


def value_of(field, number):
    """Return another value for each number; the last row has nothing where it may have nothing."""
    related = field.related_model
    if related is ContentType:
        return ContentType.objects.get_for_model(library.Work)
    if related is field.model:
        return related._base_manager.order_by("pk").last()
    if field.null and (number == STORED - 1 or (related and not related._meta.managed)):
        return None
    if related is not None:
        return stored_row(related, number if field.unique else number // 2)
    if field.choices:
        return field.choices[number % 2][0]
    values = next(VALUES[base] for base in type(field).__mro__ if base in VALUES)
    value = values[number]
    return f"{value}-{number}" if field.unique and isinstance(value, str) else value


# Managers hide some texts, all of them or those of their owner.
TEXTS = ("Rudolf", "hidden from Rudolf", "hidden")

# What the rows have, from the first to the last, in columns of each type.
VALUES = {
    models.BooleanField: (False, True, False),
    models.IntegerField: (0, 1, 2),
    models.FloatField: (0.0, 1 / 3, 2 / 3),
    models.DecimalField: (Decimal("0"), Decimal("0.25"), Decimal("0.5")),
    models.DateTimeField: (SUMMER, SUMMER + DAY, SUMMER + 2 * DAY),
    models.DateField: tuple(datetime.date(1894, 4, day) for day in (1, 2, 3)),
    models.TimeField: tuple(datetime.time(9, minute) for minute in (0, 1, 2)),
    models.DurationField: tuple(datetime.timedelta(hours=hours) for hours in (0, 1, 2)),
    models.UUIDField: tuple(uuid.UUID(int=number) for number in (0, 1, 2)),
    models.JSONField: tuple({"shelves": [number, None]} for number in (0, 1, 2)),
    models.BinaryField: (b"\x00", b"\x01", b"\x02"),
    models.FileField: ("covers/a b.png",) * STORED,
    models.GenericIPAddressField: ("127.0.0.1", "::1", "127.0.0.1"),
    WordsField: tuple(["a", text] for text in TEXTS),
    # What is read is shouted, and a key has to be what is stored.
    ShoutedField: tuple(text.upper() for text in TEXTS),
    models.Field: TEXTS,
}
