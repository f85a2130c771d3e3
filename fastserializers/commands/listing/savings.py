"""What compiled fields save on this machine, now: measured a kind of field."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal
from functools import cache, partial
from statistics import median
from typing import Any, NamedTuple

from django.apps.registry import Apps
from django.db import models
from rest_framework import relations, serializers
from rest_framework.fields import Field

from fastserializers.commands.measuring import seconds, seconds_of
from fastserializers.compiler.plan import (
    Delegated,
    FieldPlan,
    Method,
    Nested,
    OwnRepresentation,
    Plan,
)
from fastserializers.compiler.planner import has_fixed_fields, parents_of, serializer_in
from fastserializers.lifecycle.in_use import plan_of_rows
from fastserializers.twins import read_only

EXAMPLE_ROWS = 100
# So many of a kind are measured together: a row has more to it than its fields.
FIELDS = 8
# Python is slower at fields of several kinds than at those of one, by so much on the bookshop's.
MIXED = 1.25
# A row that is read by fields which were just made takes longer than the next ones.
COLD = 1.2
# The rows that are nested in one: nobody knows, and this is neither one nor many.
NESTED_ROWS = 3

Kind = type[Field[Any, Any, Any, Any]]


class Savings(NamedTuple):
    """The seconds by which what is compiled is cheaper than what DRF does, for each row."""

    by_kind: dict[Kind, float]
    row: float
    """Of a row, whatever fields it has."""
    method: float
    own: float
    """Of a field that has a `to_representation()` of its own."""
    one: float
    """Of a nested serializer, without its fields."""
    many: float
    """The same of one of many rows, with what is done for each of them."""

    def of_kind(self, field: Any) -> float:
        kind = next((base for base in type(field).__mro__ if base in self.by_kind), None)
        return self.by_kind[kind or serializers.CharField]


class Saving(NamedTuple):
    """The seconds by which a serializer is estimated to be cheaper when it is compiled."""

    a_row: float
    setup: float
    """For each serializer that is made: DRF makes its fields anew, compiled code has none."""


def measured_savings() -> Savings:
    alone, together = (saved(serializers.CharField, "text", number) for number in (1, FIELDS))
    text = max(0.0, (together - alone) / (FIELDS - 1))
    row = max(0.0, alone - text)

    def of(make: Any, source: str = "") -> float:
        return max(0.0, (saved(make, source) - row) / FIELDS)

    kinds: dict[Kind, float] = {type(make()): of(make, name) for make, name in KINDS}
    kinds[serializers.CharField] = text
    return Savings(
        {kind: saving * MIXED for kind, saving in kinds.items()},
        row=row,
        method=of(serializers.SerializerMethodField),
        own=of(OwnField, "text"),
        one=max(0.0, of(TextSerializer, "*") - text),
        many=max(0.0, of(partial(TextSerializer, many=True), "children") - NESTED_ROWS * text),
    )


def saving_of(serializer_class: Any, savings: Savings) -> Saving:
    """Return what is saved on a serializer class that has a plan; 0 where nothing is."""
    serializer: Any = read_only(serializer_class)()
    compiled = plan_of_rows(serializer)
    if compiled is None:
        return Saving(0.0, 0.0)
    fields = saved_by_plan(compiled.plan, serializer, savings)
    a_row = savings.row + fields if fields else 0.0
    return Saving(a_row, saved_setup(compiled.plan, serializer_class))


def saved_by_plan(plan: Plan, serializer: Any, savings: Savings) -> float:
    return sum(
        saved_by_field(field, serializer.fields[field.name], savings) for field in plan.fields
    )


def saved_by_field(planned: FieldPlan, field: Any, savings: Savings) -> float:
    output = planned.output
    if isinstance(output, Nested):
        within = saved_by_plan(output.plan, serializer_in(field), savings)
        return savings.many + NESTED_ROWS * within if output.many else savings.one + within
    if isinstance(output, Delegated):
        return 0.0
    if isinstance(output, Method | OwnRepresentation):
        return savings.method if isinstance(output, Method) else savings.own
    return savings.of_kind(field)


def saved_setup(plan: Plan, serializer_class: Any) -> float:
    """Return what making the fields takes that compiled code does without."""
    if not has_fixed_fields(serializer_class):
        return 0.0
    delegated = [field for field in plan.fields if isinstance(field.output, Delegated)]
    if not {field.name for field in delegated} <= {*serializer_class._declared_fields}:
        # One of them is made for the model, and all others with it.
        return 0.0
    taken = COLD * median(seconds_of(lambda: all_fields(serializer_class()), 1) for _ in range(3))
    return taken * (1 - len(delegated) / len(plan.fields)) if plan.fields else 0.0


def all_fields(serializer: Any) -> list[Any]:
    """Return the fields of a serializer and of those that are nested in it, made by DRF.

    Not of those that choose their fields, nor of one within another of its class.
    """
    fields = list(serializer.fields.values())
    for nested in [*map(serializer_in, fields)]:
        if not isinstance(nested, serializers.Serializer) or not has_fixed_fields(type(nested)):
            continue
        if type(nested) not in map(type, parents_of(nested)):
            fields += all_fields(nested)
    return fields


# What is measured.


def saved(make: Any, source: str = "", number: int = FIELDS) -> float:
    """Return the seconds that are saved in a row of so many fields, each made by `make`."""
    options = {"source": source} if source else {}
    fields = {f"f{place}": make(**options) for place in range(number)}
    methods = {f"get_{name}": lambda self, row: row for name in fields}
    base: Any = serializers.Serializer
    drf = type(base)("ExampleSerializer", (base,), {**fields, **methods})
    return max(0.0, seconds_a_row(drf) - seconds_a_row(read_only(drf)))


def seconds_a_row(serializer_class: Any) -> float:
    """Return what one more row takes of a serializer that is made for it, as for a request."""

    def of(rows: list[Any]) -> float:
        return seconds(lambda: serializer_class(rows, many=True).data, repeats=3)

    row = example()
    return (of([row] * EXAMPLE_ROWS) - of([row])) / (EXAMPLE_ROWS - 1)


class OwnField(serializers.CharField):
    def to_representation(self, value: Any) -> Any:
        return value


class TextSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()


KINDS: tuple[tuple[Any, str], ...] = (
    (serializers.IntegerField, "number"),
    (serializers.FloatField, "size"),
    (serializers.BooleanField, "is_active"),
    (lambda **given: serializers.DecimalField(max_digits=8, decimal_places=2, **given), "price"),
    (serializers.DateTimeField, "created"),
    (serializers.DateField, "day"),
    (serializers.TimeField, "time"),
    (serializers.DurationField, "duration"),
    (serializers.UUIDField, "uuid"),
    (lambda **given: serializers.ChoiceField(choices=[("text", "Text")], **given), "text"),
    (serializers.JSONField, "document"),
    (serializers.ReadOnlyField, "text"),
    (lambda **given: relations.PrimaryKeyRelatedField(read_only=True, **given), "parent"),
)


@cache
def example() -> Any:
    """Return an instance of a model that no registry of the project knows."""

    class Example(models.Model):
        text = models.CharField(max_length=20)
        number = models.IntegerField()
        size = models.FloatField()
        is_active = models.BooleanField()
        price = models.DecimalField(max_digits=8, decimal_places=2)
        created = models.DateTimeField()
        day = models.DateField()
        time = models.TimeField()
        duration = models.DurationField()
        uuid = models.UUIDField()
        document = models.JSONField()
        parent = models.ForeignKey("self", models.CASCADE, related_name="children")

        class Meta:
            apps = Apps()
            app_label = "fastserializers_example"

        def __str__(self) -> str:
            return self.text

    row: Any = Example(**VALUES)
    children = Example._default_manager.all()
    children._result_cache = [row] * NESTED_ROWS
    row._prefetched_objects_cache = {"children": children}
    return row


NOON = datetime.datetime(2024, 1, 1, 12, tzinfo=datetime.timezone.utc)
VALUES: dict[str, Any] = {
    "id": 1,
    "text": "text",
    "number": 12,
    "size": 0.5,
    "is_active": True,
    "price": Decimal("3.50"),
    "created": NOON,
    "day": NOON.date(),
    "time": NOON.time(),
    "duration": datetime.timedelta(hours=1),
    "uuid": uuid.UUID(int=1),
    "document": {},
    "parent_id": 1,
}
