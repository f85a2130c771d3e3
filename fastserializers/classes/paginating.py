"""`paginate_queryset()` of paginators: pages of rows whose instances are made on demand."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from rest_framework import pagination

from fastserializers.plans.marks import ReadsFast
from fastserializers.plans.switch import drf_reads
from fastserializers.rows import pages

DRF_CLASSES: tuple[Any, ...] = (
    pagination.PageNumberPagination,
    pagination.LimitOffsetPagination,
    pagination.CursorPagination,
)


def paginating_rows(by_drf: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method `paginate_queryset()` of a paginator: of rows where a view reads fast."""

    @wraps(by_drf)
    def paginate_queryset(self: Any, queryset: Any, request: Any, view: Any = None) -> Any:
        def paginate(rows: Any) -> Any:
            return by_drf(self, rows, request, view=view)

        if not isinstance(view, ReadsFast) or drf_reads():
            return paginate(queryset)
        return pages.page(paginate, self, queryset, view)

    return paginate_queryset
