"""DRF's pagination classes, with pages of rows whose instances are made on demand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from rest_framework import pagination

from fastserializers.rows import pages


class FetchesRows:
    """Has DRF's `paginate_queryset()`, behind this class, fetch rows."""

    if not TYPE_CHECKING:
        # Its type is that of DRF's.

        def paginate_queryset(self, queryset, request, view=None):
            return pages.paginated(super().paginate_queryset, self, queryset, request, view)


class PageNumberPagination(FetchesRows, pagination.PageNumberPagination):
    pass


class LimitOffsetPagination(FetchesRows, pagination.LimitOffsetPagination):
    pass


class CursorPagination(FetchesRows, pagination.CursorPagination):
    pass


DRF_CLASSES: tuple[Any, ...] = (
    pagination.PageNumberPagination,
    pagination.LimitOffsetPagination,
    pagination.CursorPagination,
)


def fetch_rows_for(view_class: type) -> None:
    """Have DRF's pagination classes fetch rows for the views of a class, and for no others.

    Replaces `paginate_queryset()` of the three, so that a project's subclass that overrides the
    method gets there by `super()`.
    """
    for drf_class in DRF_CLASSES:
        drf_class.paginate_queryset = fetching_rows(drf_class.paginate_queryset, view_class)


def is_own_page(paginator: Any) -> bool:
    """Return whether a paginator has a `paginate_queryset()` that is a project's."""
    method = getattr(type(paginator), "paginate_queryset", None)
    return method is not None and not any(
        method is cls.paginate_queryset for cls in (FetchesRows, *DRF_CLASSES)
    )


def fetching_rows(paginate_queryset: Any, view_class: type) -> Callable[..., Any]:
    @wraps(paginate_queryset)
    def paginate_queryset_of_rows(self: Any, queryset: Any, request: Any, view: Any = None) -> Any:
        if not isinstance(view, view_class):
            return paginate_queryset(self, queryset, request, view=view)
        paginate = partial(paginate_queryset, self)
        return pages.paginated(paginate, self, queryset, request, view)

    return paginate_queryset_of_rows
