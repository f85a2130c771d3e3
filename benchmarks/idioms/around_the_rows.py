"""Lists, links and classes of the project's that stand around the rows."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.relations import HyperlinkedIdentityField, HyperlinkedRelatedField
from rest_framework.reverse import reverse
from rest_framework.serializers import ListSerializer, ModelSerializer
from rest_framework.test import APIRequestFactory

from benchmarks.idioms.idiom import (
    BookSerializer,
    Idiom,
    listed,
    represented_by,
)
from bookshop.models import Book
from fastserializers import read_only
from fastserializers.views import FastReadMixin


class ShopListSerializer(ListSerializer):
    def to_representation(self, data: Any) -> Any:
        return super().to_representation(data)


class LinkedSerializer(serializers.HyperlinkedModelSerializer):
    class Meta:
        model = Book
        fields = ("url", "title", "publisher")
        read_only_fields = fields


class ListedSerializer(LinkedSerializer):
    class Meta(LinkedSerializer.Meta):
        list_serializer_class = ShopListSerializer


class DetailField(HyperlinkedIdentityField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__("book-detail", **kwargs)

    def get_url(self, obj: Any, view_name: str, request: Any, format: Any) -> Any:  # noqa: A002
        return super().get_url(obj, view_name, request, format)


class ReversingField(DetailField):
    def get_url(self, obj: Any, view_name: str, request: Any, format: Any) -> Any:  # noqa: A002
        return reverse(view_name, kwargs={"pk": obj.pk}, request=request, format=format)


class DetailedSerializer(LinkedSerializer):
    url = DetailField()


class ReversedSerializer(LinkedSerializer):
    url = ReversingField()
    publisher = HyperlinkedRelatedField("publisher-detail", read_only=True)


class KeyedSerializer(BookSerializer):
    def to_representation(self, instance: Any) -> Any:
        row = super().to_representation(instance)
        row["kind"] = "book"
        return row


def class_of_request() -> Any:
    """Return a class that is made as APIs of pages make theirs: for one request."""
    names = ("id", "title", "price", "published", "publisher", "tags")
    meta = type("Meta", (), {"model": Book, "fields": names, "read_only_fields": names})
    return type("PageSerializer", (ModelSerializer,), {"Meta": meta})


class PageView(GenericAPIView):
    def get_serializer_class(self) -> Any:
        return class_of_request()


class FastPageView(FastReadMixin, PageView):
    pass


def serializer_of(view_class: type[GenericAPIView], *args: Any, **options: Any) -> Any:
    """Return what a view reads its next response by."""
    view = view_class()
    view.setup(APIRequestFactory().get("/"))
    view.request = view.initialize_request(view.request)
    view.format_kwarg = None
    return view.get_serializer(*args, **options)


IDIOMS: tuple[Idiom, ...] = (
    listed(
        "two stock hyperlinks under a list class that calls super",
        ListedSerializer,
        12,
        linked=True,
    ),
    listed("a hyperlink whose get_url() calls super", DetailedSerializer, 8, linked=True),
    listed("a hyperlink whose get_url() reverses", ReversedSerializer, 2.5, linked=True),
    listed("to_representation() that calls super and adds a key", KeyedSerializer, 7),
    Idiom(
        "a class made per request by type(), in a view, for 20 rows",
        lambda books: serializer_of(PageView, books, many=True).data,
        lambda books: serializer_of(FastPageView, books, many=True).data,
        1,
        rows=20,
    ),
    Idiom(
        "a class made per request by type(), in a view, for one row",
        lambda books: serializer_of(PageView, books[0]).data,
        lambda books: serializer_of(FastPageView, books[0]).data,
        1,
        rows=1,
    ),
    Idiom(
        "a class made per request by type(), and read_only() of it, for 20 rows",
        lambda books: represented_by(class_of_request())(books),
        lambda books: represented_by(read_only(class_of_request()))(books),
        1,
        rows=20,
    ),
)
