"""Pages: as rows whose instances are made on demand, or by REST framework."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastserializers.conf import value_of
from fastserializers.reading.lists import NOT_ROWS, why_objects
from fastserializers.reading.state import ReadsFast, reads_fast_here
from fastserializers.recording.recorder import recorder_now
from fastserializers.rows import pages
from fastserializers.switch import drf_reads

Paginate = Callable[[Any], Any]
"""Takes a queryset; returns what `paginate_queryset()` of REST framework's paginator returns."""


def read_page(paginator: Any, queryset: Any, view: Any, paginate: Paginate) -> Any:
    """Return the page of a queryset."""
    recorder = recorder_now()
    if recorder is None:
        return page_of(paginator, queryset, view, paginate)
    why = why_instances(paginator, queryset, view)
    return recorder.fetch(why, partial(page_of, paginator, queryset, view, paginate))


def page_of(paginator: Any, queryset: Any, view: Any, paginate: Paginate) -> Any:
    if not reads_pages_fast(view) or drf_reads():
        return paginate(queryset)
    return pages.page(paginate, paginator, queryset, view)


def reads_pages_fast(view: Any) -> bool:
    return reads_fast_here() or has_fast_class(view)


def has_fast_class(view: Any) -> bool:
    """Return whether the serializer class that a view names reads fast whatever uses it."""
    cls = getattr(view, "serializer_class", None)
    return isinstance(cls, type) and issubclass(cls, ReadsFast)


def why_instances(paginator: Any, queryset: Any, view: Any) -> str:
    """Return why the instances of a page are made, if it is not fetched as rows."""
    if not reads_pages_fast(view):
        return UNNAMED
    reason = why_objects(queryset, None)
    if reason:
        return reason if isinstance(reason, str) else reason()
    if value_of("VERIFY"):
        return PROVED
    return NOT_ROWS if pages.is_by_drf(paginator, view) else OWN_PAGINATOR


UNNAMED = "the view has no FastReadMixin, and its serializer_class no FastSerializerMixin"
PROVED = "with VERIFY, pages are instances"
OWN_PAGINATOR = "code of the paginator is given the queryset"
