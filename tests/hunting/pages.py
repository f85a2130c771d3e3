"""Pages that a view takes of a list, and what is around it while it does."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model, prefetch_related_objects
from django.utils import timezone, translation
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import (
    CursorPagination,
    LimitOffsetPagination,
    PageNumberPagination,
)
from rest_framework.test import APIRequestFactory

from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import OptionalLimit
from tests.hunting.overriding import changes_the_row, moves_to_another, names_of_relations


class Pages(PageNumberPagination):
    page_size = 2


class Offsets(LimitOffsetPagination):
    default_limit = 2


class Cursors(CursorPagination):
    page_size = 2
    ordering = "pk"


class OfASlice(OptionalLimit):
    default_limit = 2


def with_all_loaded(page):
    # The rows of a union have no other relations than Django knows of.
    if page and isinstance(page[0], Model):
        prefetch_related_objects(page, *names_of_relations(page[0], many=True))
    return page


def with_others(page):
    """Change rows, and what they are related to."""
    for number, instance in enumerate(page):
        if isinstance(instance, Model):
            changes_the_row(None, instance)
            if number % 2:
                moves_to_another(None, instance)
    return page


def after(change, base):
    """Return a paginator that does something with the page of another one."""

    def paginate_queryset(self, queryset, request, view=None):
        return change(base.paginate_queryset(self, queryset, request, view))

    return type("After", (base,), {"paginate_queryset": paginate_queryset})


class View(GenericAPIView):
    pass


class FastView(FastReadMixin, View):
    pass


def with_fewer_rows(execute, sql, *arguments):
    """Execute what a page is fetched by as for a tenant that has fewer rows."""
    return execute(sql.replace(f"LIMIT {Pages.page_size}", "LIMIT 1"), *arguments)


class Paged(NamedTuple):
    """How a page is taken: by a paginator, within a context."""

    paginator: Any = Pages
    around: Callable[[], AbstractContextManager[Any]] = nullcontext


PAGES = {
    "as ever": Paged(),
    "another zone": Paged(around=lambda: timezone.override("Asia/Kathmandu")),
    "another language": Paged(around=lambda: translation.override("de")),
    "another tenant": Paged(around=lambda: connection.execute_wrapper(with_fewer_rows)),
    "by offset": Paged(Offsets),
    "by cursor": Paged(Cursors),
    "a slice": Paged(OfASlice),
    "another tenant's slice": Paged(OfASlice, lambda: connection.execute_wrapper(with_fewer_rows)),
    "looked at": Paged(after(lambda page: [repr(row) for row in page] and page, Pages)),
    "loaded": Paged(after(with_all_loaded, Pages)),
    "a slice, loaded": Paged(after(with_all_loaded, OfASlice)),
    "changed": Paged(after(with_others, Pages)),
    "a slice, changed": Paged(after(with_others, OfASlice)),
    "reversed": Paged(after(lambda page: page[::-1], OfASlice)),
}


def page_of(rows, name, *, is_fast):
    """Return the first page of `rows`, which a view has taken."""
    paged = PAGES[name]
    view = (FastView if is_fast else View)()
    view.pagination_class = paged.paginator
    view.setup(APIRequestFactory().get("/"))
    view.request = view.initialize_request(view.request)
    view.format_kwarg = None
    with paged.around():
        return view.paginate_queryset(rows)
