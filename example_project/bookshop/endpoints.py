from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.urls import path
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer

from bookshop import serializers, views
from bookshop.models import Book, Publisher
from fastserializers.renderers import OrjsonRenderer

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.urls import URLPattern
    from rest_framework.renderers import BaseRenderer


@dataclass(frozen=True)
class Flavour:
    name: str
    views: views.Views
    serializers: serializers.Serializers
    renderer: type[BaseRenderer]


@dataclass(frozen=True)
class Endpoint:
    name: str
    route: str
    view: str
    queryset: QuerySet
    serializer: str
    actions: tuple[tuple[str, str], ...] = ()
    """HTTP methods of a viewset, and the action of each."""

    def example(self) -> dict[str, int] | None:
        """Return arguments for the address of a row, or None if the shop has no row."""
        if "<int:pk>" not in self.route:
            return {}
        key = self.queryset.values_list("pk", flat=True).first()
        return None if key is None else {"pk": key}


USERS = User.objects.order_by("pk")
BOOKS = Book.objects.all()
NESTED_BOOKS = Book.objects.select_related("publisher", "author").prefetch_related(
    "tags", "reviews"
)
PUBLISHERS = Publisher.objects.all()

OF_ALL = (("get", "list"), ("post", "create"))
OF_ONE = (
    ("get", "retrieve"),
    ("put", "update"),
    ("patch", "partial_update"),
    ("delete", "destroy"),
)

FLAVOURS = (
    Flavour("plain", views.plain, serializers.plain, JSONRenderer),
    Flavour("fast", views.fast, serializers.fast, OrjsonRenderer),
)
ENDPOINTS = (
    Endpoint("users", "users/", "page", USERS, "user"),
    Endpoint("users-all", "users/all/", "all_rows", USERS, "user"),
    Endpoint("user", "users/<int:pk>/", "detail", USERS, "user"),
    Endpoint("books", "books/", "page", BOOKS, "book"),
    Endpoint("books-by-offset", "books/by-offset/", "page_by_offset", BOOKS, "book"),
    Endpoint("books-by-cursor", "books/by-cursor/", "page_by_cursor", BOOKS, "book"),
    Endpoint("books-all", "books/all/", "all_rows", BOOKS, "book"),
    Endpoint("books-stream", "books/stream/", "stream", BOOKS, "book"),
    Endpoint("book", "books/<int:pk>/", "detail", BOOKS, "book"),
    Endpoint("nested-books", "books/nested/", "page", NESTED_BOOKS, "nested_book"),
    Endpoint("nested-books-all", "books/nested/all/", "all_rows", NESTED_BOOKS, "nested_book"),
    Endpoint("nested-book", "books/nested/<int:pk>/", "detail", NESTED_BOOKS, "nested_book"),
    # Nothing is prefetched: REST framework makes four queries for each row.
    Endpoint("unloaded-books", "books/unloaded/", "page", BOOKS, "nested_book"),
    Endpoint("publishers", "publishers/", "writable", PUBLISHERS, "publisher", OF_ALL),
    Endpoint("publisher", "publishers/<int:pk>/", "writable", PUBLISHERS, "publisher", OF_ONE),
)


def address(endpoint: Endpoint, flavour: Flavour) -> URLPattern:
    view = getattr(flavour.views, endpoint.view)
    return path(
        f"{flavour.name}/{endpoint.route}",
        view.as_view(
            *([dict(endpoint.actions)] if endpoint.actions else []),
            name=f"{flavour.name}: {endpoint.route}",
            queryset=endpoint.queryset,
            serializer_class=getattr(flavour.serializers, endpoint.serializer),
            renderer_classes=[flavour.renderer, BrowsableAPIRenderer],
        ),
        name=f"{flavour.name}-{endpoint.name}",
    )
