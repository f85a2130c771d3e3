"""A page that nobody else holds: only the columns that a plan reads are fetched.

Who looks at the page after that has it fetched again, whole.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from django.db.models import Model, QuerySet

from fastserializers.compiler.codegen import CompiledPlan
from fastserializers.compiler.plan import FieldPlan
from fastserializers.compiler.representations.representation import Representation
from fastserializers.compiler.sources.instances import column_of, key_column
from fastserializers.database.demands import demand_of
from fastserializers.database.levels import Level
from fastserializers.database.rows import Instances, read
from fastserializers.database.stock import Queryset, making_of
from fastserializers.pages import fetched_before_writes


class Unseen(Instances):
    """The instances of a page that was read without them: fetched when somebody looks."""

    def __init__(self, queryset: QuerySet[Any], number: int) -> None:
        super().__init__(None)
        self.queryset: QuerySet[Any] | None = queryset
        self.number = number
        fetched_before_writes(self, queryset.model._meta.db_table)

    def is_fetched(self) -> bool:
        return self.queryset is None

    def complete(self) -> None:
        if self.queryset is not None:
            list.__setitem__(self, slice(None), list(self.queryset))
            self.queryset = None

    fetch = complete

    def __len__(self) -> int:
        return super().__len__() if self.queryset is None else self.number


def read_narrow(queryset: QuerySet[Any], compiled: CompiledPlan) -> Level | None:
    """Return the rows of an unevaluated queryset with the columns that a plan reads.

    None where that is not known to be all that anybody reads, or saves too little.
    """
    if not is_plain(queryset):
        return None
    known, model = NAMES.setdefault(compiled, {}), queryset.model
    if model not in known:
        known[model] = names_read(compiled, model)
    names = known[model]
    if names is None:
        return None
    narrow = queryset.all()
    narrow.query.deferred_loading = (names, False)
    level = read(narrow, compiled)
    if level is not None:
        queryset._result_cache = Unseen(queryset.all(), len(level.rows))
    return level


def is_plain(queryset: Queryset) -> bool:
    """Return whether each row is one of the model's table, of which nothing else is known."""
    query = queryset.query
    return not (
        query.distinct
        or query.combinator
        or query.annotations
        or query.select_related
        or query.extra
        or query.select_for_update
        or query.deferred_loading != NOTHING_DEFERRED
        or queryset._prefetch_related_lookups
        or queryset._known_related_objects
    )


NOTHING_DEFERRED: Any = (frozenset(), True)


NAMES: WeakKeyDictionary[CompiledPlan, dict[type[Model], frozenset[str] | None]] = (
    WeakKeyDictionary()
)


def names_read(compiled: CompiledPlan, model: type[Model]) -> frozenset[str] | None:
    """Return the names of the fields whose columns a plan reads; None where all are fetched.

    The fewer, the better: with less than a third left out, making the SQL costs what it saves.
    """
    meta, demand = model._meta, demand_of(compiled)
    if (
        making_of(model)
        or demand.is_watched(model)
        or demand.related
        or is_many_tables_or_keys(model)
    ):
        return None
    columns = [column_read(field, model) for field in compiled.plan.fields]
    if None in columns:
        return None
    names = {field.name for field in meta.concrete_fields if field.attname in columns}
    names.add(meta.pk.name)
    return frozenset(names) if len(names) * 3 <= len(meta.concrete_fields) * 2 else None


def is_many_tables_or_keys(model: type[Model]) -> bool:
    meta: Any = model._meta
    return bool(meta.concrete_model._meta.parents) or len(meta.pk_fields) != 1


def column_read(field: FieldPlan, model: type[Model]) -> str | None:
    output = field.output
    path = field.source if output.source is None else output.source
    if not isinstance(output, Representation) or len(path) != 1:
        return None
    if output.access == "key":
        return key_column(model, path[0])
    return column_of(model, path[0]) if output.access in ("value", "column") else None
