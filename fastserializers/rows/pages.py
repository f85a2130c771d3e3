"""A page of a queryset, which DRF's own code fetches, as rows whose instances wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.core.paginator import Page
from django.core.paginator import Paginator as DjangoPaginator
from django.db.models import QuerySet
from django.db.models.query import ModelIterable
from rest_framework.filters import OrderingFilter
from rest_framework.pagination import (
    CursorPagination,
    LimitOffsetPagination,
    PageNumberPagination,
)

from fastserializers.rows.evaluated import RowList
from fastserializers.rows.queryset import fetch, fetch_again, may_read, may_read_rows
from fastserializers.rows.row_set import RowSet


class Fetched:
    """What the query of a page has given."""

    def __init__(self, *, as_instances: bool, is_by_cursor: bool) -> None:
        self.as_instances = as_instances
        """Whether a project's code may look at what the queryset gives."""
        self.is_by_cursor = is_by_cursor
        self.is_over = False
        """Whether DRF has its page: the queryset is Django's in whatever it is used for later."""
        self.row_set: RowSet | None = None
        self.lookups: tuple[Any, ...] = ()
        self.row_of: dict[int, Any] = {}
        """The rows by the identity of their instances, where instances are given."""


FETCHED = "_fastserializers"


class PageIterable(ModelIterable):  # type: ignore[type-arg]
    """Iterates over the rows of a queryset, which it keeps for the list that DRF's becomes."""

    def __iter__(self) -> Iterator[Any]:
        fetched = getattr(self.queryset.query, FETCHED, None)
        if fetched is None or fetched.is_over or self.chunked_fetch:
            return super().__iter__()
        return self.rows(self.queryset, fetched)

    def rows(self, queryset: Any, fetched: Fetched) -> Iterator[Any]:
        fetched.lookups = queryset._prefetch_related_lookups
        row_set = fetched.row_set = fetch(queryset)
        if row_set.factory is None:
            fetched.row_set = None
            return iter(row_set.rows)
        if fetched.as_instances:
            return iter(instances_to_give(row_set, fetched))
        query = queryset.query
        if fetched.is_by_cursor and len(row_set.rows) == query.high_mark - query.low_mark:
            # The row after the page, which DRF asks for the position of the next one.
            return iter([*row_set.rows[:-1], row_set.instance_of(row_set.rows[-1])])
        return iter(row_set.rows)


def instances_to_give(row_set: RowSet, fetched: Fetched) -> list[Any]:
    """Return instances that stand for the rows, until DRF's code has made its page of them."""
    has_instances = bool(row_set.made)
    instances = row_set.instances()
    fetched.row_of = dict(zip(map(id, instances), row_set.rows, strict=True))
    if not has_instances:
        # Nobody but DRF's code has them: the page makes its own of those that are looked at.
        row_set.made.clear()
    return instances


def paginated(
    paginate: Callable[..., Any], paginator: Any, queryset: Any, request: Any, view: Any
) -> Any:
    """Return what DRF's `paginate_queryset()` returns, with rows whose instances wait.

    DRF's code, which is `paginate`, is given a clone of the queryset that yields rows where it is
    evaluated. Raises what that code raises.
    """
    if not may_be_rows(paginator, queryset):
        return paginate(queryset, request, view=view)
    is_by_cursor = isinstance(paginator, CursorPagination)
    as_instances = not has_stock_hooks(paginator, view)
    fetched = Fetched(as_instances=as_instances, is_by_cursor=is_by_cursor)
    clone = queryset._chain()
    clone._iterable_class = PageIterable
    # Whatever is cloned from this query has it, too: DRF filters, orders and slices.
    setattr(clone.query, FETCHED, fetched)
    try:
        page = paginate(clone, request, view=view)
    finally:
        clone._iterable_class = ModelIterable
        fetched.is_over = True
    known = vars(paginator).get("page")
    if type(known) is Page and known.paginator.object_list is clone:
        known.paginator.object_list = queryset
        known.object_list = as_row_list(known.object_list, fetched)
    page_of_rows = as_row_list(page, fetched)
    if known is page:
        paginator.page = page_of_rows
    return page_of_rows


def as_row_list(page: Any, fetched: Fetched) -> Any:
    """Return a list of what was fetched, with instances that wait; anything else as it is."""
    if fetched.row_set is None or type(page) is not list or not page:
        return page
    if fetched.as_instances:
        if not all(id(instance) in fetched.row_of for instance in page):
            return page
        page = [fetched.row_of[id(instance)] for instance in page]
    return RowList(fetched.row_set, page, partial(fetch_again, fetched.row_set, fetched.lookups))


def may_be_rows(paginator: Any, queryset: Any) -> bool:
    """Return whether DRF's code would fetch a queryset that can be read as rows."""
    return (
        isinstance(queryset, QuerySet)
        and queryset._result_cache is None
        and not queryset.query.select_for_update
        and may_read_rows(None)
        and may_read(queryset)
        and has_stock_pages(paginator)
    )


# The code on the way that is given the queryset, or the page.


def has_stock_pages(paginator: Any) -> bool:
    """Return whether Django's own code makes the pages, so that no other code looks at them."""
    if not isinstance(paginator, PageNumberPagination):
        return True
    cls: Any = paginator.django_paginator_class
    return cls is DjangoPaginator or all(
        getattr(cls, name, None) is function for name, function in MAKING_PAGES.items()
    )


MAKING_PAGES = {name: getattr(DjangoPaginator, name) for name in ("page", "_get_page")}


def has_stock_hooks(paginator: Any, view: Any) -> bool:
    """Return whether no code of the project's is given the queryset."""
    cls = type(paginator)
    if isinstance(paginator, PageNumberPagination):
        return (
            paginator.django_paginator_class is DjangoPaginator
            and cls.get_page_number is GET_PAGE_NUMBER
        )
    if isinstance(paginator, CursorPagination):
        return cls.get_ordering is GET_ORDERING and not any(
            hasattr(backend, "get_ordering") and backend is not OrderingFilter
            for backend in getattr(view, "filter_backends", ())
        )
    return cls.get_count is GET_COUNT


GET_PAGE_NUMBER = PageNumberPagination.get_page_number
GET_COUNT = LimitOffsetPagination.get_count
GET_ORDERING = CursorPagination.get_ordering
