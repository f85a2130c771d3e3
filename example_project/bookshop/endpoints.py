from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.urls import path
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer

from bookshop import serializers
from bookshop.models import Book
from bookshop.views import All, Detail, Page
from fastserializers.renderers import OrjsonRenderer

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.urls import URLPattern
    from rest_framework.generics import GenericAPIView
    from rest_framework.renderers import BaseRenderer


@dataclass(frozen=True)
class Flavour:
    name: str
    serializers: serializers.Serializers
    renderer: type[BaseRenderer]


@dataclass(frozen=True)
class Endpoint:
    name: str
    route: str
    view: type[GenericAPIView]
    queryset: QuerySet
    serializer: str

    def example(self) -> dict[str, int] | None:
        """The arguments of an address that has rows, or None while the shop has no such row."""
        if self.view is not Detail:
            return {}
        key = self.queryset.values_list("pk", flat=True).first()
        return None if key is None else {"pk": key}


USERS = User.objects.order_by("pk")
BOOKS = Book.objects.all()
NESTED_BOOKS = Book.objects.select_related("publisher", "author").prefetch_related(
    "tags", "reviews"
)

FLAVOURS = (
    Flavour("plain", serializers.plain, JSONRenderer),
    Flavour("fast", serializers.fast, OrjsonRenderer),
)
ENDPOINTS = (
    Endpoint("users", "users/", Page, USERS, "user"),
    Endpoint("users-all", "users/all/", All, USERS, "user"),
    Endpoint("user", "users/<int:pk>/", Detail, USERS, "user"),
    Endpoint("books", "books/", Page, BOOKS, "book"),
    Endpoint("books-all", "books/all/", All, BOOKS, "book"),
    Endpoint("book", "books/<int:pk>/", Detail, BOOKS, "book"),
    Endpoint("nested-books", "books/nested/", Page, NESTED_BOOKS, "nested_book"),
    Endpoint("nested-books-all", "books/nested/all/", All, NESTED_BOOKS, "nested_book"),
    Endpoint("nested-book", "books/nested/<int:pk>/", Detail, NESTED_BOOKS, "nested_book"),
)


def address(endpoint: Endpoint, flavour: Flavour) -> URLPattern:
    return path(
        f"{flavour.name}/{endpoint.route}",
        endpoint.view.as_view(
            name=f"{flavour.name}: {endpoint.route}",
            queryset=endpoint.queryset,
            serializer_class=getattr(flavour.serializers, endpoint.serializer),
            renderer_classes=[flavour.renderer, BrowsableAPIRenderer],
        ),
        name=f"{flavour.name}-{endpoint.name}",
    )
