"""Pages: as rows whose instances are made on demand, or by REST framework."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import QuerySet

from fastserializers.conf import value_of
from fastserializers.instances import row_pages
from fastserializers.reading.class_plan import MARK
from fastserializers.reading.decision import OFF, Reason
from fastserializers.reading.lists import (
    NO_QUERYSET,
    why_each_is_made,
    why_not_rows,
    why_objects,
)
from fastserializers.reading.state import ReadsFast, reads_fast_here
from fastserializers.recorder import recorder_now
from fastserializers.switch import drf_reads

Paginate = Callable[[Any], Any]
"""Takes a queryset; returns what `paginate_queryset()` of REST framework's paginator returns."""


def read_page(paginator: Any, queryset: Any, view: Any, paginate: Paginate) -> Any:
    """Return the page of a queryset."""
    why = why_instances(paginator, queryset, view)
    page = partial(paginate, queryset)
    if not why:
        page = partial(row_pages.page, paginate, paginator, queryset)
    recorder = recorder_now()
    if recorder is None:
        return page()
    return recorder.fetch(why or partial(why_not_rows, queryset), page)


def why_instances(paginator: Any, queryset: Any, view: Any) -> Reason:
    """Return why the instances of a page are made; the empty string if it is fetched as rows."""
    if not reads_fast_here() and not has_fast_class(view):
        return UNNAMED
    if drf_reads():
        return OFF.reason
    if value_of("VERIFY"):
        return VERIFYING
    if not isinstance(queryset, QuerySet):
        return NO_QUERYSET
    if queryset.query.select_for_update:
        return LOCKED
    reason = why_objects(queryset, None) or why_view_makes_each(queryset, view)
    if reason:
        return reason
    return "" if row_pages.is_by_drf(paginator, view) else OWN_PAGINATOR


def why_view_makes_each(queryset: Any, view: Any) -> str:
    """Return why instances are cheaper than rows, by the latest plan of the view's class.

    Without a plan, the rows are fetched: another serializer may read them.
    """
    cls: Any = getattr(view, "serializer_class", None)
    state = vars(cls).get(MARK) if isinstance(cls, type) else None
    if state is None or not state.plans:
        return ""
    return why_each_is_made(queryset, state.plans[0], cls)


def has_fast_class(view: Any) -> bool:
    """Return whether the serializer class that a view names reads fast whatever uses it."""
    cls = getattr(view, "serializer_class", None)
    return isinstance(cls, type) and issubclass(cls, ReadsFast)


UNNAMED = "the view has no FastReadMixin, and its serializer_class no FastSerializerMixin"
VERIFYING = "with VERIFY, pages are instances"
LOCKED = "select_for_update() locks the rows, for code that changes them"
OWN_PAGINATOR = "code of the paginator is given the queryset"
