"""Which relations a list loads by one query for all of its rows, because it is read as rows."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.db import connections
from django.db.models import QuerySet
from rest_framework.pagination import CursorPagination

from fastserializers.compiler.codegen import compile_plan
from fastserializers.compiler.planning import plan_of
from fastserializers.cursors import has_plain_position
from fastserializers.database.demands import Demand, demand_of
from fastserializers.database.links import is_plain
from fastserializers.database.queries import router_has
from fastserializers.database.relations import compares_as_python
from fastserializers.database.rows import may_read, may_read_rows
from fastserializers.lifecycle.plans import has_nothing_compiled
from fastserializers.pagination import leaves_unread
from fastserializers.project.views import Use
from fastserializers.views import FastReadMixin


def is_read_as_rows(use: Use, queryset: QuerySet[Any]) -> bool:
    """Return whether the list of a view is read as rows, if its serializer has a plan."""
    view: Any = use.view
    pages: Any = use.options.get("pagination_class", view.pagination_class)
    has_mixin = issubclass(view, FastReadMixin)
    is_by_cursor = pages is not None and issubclass(pages, CursorPagination)
    is_unread = pages is None or leaves_unread(pages, by_view=has_mixin)
    return (
        use.reads_fast
        and is_unread
        and (not is_by_cursor or has_plain_position(queryset, pages.ordering))
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
            given = relation.queryset_for_anybody(model())
            if given is None or not is_plain(given):
                return False
            if not compares_as_python(relation, model, connections[given.db]):
                return False
        model = relation.model
    return True
