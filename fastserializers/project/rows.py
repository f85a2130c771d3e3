"""Which relations a list loads by one query for all of its rows, because it is read as rows."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.db.models import QuerySet

from fastserializers.compiler.codegen import compile_plan
from fastserializers.compiler.planning import plan_of
from fastserializers.database.demands import Demand, demand_of
from fastserializers.database.links import is_plain
from fastserializers.database.queries import router_has
from fastserializers.database.rows import may_read, may_read_rows
from fastserializers.lifecycle.plans import has_nothing_compiled
from fastserializers.pagination import fetches_rows
from fastserializers.project.views import Use
from fastserializers.views import FastReadMixin


def is_read_as_rows(use: Use, queryset: QuerySet[Any]) -> bool:
    """Return whether the list of a view is read as rows, if its serializer has a plan."""
    view: Any = use.view
    pages: Any = use.options.get("pagination_class", view.pagination_class)
    has_mixin = issubclass(view, FastReadMixin)
    return (
        use.reads_fast
        and (pages is None or fetches_rows(pages, by_view=has_mixin))
        and may_read_rows(use.serializer)
        # DRF has put something on that of the view which keeps it from being evaluated.
        and may_read(queryset.all())
        and not router_has("db_for_read")
    )


def demand_of_prototype(prototype: Any) -> Demand | None:
    """Return what the serializers of a class read of rows; None if they have no such plan."""
    plan = plan_of(prototype, is_prototype=True)
    compiled = compile_plan(plan) if plan else None
    if compiled is None or not compiled.is_known or has_nothing_compiled(compiled):
        return None
    return demand_of(compiled)


def is_loaded_for_all(names: Iterable[str], model: Any, demand: Demand) -> bool:
    """Return whether the rows that a path of relations leads to are loaded with one query each."""
    for name in names:
        found = [pair for pair in demand.relations(model) if pair[0].name == name]
        if not found or found[0][0].owns:
            return False
        [(relation, demand)] = found
        with suppress(Exception):
            if not is_plain(relation.plain_queryset(model())):
                return False
        model = relation.model
    return True
