"""A project answers the same with the mixin on the base of its views as without.

`tests.adoption` asks a whole project, by each of its addresses.
"""

from __future__ import annotations

import importlib
import json
import warnings

import pytest
from django.test import RequestFactory
from rest_framework import generics, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from fastserializers.plans.marks import state_of
from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import DRF, four_rows, view_of
from tests.endpoints.project import PublisherSerializer
from tests.models import Publisher
from tests.neighbours.library import PLAIN, assert_apis_agree, urls_of
from tests.neighbours.test_viewsets import calls_on


class CodeSerializer(serializers.BaseSerializer):
    def to_representation(self, instance):
        return {"title": str(instance)}


class Choosing(viewsets.ModelViewSet):
    def get_serializer(self, *args, **kwargs):
        serializer = super().get_serializer(*args, **kwargs)
        if self.request is not None:
            for name in self.request.GET.getlist("without"):
                getattr(serializer, "child", serializer).fields.pop(name)
        return serializer

    @action(detail=False, serializer_class=CodeSerializer)
    def titles(self, request):
        return Response(self.get_serializer(self.get_queryset(), many=True).data)

    @action(detail=False)
    def checked(self, request):
        """Validates what it is asked for by the serializer that it answers with."""
        asked = self.get_serializer(data=request.query_params, partial=True)
        asked.is_valid(raise_exception=True)
        found = self.get_queryset().filter(**asked.validated_data)
        return Response(self.get_serializer(found, many=True).data)


@pytest.mark.parametrize("kind", [None, *DRF])
@pytest.mark.parametrize("renderer", [JSONRenderer, BrowsableAPIRenderer, AdminRenderer])
def test_every_request_is_answered_the_same(books, renderer, kind):
    calls = ["/books/?without=title&without=tags", f"/books/{books[4].pk}/?without=url"]
    calls += ["/books/?page=2", "/books/?offset=4", "/books/?cursor=x", "/books/0/"]
    calls += ["/publishers/titles/", "/publishers/checked/?name=Honno"]
    if renderer is not AdminRenderer:
        # DRF's own admin raises an error.
        calls.append("/publishers/checked/?name=")
    attributes = {
        "renderer_classes": [renderer, JSONRenderer],
        "pagination_class": four_rows(DRF[kind]) if kind else None,
    }
    fast = type("ReadsFast", (FastReadMixin, Choosing), {})
    plain_urls, fast_urls = (urls_of(PLAIN, each, **attributes) for each in (Choosing, fast))
    calls += calls_on(books[1].publisher.pk)
    answers = assert_apis_agree(plain_urls, fast_urls, *calls)
    assert {answer.status_code for answer in answers} >= {200, 400, 404, 405}


def reads_fast(serializer):
    return state_of(serializer) is not None


class Fast(FastReadMixin, generics.GenericAPIView):
    serializer_class = PublisherSerializer


def test_a_serializer_for_reading_is_fast():
    for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE"):
        view = view_of(Fast, method=method)
        rows = view.get_serializer([Publisher()], many=True)
        for serializer in (view.get_serializer(Publisher()), rows.child):
            assert type(serializer) is PublisherSerializer
            assert reads_fast(serializer) is (method in ("GET", "HEAD")), method
        assert view.get_serializer_class() is view.serializer_class is PublisherSerializer
    mixin_last = type("View", (generics.ListAPIView, FastReadMixin), {})
    view = view_of(mixin_last, serializer_class=PublisherSerializer)
    assert reads_fast(view.get_serializer(Publisher(), context={}))


def test_what_validates_has_no_request_or_is_switched_off_is_as_it_is(settings):
    view = view_of(Fast)
    serializer = view.get_serializer(Publisher(), data={"name": "x"}, partial=True)
    assert not reads_fast(serializer)
    assert serializer.is_valid()
    for view.request in (None, object()):
        assert not reads_fast(view.get_serializer(Publisher(), context={})), view.request
    settings.FASTSERIALIZERS = {"ENABLED": False}
    assert not reads_fast(view_of(Fast).get_serializer(Publisher()))


# The OpenAPI documents of a project are the same, to the byte.


@pytest.fixture(params=["rest_framework.schemas", "drf_spectacular"])
def document(request, settings, capsys):
    """Return a function that gives the document of a project, and what was said of it."""
    package = pytest.importorskip(request.param)
    settings.REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": f"{package.__name__}.openapi.AutoSchema"}

    def made(view, **attributes):
        openapi = importlib.import_module(f"{package.__name__}.openapi")
        urls = urls_of(PLAIN, view, schema=openapi.AutoSchema(), **attributes)
        if package.__name__ == "drf_spectacular":
            from drf_spectacular.drainage import GENERATOR_STATS
            from drf_spectacular.generators import SchemaGenerator

            GENERATOR_STATS.reset()
            generator = SchemaGenerator(patterns=urls, api_version="v1")
        else:
            generator = openapi.SchemaGenerator(patterns=urls)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            documents = [generator.get_schema(each, public=True) for each in (None, REQUEST)]
        said = [str(each.message) for each in warned], capsys.readouterr().err
        return json.dumps(documents, indent=1, default=str), said

    return made


REQUEST = Request(RequestFactory().get("/"))


def both(view, document, **attributes):
    return (
        document(type("Views", bases, {}), **{"__doc__": None, **attributes})
        for bases in ((view,), (FastReadMixin, view))
    )


@pytest.mark.parametrize("kind", [None, *DRF])
def test_the_document_is_the_same(kind, document):
    pages = four_rows(DRF[kind]) if kind else None
    for doc in (None, "A view of the project's with a docstring."):
        plain, fast = both(viewsets.ModelViewSet, document, pagination_class=pages, __doc__=doc)
        assert fast == plain
        assert "headline" in fast[0]


class FailsWithoutAUser(viewsets.ModelViewSet):
    """Its context can't be made for a schema."""

    def get_serializer_context(self):
        return {**super().get_serializer_context(), "user": self.request.user.pk + 1}


@pytest.mark.parametrize("document", ["drf_spectacular"], indirect=True)
def test_a_context_that_a_schema_has_no_use_for_is_not_made(document):
    plain, fast = both(FailsWithoutAUser, document)
    assert fast == plain
    assert "exception raised" not in fast[1][1]
