"""Whole views: REST framework's, the fast one, and one that is written by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.test import APIRequestFactory

from benchmarks.books import BOOKS, LOADED_BOOKS, FlatSerializer
from fastserializers.renderers import OrjsonRenderer
from fastserializers.views import FastReadMixin

REQUESTS = APIRequestFactory()
View = Callable[..., Any]


class Pages(PageNumberPagination):
    page_size_query_param = "size"


class OwnPages(Pages):
    """Evaluates the rows of a page before the serializer has them."""

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any] | None:
        page = super().paginate_queryset(queryset, request, view)
        return None if page is None else sorted(page, key=lambda book: book.pk)


def view_of(
    base: type[GenericAPIView],
    serializer_class: Any,
    *mixins: type,
    renderer: type[BaseRenderer],
    queryset: QuerySet[Any] = LOADED_BOOKS,
    pages: type[Pages] = Pages,
) -> View:
    options = {
        "queryset": queryset.all(),
        "serializer_class": serializer_class,
        "pagination_class": pages,
        "renderer_classes": [renderer],
        "authentication_classes": [],
        "permission_classes": [],
    }
    view: View = type("View", (*mixins, base), options).as_view()  # type: ignore[attr-defined]
    return view


def drf_and_fast(
    serializer_class: Any, base: type[GenericAPIView] = ListAPIView, **options: Any
) -> tuple[View, View]:
    """Return REST framework's view, and the same with the mixin and the renderer."""
    return (
        view_of(base, serializer_class, renderer=JSONRenderer, **options),
        view_of(base, serializer_class, FastReadMixin, renderer=OrjsonRenderer, **options),
    )


def page(view: View, size: int, query: str = "", number: int = 1) -> bytes:
    """Return the bytes of a page."""
    return answered(view, f"/books/?{query}page={number}&size={size}")


def answered(view: View, address: str, **parameters: Any) -> bytes:
    response = view(REQUESTS.get(address, HTTP_HOST="localhost"), **parameters)
    if hasattr(response, "render"):
        response.render()
    content: bytes = response.content
    return content


def view_by_hand(request: HttpRequest) -> HttpResponse:
    """Answer as the fast view of flat books does, by Django and orjson alone."""
    number, size = int(request.GET.get("page", 1)), int(request.GET["size"])
    count = BOOKS.count()
    rows = BOOKS.values(*FlatSerializer.Meta.fields)[(number - 1) * size : number * size]
    body = {
        "count": count,
        "next": link(request, number + 1) if number * size < count else None,
        "previous": link(request, number - 1) if number > 1 else None,
        "results": list(rows),
    }
    content = orjson.dumps(body, default=str, option=orjson.OPT_UTC_Z)
    return HttpResponse(content, content_type="application/json")


def link(request: HttpRequest, number: int) -> str:
    query = request.GET.copy()
    query["page"] = str(number)
    # REST framework's link to the first page names no page.
    if number == 1:
        del query["page"]
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def one_of(view: View, key: Any, query: str = "") -> bytes:
    return answered(view, f"/books/{key}/?{query}", pk=key)
