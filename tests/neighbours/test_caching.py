"""Caches that keep responses and rendered bodies."""

from __future__ import annotations

import pickle

from django.test import override_settings
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_page
from django.views.decorators.vary import vary_on_headers
from rest_framework import viewsets
from rest_framework.test import APIClient

from tests.neighbours.library import (
    FAST,
    FLAVOURS,
    PLAIN,
    assert_apis_agree,
    assert_same_answer,
    assert_same_answers,
    urls_of,
)


class CachedViewSet(viewsets.ReadOnlyModelViewSet):
    @method_decorator(cache_page(60))
    @method_decorator(vary_on_headers("Accept", "X-Library"))
    def dispatch(self, request, *args, **kwargs):
        return super().dispatch(request, *args, **kwargs)


def test_a_cached_page_is_the_same_page(books, django_assert_num_queries):
    path = f"/books/{books[4].pk}/"
    for accept in ("application/json", "text/html"):
        headers = {"accept": accept, "x-library": "1"}
        calls = path, path, "/books/", "/books/"
        assert_same_answers(*calls, headers=headers, parent=CachedViewSet)
    with override_settings(ROOT_URLCONF=urls_of(FAST, CachedViewSet)):
        client = APIClient(headers=headers)
        first = client.get(path)
        with django_assert_num_queries(0):
            assert client.get(path).content == first.content


def test_bodies_have_the_same_etags(books, settings):
    settings.MIDDLEWARE = ["django.middleware.http.ConditionalGetMiddleware"]
    for flavour in FLAVOURS:
        urls = urls_of(PLAIN), urls_of(flavour)
        (answer,) = assert_apis_agree(*urls, "/books/")
        (again,) = assert_apis_agree(*urls, "/books/", headers={"if-none-match": answer["ETag"]})
        assert (answer.status_code, again.status_code) == (200, 304)


def test_a_response_that_was_pickled_is_the_same(books):
    def reloaded(flavour):
        with override_settings(ROOT_URLCONF=urls_of(flavour)):
            return pickle.loads(pickle.dumps(APIClient().get("/books/")))  # noqa: S301

    expected = reloaded(PLAIN)
    assert len(expected.data) == len(books)
    for flavour in FLAVOURS:
        assert_same_answer(reloaded(flavour), expected)
