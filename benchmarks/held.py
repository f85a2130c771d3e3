"""The cases of the hold list.

The packages of both checkouts run them, so they use only names that both of them have.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpRequest, HttpResponse
from rest_framework import generics, serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory

from benchmarks.bench_hyperlinks import FastBookSerializer as LinkedBookSerializer
from benchmarks.bench_nested_books import FastBookSerializer
from benchmarks.users import FAST, FAST_SERIALIZERS, data_of_many
from bookshop.models import Book
from fastserializers import FastSerializerMixin
from fastserializers.renderers import OrjsonRenderer
from fastserializers.views import FastReadMixin


@dataclass(frozen=True)
class Case:
    """A piece of work whose cost has to hold."""

    name: str
    run: Callable[[], Any]
    rows: int
    slower: float = 0.05
    """How much slower than before it may be."""
    by_hand: Callable[[], Any] | None = None
    """The same work, written by hand."""
    at_most: float = 0
    """How many times as long as the work written by hand it may take."""


# Users: flat rows of ten columns.

FastUserSerializer = FAST_SERIALIZERS[FAST]
USERS = User.objects.order_by("pk")[:1_000]


# Books: with their publisher, author and three tags.


class WithMethodOfColumns(FastBookSerializer):  # type: ignore[misc, valid-type]
    label = serializers.SerializerMethodField()

    def get_label(self, book: Book) -> str:
        return f"{book.title}, {book.pages} pages"


class WithMethodOfRelations(FastBookSerializer):  # type: ignore[misc, valid-type]
    label = serializers.SerializerMethodField()

    def get_label(self, book: Book) -> str:
        return f"{book.author.name}: {', '.join(tag.name for tag in book.tags.all())}"


class WithOwnRepresentation(FastBookSerializer):  # type: ignore[misc, valid-type]
    def to_representation(self, instance: Book) -> dict[str, Any]:
        return {**super().to_representation(instance), "kind": "book"}


BOOKS = Book.objects.order_by("pk")
LOADED = BOOKS.select_related("publisher", "author").prefetch_related("tags")

# Views.

REQUESTS = APIRequestFactory()


class FlatSerializer(ModelSerializer):
    class Meta:
        model = Book
        fields = (
            "id",
            "isbn",
            "title",
            "subtitle",
            "price",
            "rating",
            "pages",
            "published",
            "added",
            "in_print",
            "format",
            "publisher",
        )
        read_only_fields = fields


class ChosenSerializer(FastSerializerMixin, FlatSerializer):
    """Has the fields that the request asks for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = self.context["request"].GET["fields"].split(",")
        for name in set(self.fields) - set(names):
            self.fields.pop(name)


class Pages(PageNumberPagination):
    page_size_query_param = "size"


class FlatPage(FastReadMixin, generics.ListAPIView):
    queryset = BOOKS
    serializer_class: Any = FlatSerializer
    pagination_class = Pages
    renderer_classes = (OrjsonRenderer,)
    authentication_classes = ()
    permission_classes = ()


class NestedPage(FlatPage):
    queryset = LOADED
    serializer_class = FastBookSerializer


def view_by_hand(request: HttpRequest) -> HttpResponse:
    """Answer as `FlatPage` does, by Django and orjson alone."""
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
    # REST framework's link to the first page names no page.
    if number > 1:
        query["page"] = str(number)
    else:
        query.pop("page", None)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def whole_page(view: Any, size: int) -> Callable[[], bytes]:
    """Return a request for the second page, answered down to its bytes."""

    def run() -> bytes:
        request = REQUESTS.get(f"/books/?page=2&size={size}", HTTP_HOST="localhost")
        response = view(request)
        if hasattr(response, "render"):
            response.render()
        content: bytes = response.content
        return content

    return run


# The cases.


def body(serializer_class: Any, rows: Any) -> bytes:
    return OrjsonRenderer().render(serializer_class(rows, many=True).data)


def of_database(name: str, serializer_class: Any, queryset: Any) -> Case:
    return Case(
        f"{name}, from {connection.display_name}",
        lambda: body(serializer_class, queryset.all()),
        1_000,
    )


def from_database() -> Iterable[Case]:
    yield of_database("1,000 users to bytes", FastUserSerializer, USERS)
    yield of_database("1,000 nested books, loaded", FastBookSerializer, LOADED)
    yield of_database("1,000 nested books, not loaded (N+1)", FastBookSerializer, BOOKS)
    yield of_database("1,000 nested books, a method of columns", WithMethodOfColumns, LOADED)
    yield of_database("1,000 nested books, a method of relations", WithMethodOfRelations, LOADED)
    yield of_database("1,000 nested books, own representation", WithOwnRepresentation, LOADED)
    for name, view in (("flat", FlatPage), ("nested", NestedPage)):
        for size in (10, 100):
            title = f"page of {size} {name} books, from {connection.display_name}"
            yield Case(title, whole_page(view.as_view(), size), size)
    for size in (10, 100):
        yield Case(
            f"3 of 12 fields by pop(), {size} rows, from {connection.display_name}",
            lambda size=size: chosen(size),
            size,
        )


def chosen(size: int) -> Any:
    request = REQUESTS.get("/books/?fields=id,title,price")
    return ChosenSerializer(BOOKS[:size], many=True, context={"request": request}).data


def in_memory() -> Iterable[Case]:
    users, books = list(USERS), list(LOADED.all())
    links = {"request": REQUESTS.get("/", HTTP_HOST="localhost")}
    yield Case(
        "1,000 users in memory, .data", lambda: data_of_many(FastUserSerializer)(users), 1_000
    )
    yield Case("1,000 users in memory, to bytes", lambda: body(FastUserSerializer, users), 1_000)
    yield Case(
        "1,000 links in memory, .data",
        lambda: LinkedBookSerializer(books, many=True, context=links).data,
        1_000,
    )
    yield Case(
        "one object of a read-only class, .data", lambda: FastUserSerializer(users[0]).data, 1
    )
    yield Case(
        "100 evaluated books, nothing to load, to bytes",
        lambda: body(FastBookSerializer, books[:100]),
        100,
        slower=0.03,
    )


AT_MOST = {1: 1.47 * 1.05, 20: 1.4, 100: 1.38 * 1.05}
"""How many times as long as the view written by hand a view may take, by the rows of its page."""


def next_to_hand() -> Iterable[Case]:
    for size, at_most in AT_MOST.items():
        ours, hand = whole_page(FlatPage.as_view(), size), whole_page(view_by_hand, size)
        if ours() != hand():
            sys.exit(f"The view written by hand answers something else:\n{ours()!r}\n{hand()!r}")
        title = f"whole view, {size} flat books, from {connection.display_name}"
        yield Case(title, ours, size, by_hand=hand, at_most=at_most)


def cases() -> dict[str, Case]:
    made = [*from_database()]
    if connection.vendor == "sqlite":
        made += [*in_memory(), *next_to_hand()]
    return {case.name: case for case in made}
