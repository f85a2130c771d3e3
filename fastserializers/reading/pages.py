"""Pages: as rows whose instances are made on demand, or by REST framework."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastserializers.reading.state import ReadsFast, reads_fast_here
from fastserializers.rows import pages
from fastserializers.switch import drf_reads

Paginate = Callable[[Any], Any]
"""Takes a queryset; returns what `paginate_queryset()` of REST framework's paginator returns."""


def read_page(paginator: Any, queryset: Any, view: Any, paginate: Paginate) -> Any:
    """Return the page of a queryset."""
    if not (reads_fast_here() or has_fast_class(view)) or drf_reads():
        return paginate(queryset)
    return pages.page(paginate, paginator, queryset, view)


def has_fast_class(view: Any) -> bool:
    """Return whether the serializer class that a view names reads fast whatever uses it."""
    cls = getattr(view, "serializer_class", None)
    return isinstance(cls, type) and issubclass(cls, ReadsFast)
