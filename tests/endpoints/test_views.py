"""A project answers the same with the mixin on the base of its views as without."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from rest_framework import generics
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer

from fastserializers.plans.marks import state_of
from fastserializers.views import FastReadMixin
from tests.endpoints.project import (
    BookSerializer,
    FourByCursor,
    FourOffsets,
    FourRows,
    PublisherSerializer,
    both_projects,
)
from tests.models import Publisher, Tag
from tests.neighbours.library import assert_apis_agree

NEW = {"name": "Seren", "code": "seren"}


def reads_fast(serializer):
    return state_of(serializer) is not None


def reading_calls(book):
    """Return requests that read, or are refused, in every way that the project has."""
    lists = ["books/", "books/brief/", "books/titles/", "publishers/", "publishers/?brief=1"]
    queries = ["?ordering=-price", "?search=Book 3", "?page=2", "?offset=4", "?page=99", "?size=2"]
    paths = [
        *(f"v1/{path}" for path in lists),
        *(f"v2/{path}" for path in lists),
        *(f"v1/books/{query}" for query in queries),
        "v1/books/checked/?title=Book 3 é\u2028<%26>",
        "v2/books/?without=title",
        f"v1/books/{book.pk}/",
        f"v2/books/{book.pk}/?without=id",
        f"v1/books/{book.pk}.json",
        f"v1/publishers/{book.publisher.pk}/",
        "v1/books/0/",
        "v3/books/",
        "v1/tags/",
        f"v1/tags/{Tag.objects.first().pk}/",
        "v1/",
    ]
    calls = [f"/{path}" for path in paths]
    for method in ("options", "head", "post", "put", "patch"):
        calls += [(method, f"/{path}", {}) for path in ("v1/books/", f"v1/books/{book.pk}/")]
    described = ("v2/books/", "v1/books/brief/", "v1/publishers/", "v1/tags/")
    calls += [("options", f"/{path}", None) for path in described]
    return calls


def writing_calls(book):
    each, all_of_them = f"/v1/publishers/{book.publisher.pk}/", "/v1/publishers/"
    return [
        ("post", all_of_them, NEW),
        ("post", all_of_them, NEW | {"name": ""}),
        all_of_them,
        ("put", each, {"name": "Gomer", "code": "gomer"}),
        ("put", each, {"code": "honno"}),
        ("patch", each, {"name": "Gomer & Co."}),
        ("options", each, None),
        each,
        ("post", "/v1/books/", {"title": "refused"}),
        ("patch", f"/v1/books/{book.pk}/", {"title": "Other"}),
        f"/v1/books/{book.pk}/",
        ("delete", each, None),
        all_of_them,
    ]


@pytest.mark.parametrize(
    ("renderer", "pagination_class"),
    [
        (JSONRenderer, None),
        (JSONRenderer, FourRows),
        (JSONRenderer, FourOffsets),
        (JSONRenderer, FourByCursor),
        (BrowsableAPIRenderer, FourRows),
        (AdminRenderer, FourOffsets),
    ],
)
def test_every_request_that_reads_is_answered_the_same(books, renderer, pagination_class):
    calls = reading_calls(books[4])
    if renderer is not AdminRenderer:
        # DRF's own admin raises an error.
        calls.append("/v1/books/checked/?title=refused")
    answers = assert_apis_agree(
        *both_projects(
            pagination_class=pagination_class, renderer_classes=[renderer, JSONRenderer]
        ),
        *calls,
    )
    assert {answer.status_code for answer in answers} >= {200, 400, 404}


@pytest.mark.parametrize("renderer", [JSONRenderer, BrowsableAPIRenderer, AdminRenderer])
def test_every_request_that_writes_is_answered_the_same(books, renderer):
    answers = assert_apis_agree(
        *both_projects(renderer_classes=[renderer, JSONRenderer]), *writing_calls(books[4])
    )
    assert {answer.status_code for answer in answers} >= {200, 400}


def view_of(method, mixins=(FastReadMixin,), **attributes):
    """Return a view as it is while it answers a request with `method`."""
    view = type("View", (*mixins, generics.GenericAPIView), attributes)()
    view.setup(RequestFactory().generic(method, "/"))
    view.request, view.format_kwarg = view.initialize_request(view.request), None
    return view


def test_a_serializer_for_reading_is_fast():
    for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE"):
        view = view_of(method, serializer_class=PublisherSerializer)
        for serializer in (
            view.get_serializer(Publisher()),
            view.get_serializer([Publisher()], many=True).child,
        ):
            assert type(serializer) is PublisherSerializer
            assert reads_fast(serializer) is (method in ("GET", "HEAD")), method
        assert view.get_serializer_class() is view.serializer_class is PublisherSerializer
    view = view_of("GET", (generics.ListAPIView, FastReadMixin), serializer_class=BookSerializer)
    assert reads_fast(view.get_serializer(Publisher(), context={}))


def test_what_validates_has_no_request_or_is_switched_off_is_as_it_is(settings):
    view = view_of("GET", serializer_class=PublisherSerializer)
    serializer = view.get_serializer(Publisher(), data={"name": "x"}, partial=True)
    assert not reads_fast(serializer)
    assert serializer.is_valid()
    for request in (None, object()):
        view.request = request
        assert not reads_fast(view.get_serializer(Publisher(), context={})), request
    settings.FASTSERIALIZERS = {"ENABLED": False}
    view = view_of("GET", serializer_class=PublisherSerializer)
    assert not reads_fast(view.get_serializer(Publisher()))
