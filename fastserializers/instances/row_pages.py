"""A page of a queryset, which REST framework's own code fetches, as rows whose instances wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, cast

from django.core.paginator import Page
from django.core.paginator import Paginator as DjangoPaginator
from django.db.models import Model
from django.db.models.query import ModelIterable
from rest_framework.filters import OrderingFilter
from rest_framework.pagination import (
    BasePagination,
    CursorPagination,
    LimitOffsetPagination,
    PageNumberPagination,
)

from fastserializers.instances.evaluated import RowList
from fastserializers.instances.queryset import fetch
from fastserializers.instances.row_instances import Instances
from fastserializers.rows.layout import Row
from fastserializers.rows.unpatched import Queryset


def page(paginate: Callable[[Any], Any], paginator: BasePagination, queryset: Queryset) -> Any:
    """Return what REST framework's `paginate_queryset()` returns, with rows whose instances wait.

    `paginate` is that method. It is given a clone of the queryset that yields rows where it is
    evaluated. Raises what `paginate` raises.
    """
    fetched = PageFetch(is_by_cursor=isinstance(paginator, CursorPagination))
    clone = clone_for_page(queryset)
    token = fetching.set(fetched)
    try:
        page = paginate(clone)
    finally:
        fetching.reset(token)
    known = vars(paginator).get("page")
    # A paginator that is asked again may have the page of an earlier queryset.
    if type(known) is Page and known.paginator.object_list is clone:
        known.paginator.object_list = queryset
        known.object_list = as_row_list(known.object_list, fetched)
    page_of_rows = as_row_list(page, fetched)
    for name, value in [*vars(paginator).items()]:
        if value is page:
            # What is put there later is in the list that the view has, too.
            vars(paginator)[name] = page_of_rows
    return page_of_rows


def is_by_drf(paginator: BasePagination, view: object) -> bool:
    """Return whether no project code is given the queryset."""
    cls: Any = type(paginator)
    if isinstance(paginator, PageNumberPagination):
        is_djangos = paginator.django_paginator_class is DjangoPaginator
        return is_djangos and cls.get_page_number is GET_PAGE_NUMBER
    if isinstance(paginator, CursorPagination):
        return cls.get_ordering is GET_ORDERING and not any(
            hasattr(backend, "get_ordering") and backend is not OrderingFilter
            for backend in getattr(view, "filter_backends", ())
        )
    return getattr(cls, "get_count", None) is GET_COUNT


GET_PAGE_NUMBER = PageNumberPagination.get_page_number
GET_COUNT = LimitOffsetPagination.get_count
GET_ORDERING = CursorPagination.get_ordering


# The clone of the queryset, and what REST framework's code makes of it.


@dataclass(eq=False)
class PageFetch:
    """The rows that the query of a page has given."""

    is_by_cursor: bool
    row_set: Instances | None = None


fetching: ContextVar[PageFetch | None] = ContextVar("fetching", default=None)
"""The rows of the page that is being made. Without a page, a queryset is Django's."""


class PageIterable(ModelIterable):  # type: ignore[type-arg]
    """Iterates over the rows of a queryset, which it keeps for the list that DRF's becomes."""

    def __iter__(self) -> Iterator[Model | Row]:
        fetched, queryset = fetching.get(), cast("Queryset", self.queryset)
        if fetched is None:
            # After the page was made.
            return super().__iter__()
        row_set = fetch(queryset)
        if not isinstance(row_set, Instances):
            return super().__iter__() if row_set is None else iter(row_set)
        fetched.row_set = row_set
        query: Any = queryset.query
        if fetched.is_by_cursor and len(row_set.rows) == query.high_mark - query.low_mark:
            # The row after the page, which DRF asks for the position of the next one.
            return iter([*row_set.rows[:-1], row_set.instance_of(row_set.rows[-1])])
        return iter(row_set.rows)


def clone_for_page(queryset: Queryset) -> Queryset:
    """Return a clone of a queryset, with whatever a project has set on it."""
    clone: Queryset = object.__new__(type(queryset))
    query = queryset.query.chain()
    vars(clone).update(vars(queryset))
    clone._query = query
    clone._iterable_class = PageIterable
    return clone


def as_row_list(page: Any, fetched: PageFetch) -> Any:
    """Return a page of rows as a list with instances that wait; any other page as it is."""
    return page if fetched.row_set is None else RowList(fetched.row_set, page)
