"""`paginate_queryset()` of paginators: pages of rows whose instances are made on demand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

from django.db.models.query import ModelIterable
from rest_framework import pagination

from fastserializers.classes.chosen import serializer_class_of
from fastserializers.plans.expected import has_few_rows
from fastserializers.plans.marks import ReadsFast
from fastserializers.plans.strategy import decide
from fastserializers.rows.pages import (
    PageFetch,
    PageIterable,
    copied,
    fetching,
    has_unpatched_hooks,
    has_unpatched_pages,
    page_of,
)


class FetchesRows:
    """Has the `paginate_queryset()` behind this class, DRF's or a project's, fetch rows."""

    if not TYPE_CHECKING:
        # Its type is that of DRF's.

        def paginate_queryset(self, queryset, request, view=None):
            paginate = super().paginate_queryset
            if is_method_of(DRF_CLASSES, getattr(paginate, "__func__", None)):
                return paginated(paginate, self, queryset, request, view)
            return paginated_by_project(
                lambda clone: paginate(clone, request, view=view), self, queryset, view
            )


DRF_CLASSES: tuple[Any, ...] = (
    pagination.PageNumberPagination,
    pagination.LimitOffsetPagination,
    pagination.CursorPagination,
)


def is_own_page(paginator: Any) -> bool:
    """Return whether a paginator has a `paginate_queryset()` that is a project's."""
    method = getattr(type(paginator), "paginate_queryset", None)
    return method is not None and not is_method_of((FetchesRows, *DRF_CLASSES), method)


def is_method_of(classes: tuple[Any, ...], method: object) -> bool:
    return any(method is cls.paginate_queryset for cls in classes)


def paginating_rows(by_drf: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method `paginate_queryset()` of a paginator: of rows where a view reads fast."""

    @wraps(by_drf)
    def paginate_queryset(self: Any, queryset: Any, request: Any, view: Any = None) -> Any:
        if not isinstance(view, ReadsFast):
            return by_drf(self, queryset, request, view=view)
        return paginated(partial(by_drf, self), self, queryset, request, view)

    return paginate_queryset


# A page, as rows or as instances.


def paginated(
    paginate: Callable[..., Any], paginator: Any, queryset: Any, request: Any, view: Any
) -> Any:
    """Return what DRF's `paginate_queryset()` returns, with rows whose instances wait.

    DRF's code, which is `paginate`, is given a clone of the queryset that yields rows where it is
    evaluated. Raises what that code raises.
    """
    around = fetching.get()
    if around is not None and not around.is_by_project:
        return paginate(queryset, request, view=view)
    if around is not None and getattr(queryset, "_iterable_class", None) is PageIterable:
        queryset = copied(queryset, ModelIterable)
    serializer_class = serializer_class_of(view)
    if not decide(serializer_class, queryset).rows:
        return paginate(queryset, request, view=view)
    is_by_project = not has_unpatched_pages(paginator)
    fetched = PageFetch(
        as_instances=is_by_project or not has_unpatched_hooks(paginator, view),
        is_by_cursor=isinstance(paginator, pagination.CursorPagination),
        is_by_number=isinstance(paginator, pagination.PageNumberPagination),
        is_by_project=is_by_project,
        has_few_rows=partial(has_few_rows, serializer_class),
    )
    return page_of(fetched, lambda clone: paginate(clone, request, view=view), paginator, queryset)


def paginated_by_project(
    paginate: Callable[[Any], Any], paginator: Any, queryset: Any, view: Any
) -> Any:
    """Return what a project's paginator returns: its instances, which are read as rows.

    The paginator is given a clone of the queryset. What it makes of the clone gives instances that
    are made of rows. Raises what the paginator raises.
    """
    serializer_class = serializer_class_of(view)
    if not decide(serializer_class, queryset).rows:
        return paginate(queryset)
    fetched = PageFetch(
        as_instances=True,
        is_by_project=True,
        has_few_rows=partial(has_few_rows, serializer_class),
    )
    return page_of(fetched, paginate, paginator, queryset)
