"""Pages that a view takes of a list, and what is around it while it does."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.db import connection
from django.utils import timezone, translation
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.test import APIRequestFactory

from fastserializers.views import FastReadMixin


class Pages(PageNumberPagination):
    page_size = 2


class View(GenericAPIView):
    pagination_class = Pages


class FastView(FastReadMixin, View):
    pass


def with_fewer_rows(execute: Any, sql: str, *arguments: Any) -> Any:
    """Execute what a page is fetched by as for a tenant that has fewer rows."""
    return execute(sql.replace(f"LIMIT {Pages.page_size}", "LIMIT 1"), *arguments)


AROUND_PAGES: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "nothing": nullcontext,
    "another zone": lambda: timezone.override("Asia/Kathmandu"),
    "another language": lambda: translation.override("de"),
    "another tenant": lambda: connection.execute_wrapper(with_fewer_rows),
}


def page_of(rows: Any, around: str, *, is_fast: bool) -> Any:
    """Return the first page of `rows`, which a view has taken within a context."""
    view = (FastView if is_fast else View)()
    view.setup(APIRequestFactory().get("/"))
    view.request = view.initialize_request(view.request)
    view.format_kwarg = None
    with AROUND_PAGES[around]():
        return view.paginate_queryset(rows)
