"""Querysets that nobody has evaluated, and what the database holds, as data."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction
from django.db.models import F, Q, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast, Upper

from tests.hunting.models import MODELS
from tests.hunting.things import made


@dataclass(frozen=True)
class Step:
    """A method of querysets and its arguments, or one of the steps below."""

    method: str
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def after(self, rows):
        taken = STEPS.get(self.method)
        if taken is not None:
            return taken(rows, *self.arguments)
        return getattr(rows, self.method)(*made(self.arguments), **made(self.options))


@dataclass(frozen=True)
class Queryset:
    """The rows of a model, or those that a row of another one is related to; step by step."""

    model: str
    steps: tuple[Step, ...] = ()
    owner: tuple[str, str, int] | None = None
    """The model, the relation and the number of the row that has these."""

    def make(self):
        rows = MODELS[self.model]._default_manager if self.owner is None else self.related()
        for step in self.steps:
            rows = step.after(rows)
        return rows

    def related(self):
        assert self.owner is not None
        model, name, index = self.owner
        return getattr(MODELS[model].objects.order_by("pk")[index], name)


def ordered(model, *steps):
    """Return all rows of a model in the order of their keys, after some steps."""
    return Queryset(model, (Step("order_by", ("pk",)), *steps))


@dataclass(frozen=True)
class Prefetched:
    """A relation that is prefetched by a queryset of its own, or to an attribute."""

    lookup: str
    queryset: Queryset | None = None
    to_attr: str | None = None

    def make(self):
        return models.Prefetch(self.lookup, made(self.queryset), self.to_attr)


@dataclass(frozen=True)
class Expression:
    """What a query is annotated with."""

    kind: str
    name: str = ""

    def make(self):
        return EXPRESSIONS[self.kind](self.name)


@dataclass(frozen=True)
class Content:
    """Another value for a column of one row of the database, or other rows of a relation."""

    model: str
    index: int
    column: str
    value: Any

    def store(self):
        row = MODELS[self.model]._base_manager.order_by("pk")[self.index]
        if MODELS[self.model]._meta.get_field(self.column).many_to_many:
            getattr(row, self.column).set([other for other in made(self.value) if other])
            return
        value = made(self.value)
        MODELS[self.model]._base_manager.filter(pk=row.pk).update(**{self.column: value})


@dataclass(frozen=True)
class Raw:
    """A value as the database is to have it, whatever the type of its column."""

    value: Any

    def make(self):
        return RawSQL("%s", (self.value,))


def store(contents):
    """Let the database hold contents; what it refuses is left as it is."""
    for content in contents:
        with suppress(Exception), transaction.atomic():
            content.store()


def is_of_a_key(content):
    """Return whether a content may break foreign keys, to this row or from it."""
    column = MODELS[content.model]._meta.get_field(content.column)
    return column.unique or column.many_to_one or column.one_to_one


# Steps that are no call of a method with these arguments.


def asked(question):
    """Return a step that asks something of the rows before it gives them."""

    def step(rows):
        question(rows)
        return rows

    return step


def filtered_relation(rows, name):
    relation = models.FilteredRelation(name, condition=Q(**{f"{name}__pk__gt": 1}))
    return rows.annotate(filtered=relation).select_related("filtered")


def raw(rows):
    table = rows.model._meta.db_table
    return rows.model.objects.raw(f'SELECT * FROM "{table}" ORDER BY 1')  # noqa: S608


STEPS = {
    "slice": lambda rows, start, stop: rows[start:stop],
    "evaluate": lambda rows: asked(len)(rows.all()),
    "count first": asked(lambda rows: rows.count()),
    "look at the first": asked(lambda rows: rows.first()),
    "unite": lambda rows: rows.order_by().union(rows.model.objects.none()).order_by("pk"),
    "filtered relation": filtered_relation,
    "raw": raw,
    "fetch mode": lambda rows, mode: rows.fetch_mode(getattr(models, mode)),
    "as a list": list,
}

EXPRESSIONS = {
    "count": models.Count,
    "column": F,
    "text": lambda name: Value("text"),
    "number": lambda name: Value(5),
    "nothing": lambda name: Value(None, output_field=models.IntegerField()),
    "upper": lambda name: Upper(Cast(name, models.TextField())),
    "greatest": models.Max,
    "exists": lambda name: models.Exists(
        MODELS[name].objects.filter(pk__gt=models.OuterRef("pk"))
    ),
    "subquery": lambda name: models.Subquery(
        MODELS[name].objects.order_by("-pk").values("pk")[:1]
    ),
    "sql": lambda name: RawSQL("1", ()),
    "declared an integer": lambda name: declared(name, models.IntegerField()),
    "declared a decimal": lambda name: declared(name, models.DecimalField()),
    "declared a text": lambda name: declared(name, models.CharField()),
    "declared a moment": lambda name: declared(name, models.DateTimeField()),
    "greatest, declared a text": lambda name: models.Max(name, output_field=models.TextField()),
}


def declared(name, output_field):
    """Return a column that is said to be of another type than it may have."""
    return models.ExpressionWrapper(F(name), output_field)
