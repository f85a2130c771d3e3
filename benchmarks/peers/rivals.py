"""Those that are measured side by side: a new one is one more function here.

Each is set up as its own documentation says is fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

import orjson
from django.contrib.auth.models import User
from django.http import HttpResponseBase
from rest_framework.generics import ListAPIView
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.serializers import ModelSerializer

from benchmarks.books import book_serializer
from benchmarks.peers import by_hand
from benchmarks.users import model_serializer, plain
from bookshop.models import Book
from bookshop.views import HundredRows

DRF = "djangorestframework"
OURS = "django-fastserializers"
PLAIN = "plain function"


@dataclass(frozen=True)
class Answers:
    """A function for each work. Those that take rows take a list or a queryset of them."""

    one: Callable[[User], Any]
    rows: Callable[[Iterable[User]], Any]
    body: Callable[[Iterable[User]], bytes]
    nested: Callable[[Iterable[Book]], bytes]
    page: Callable[..., HttpResponseBase] | tuple[Any, ...]
    """What `django.urls.path` takes as a view."""


RIVALS: dict[str, Callable[[], Answers]] = {}


def rival(name: str) -> Callable[[Callable[[], Answers]], Callable[[], Answers]]:
    def register(enter: Callable[[], Answers]) -> Callable[[], Answers]:
        RIVALS[name] = enter
        return enter

    return register


@cache
def answers(name: str) -> Answers:
    """Return the functions of a rival; of one that can't be set up, functions that say why."""
    try:
        return RIVALS[name]()
    except Exception as error:
        reason = error

    def refuse(source: Any) -> Any:
        raise reason

    return Answers(refuse, refuse, refuse, refuse, refuse)


def like_drf(
    base: type[ModelSerializer],
    renderer: type[BaseRenderer] = JSONRenderer,
    data: Callable[[Any], Any] = lambda serializer: serializer.data,
    view: type[ListAPIView] = ListAPIView,
    pages: type[HundredRows] = HundredRows,
) -> Answers:
    """Return the functions of those that change the base of a serializer, or its renderer."""
    user_class, book_class = model_serializer(base), book_serializer(base)
    return Answers(
        one=lambda user: data(user_class(user)),
        rows=lambda users: data(user_class(users, many=True)),
        body=lambda users: renderer().render(user_class(users, many=True).data),
        nested=lambda books: renderer().render(book_class(books, many=True).data),
        page=view.as_view(
            queryset=by_hand.USERS,
            serializer_class=user_class,
            renderer_classes=[renderer],
            pagination_class=pages,
        ),
    )


@rival(DRF)
def drf() -> Answers:
    return like_drf(ModelSerializer)


@rival(OURS)
def ours() -> Answers:
    from fastserializers import FastReadOnlyModelSerializer
    from fastserializers.renderers import OrjsonRenderer
    from fastserializers.views import FastReadMixin

    class View(FastReadMixin, ListAPIView):
        pass

    return like_drf(FastReadOnlyModelSerializer, OrjsonRenderer, view=View)


@rival("drf-orjson-renderer")
def drf_orjson_renderer() -> Answers:
    from drf_orjson_renderer.renderers import ORJSONRenderer

    return like_drf(ModelSerializer, ORJSONRenderer)


@rival("drf-oxide")
def drf_oxide() -> Answers:
    from drf_oxide.renderers import JSONRenderer
    from drf_oxide.serializers import ModelSerializer

    return like_drf(ModelSerializer, JSONRenderer)


@rival("drf-accelerator")
def drf_accelerator() -> Answers:
    from drf_accelerator import FastSerializationMixin

    class Base(FastSerializationMixin, ModelSerializer):
        pass

    return like_drf(Base)


@rival("drf-rust")
def drf_rust() -> Answers:
    from drf_rust import RustModelSerializer, settings_extractor

    extract = settings_extractor.extract_databases

    def extract_databases() -> dict[str, dict[str, Any]]:
        # It makes a URL of the settings as they are, and finds no directory of a socket in it.
        databases = extract()
        for database in databases.values():
            database["HOST"] = quote(database["HOST"], safe="")
        return databases

    settings_extractor.extract_databases = extract_databases
    return like_drf(RustModelSerializer)


@rival("drf-fastserializers")
def drf_fastserializers() -> Answers:
    from drf_fastserializers import FastJSONRenderer, FastSerializerMixin

    class Base(FastSerializerMixin, ModelSerializer):
        pass

    def data(serializer: Base) -> Any:
        # Its .data is a promise, which its renderer encodes without keeping it.
        promise = serializer.data
        return promise.adapter.dump_python(promise.instances, mode="json")

    return like_drf(Base, FastJSONRenderer, data)


@rival("clarax-django")
def clarax_django() -> Answers:
    from django_clarax.serializers import RustSerializerMixin

    class Base(RustSerializerMixin, ModelSerializer):
        pass

    return like_drf(Base)


@rival("django-fastdrf")
def django_fastdrf() -> Answers:
    from fastdrf.msgspec.renderers import MsgspecJSONRenderer
    from fastdrf.response import DataResponse
    from fastdrf.serializers import ModelSerializer
    from fastdrf.views import DispatchOptimizationMixin

    class View(DispatchOptimizationMixin, ListAPIView):
        pass

    class Pages(HundredRows):
        def get_paginated_response(self, data: Any) -> DataResponse:
            return DataResponse(super().get_paginated_response(data).data)

    return like_drf(ModelSerializer, MsgspecJSONRenderer, view=View, pages=Pages)


@rival("serpy")
def serpy() -> Answers:
    from benchmarks.peers.with_serpy import BookSerializer, UserSerializer

    return Answers(
        one=lambda user: UserSerializer(user).data,
        rows=lambda users: UserSerializer(users, many=True).data,
        body=lambda users: orjson.dumps(UserSerializer(users, many=True).data),
        nested=lambda books: orjson.dumps(BookSerializer(books, many=True).data),
        page=by_hand.page_view(lambda users: UserSerializer(users, many=True).data),
    )


@rival("fastberry")
def fastberry() -> Answers:
    from benchmarks.peers.with_fastberry import BookRest, UserRest

    return Answers(
        one=UserRest.serialize_obj,
        rows=UserRest.serialize,
        body=UserRest.serialize_json,
        nested=BookRest.serialize_json,
        page=by_hand.page_view(UserRest.serialize),
    )


@rival("django-ninja")
def django_ninja() -> Answers:
    from benchmarks.peers.with_ninja import BOOKS, USERS, UserOut, api

    return Answers(
        one=lambda user: UserOut.from_orm(user).model_dump(mode="json"),
        rows=lambda users: USERS.dump_python(USERS.validate_python(list(users)), mode="json"),
        body=lambda users: USERS.dump_json(USERS.validate_python(list(users))),
        nested=lambda books: BOOKS.dump_json(BOOKS.validate_python(list(books))),
        page=api.urls,
    )


@rival("marshmallow")
def marshmallow() -> Answers:
    from benchmarks.peers.with_marshmallow import BookSchema, UserSchema

    user, users, books = UserSchema(), UserSchema(many=True), BookSchema(many=True)
    return Answers(
        one=user.dump,
        rows=users.dump,
        body=users.dumps,
        nested=books.dumps,
        page=by_hand.page_view(users.dump),
    )


@rival(PLAIN)
def plain_function() -> Answers:
    def rows(users: Iterable[User]) -> list[dict[str, Any]]:
        return [plain(user) for user in users]

    return Answers(
        one=plain,
        rows=rows,
        body=lambda users: orjson.dumps(rows(users)),
        nested=lambda books: orjson.dumps([by_hand.plain_book(book) for book in books]),
        page=by_hand.page_view(rows),
    )
