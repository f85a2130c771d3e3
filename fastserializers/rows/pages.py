"""A page of a queryset, which DRF's own code fetches, as rows whose instances wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from django.core.paginator import Page
from django.core.paginator import Paginator as DjangoPaginator
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable
from django.db.models.sql.constants import GET_ITERATOR_CHUNK_SIZE
from rest_framework.filters import OrderingFilter
from rest_framework.pagination import (
    BasePagination,
    CursorPagination,
    LimitOffsetPagination,
    PageNumberPagination,
)
from rest_framework.views import APIView

from fastserializers.rows.evaluated import ListedRows, RowList
from fastserializers.rows.layout import Row
from fastserializers.rows.needs import ANY_PLAN
from fastserializers.rows.queryset import fetch, fetch_again, prefetch
from fastserializers.rows.unpatched import Lookup, Queryset, is_readable


@dataclass(eq=False)
class PageFetch:
    """The rows that the query of a page has given, and who is given them."""

    as_instances: bool
    """Whether project code may look at what the queryset gives."""
    is_by_cursor: bool = False
    is_by_number: bool = False
    """Whether what the queryset gives is in a `Page` of Django's, which asks for each by index."""
    is_by_project: bool = False
    """Whether project code makes the page, of any queryset that it makes of this one."""
    has_few_rows: Callable[[Queryset], bool] | None = None
    """Whether Django reads the slice of the page, since it is of few rows."""
    listed: ListedRows | None = None
    lookups: tuple[str | Lookup, ...] = ()
    row_of: dict[int, Row] = field(default_factory=dict)
    """The rows by the identity of their instances, where instances are given."""


fetching: ContextVar[PageFetch | None] = ContextVar("fetching", default=None)
"""The rows of the page that is being made. Without a page, a queryset is Django's."""


class PageIterable(ModelIterable):  # type: ignore[type-arg]
    """Iterates over the rows of a queryset, which it keeps for the list that DRF's becomes."""

    def __iter__(self) -> Iterator[Model | Row | ListedRows]:
        fetched, queryset = fetching.get(), cast("Queryset", self.queryset)
        if fetched is None or self.chunked_fetch or self.chunk_size != GET_ITERATOR_CHUNK_SIZE:
            # Not the whole of it at once: `iterator()`.
            return super().__iter__()
        if queryset.query.is_empty():
            # The page of a list that was counted, and has no rows.
            return super().__iter__()
        if fetched.as_instances and not is_readable(copied(queryset, ModelIterable)):
            # Project code has made it of the queryset.
            return super().__iter__()
        if fetched.has_few_rows is not None and fetched.has_few_rows(queryset):
            return super().__iter__()
        return self.rows(queryset, fetched)

    def rows(self, queryset: Queryset, fetched: PageFetch) -> Iterator[Model | Row | ListedRows]:
        fetched.lookups = queryset._prefetch_related_lookups
        row_set = fetch(queryset, ANY_PLAN)
        if row_set is None:
            return super().__iter__()
        try:
            prefetch(queryset, row_set, ANY_PLAN)
        except TypeError:
            # `list(page)` asks for the length first, and passes over this error: when Django is
            # asked the second time, it has prefetched what it can.
            return super().__iter__()
        fetched.listed = ListedRows(row_set)
        if fetched.as_instances:
            return iter(instances_to_give(fetched.listed, fetched))
        if fetched.is_by_number and row_set.rows:
            # All at once: asking for each takes 2 % of a page of 100.
            return iter([fetched.listed])
        query: Any = queryset.query
        if fetched.is_by_cursor and len(row_set.rows) == query.high_mark - query.low_mark:
            # The row after the page, which DRF asks for the position of the next one.
            return iter([*row_set.rows[:-1], row_set.instance_of(row_set.rows[-1])])
        return iter(row_set.rows)


def instances_to_give(listed: ListedRows, fetched: PageFetch) -> list[Model]:
    """Return instances of the rows, for code that makes a page of them."""
    row_set = listed.row_set
    has_instances = bool(row_set.made)
    if fetched.is_by_project:
        listed.see()
    instances = row_set.instances()
    fetched.row_of = dict(zip(map(id, instances), row_set.rows, strict=True))
    if not (has_instances or fetched.is_by_project):
        # Only DRF's code has them: the page makes its own of those that are looked at.
        row_set.forget_instances()
    return instances


def page_of(
    fetched: PageFetch,
    paginate: Callable[[Any], Any],
    paginator: BasePagination,
    queryset: Queryset,
) -> Any:
    clone = copied(queryset, PageIterable)
    token = fetching.set(fetched)
    try:
        page = paginate(clone)
    finally:
        fetching.reset(token)
        for kept in (clone, *vars(paginator).values()):
            be_ordinary(kept)
        if fetched.as_instances and queryset._result_cache is None:
            queryset._result_cache = clone._result_cache
            queryset._prefetch_done = clone._prefetch_done
    be_ordinary(page)
    known = vars(paginator).get("page")
    if type(known) is Page and known.paginator.object_list is clone:
        known.paginator.object_list = queryset
        known.object_list = as_row_list(known.object_list, fetched)
    page_of_rows = as_row_list(page, fetched)
    for name, value in [*vars(paginator).items()]:
        if value is page:
            # What is put there later is in the list that the view has, too.
            vars(paginator)[name] = page_of_rows
    return page_of_rows


def be_ordinary(made: Any) -> None:
    """Have a queryset that a paginator has made of the clone be read as any other from now on."""
    if isinstance(made, QuerySet) and made._iterable_class is PageIterable:
        made._iterable_class = ModelIterable


def copied(queryset: Queryset, iterable_class: type) -> Queryset:
    """Return a clone of a queryset, with whatever a project has set on it."""
    clone: Queryset = object.__new__(type(queryset))
    query = queryset.query.chain()
    vars(clone).update(vars(queryset))
    clone._query = query
    clone._iterable_class = iterable_class
    return clone


def as_row_list(page: Any, fetched: PageFetch) -> Any:
    """Return a list of what was fetched, with instances that wait; anything else as it is."""
    listed = fetched.listed
    if listed is None or type(page) is not list or not page:
        return page
    if fetched.as_instances:
        if not all(id(instance) in fetched.row_of for instance in page):
            return page
        page = [fetched.row_of[id(instance)] for instance in page]
    elif page[0] is listed:
        page = listed.row_set.rows
    return RowList(listed, page, partial(fetch_again, listed.row_set, fetched.lookups))


# The code on the way that is given the queryset, or the page.


def has_unpatched_pages(paginator: BasePagination) -> bool:
    """Return whether Django's own code makes the pages, so that no other code looks at them."""
    if not isinstance(paginator, PageNumberPagination):
        return True
    cls: Any = paginator.django_paginator_class
    return cls is DjangoPaginator or all(
        getattr(cls, name, None) is function for name, function in MAKING_PAGES.items()
    )


MAKING_PAGES = {name: getattr(DjangoPaginator, name) for name in ("page", "_get_page")}


def has_unpatched_hooks(paginator: BasePagination, view: APIView) -> bool:
    """Return whether no project code is given the queryset."""
    cls: Any = type(paginator)
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
