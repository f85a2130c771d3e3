"""A library's API, made with DRF's serializers and with read-only ones."""

from __future__ import annotations

import re
from contextlib import contextmanager
from types import SimpleNamespace

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Max
from django.db.models.signals import pre_save
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from rest_framework import serializers, viewsets
from rest_framework.routers import DefaultRouter
from rest_framework.test import APIClient

from fastserializers import FastReadOnlyModelSerializer
from tests.differential import spelled_out
from tests.models import Book, Publisher, Tag
from tests.relations.serializers import methods, serializer_of, slug, text

BOOKS = Book.objects.select_related("publisher").prefetch_related("tags", "reviews").order_by("pk")

# All but bytes, which are no JSON, and the relation that is nested.
BOOK_COLUMNS = [
    field.name for field in Book._meta.concrete_fields if field.name not in ("blob", "publisher")
]

# Django masks the token anew each time that it is written.
CSRF_TOKEN = re.compile(rb'(?<="csrfToken": ")\w{64}|(?<=csrfmiddlewaretoken" value=")\w{64}')


def serializers_on(base):
    """Return the library's serializers."""
    publisher = serializer_of(base, Publisher, ["id", "name", "code", "country"])
    tag = serializer_of(base, Tag, ["id", "label"])

    def headline(serializer, book) -> str:
        return f"{book.title}: {book.subtitle}"

    declared = {
        "url": serializers.HyperlinkedIdentityField(view_name="book-detail"),
        "publisher": publisher(),
        "publisher_code": slug("code", source="publisher"),
        "publisher_url": serializers.HyperlinkedRelatedField(
            source="publisher", view_name="publisher-detail", read_only=True
        ),
        "tags": tag(many=True),
        "reviews": text(many=True),
        **methods(headline=headline),
    }
    book = serializer_of(base, Book, [*BOOK_COLUMNS, "shout"], declared)
    book.__doc__ = "A book, its publisher and what it is filed under."
    return SimpleNamespace(book=book, publisher=publisher, tag=tag)


PLAIN = serializers_on(serializers.ModelSerializer)
FAST = serializers_on(FastReadOnlyModelSerializer)


def urls_of(flavour, parent=viewsets.ReadOnlyModelViewSet, **attributes):
    """Return the URLs of an API with a flavour's serializers, and `attributes` on its views."""

    router = DefaultRouter()
    for prefix, queryset, serializer_class in (
        ("books", BOOKS, flavour.book),
        ("publishers", Publisher.objects.order_by("pk"), flavour.publisher),
    ):
        own = {"queryset": queryset, "serializer_class": serializer_class, **attributes}
        viewset = type(f"{queryset.model.__name__}ViewSet", (parent,), own)
        router.register(prefix, viewset)
    return tuple(router.urls)


def assert_apis_agree(expected, urls, *calls, headers=None):
    """Assert that two APIs answer the same to calls, made one after the other; return answers.

    A call is a path, or a method, a path and data.
    """
    plain, fast = (answers_of(which, calls, headers) for which in (expected, urls))
    for one, other in zip(fast, plain, strict=True):
        assert_same_answer(one, other)
        assert one.query_count <= other.query_count
    return fast


def answers_of(urls, calls, headers=None):
    cache.clear()
    with override_settings(ROOT_URLCONF=urls), undone(Publisher):
        client = APIClient(headers=headers)
        named = [("get", call, None) if isinstance(call, str) else call for call in calls]
        return [answer_to(getattr(client, method), path, data) for method, path, data in named]


def answer_to(ask, path, data):
    with CaptureQueriesContext(connection) as queries:
        answer = ask(path, data)
    answer.query_count = len(queries)
    return answer


@contextmanager
def undone(model):
    """Take back what is written to a model's table; new rows get the next key that is free.

    MariaDB doesn't take back how far it has counted.
    """
    pre_save.connect(count_on, sender=model)
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        pre_save.disconnect(count_on, sender=model)


def count_on(sender, instance, **kwargs):
    if instance.pk is None:
        instance.pk = 1 + (sender.objects.aggregate(last=Max("pk"))["last"] or 0)


def assert_same_answer(fast, plain):
    assert fast.status_code == plain.status_code
    assert headers_of(fast) == headers_of(plain)
    assert spelled_out(getattr(fast, "data", None)) == spelled_out(getattr(plain, "data", None))
    assert CSRF_TOKEN.sub(b"", fast.content) == CSRF_TOKEN.sub(b"", plain.content)


def headers_of(answer):
    # What a cache adds of the clock's.
    return {name: value for name, value in answer.items() if name not in ("Age", "Expires")}
