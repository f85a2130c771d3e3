"""A project answers the same with the mixin on the base of its views as without.

`tests.adoption` asks a whole project, by each of its addresses.
"""

import asyncio
import importlib
import json
import warnings

import pytest
from adrf.views import APIView as AsyncView
from django.test import RequestFactory
from rest_framework import generics, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from fastserializers.reading.state import state_of
from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import DRF, four_rows
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


class FastChoosing(FastReadMixin, Choosing):
    pass


@pytest.mark.parametrize(
    ("renderer", "kind"),
    [
        (JSONRenderer, None),
        (BrowsableAPIRenderer, "cursors"),
        (AdminRenderer, "numbers"),
    ],
)
def test_every_request_is_answered_the_same(books, renderer, kind):
    attributes = {
        "renderer_classes": [renderer, JSONRenderer],
        "pagination_class": four_rows(DRF[kind]) if kind else None,
    }
    calls = [
        "/books/?without=title&without=tags",
        f"/books/{books[4].pk}/?without=url",
        "/books/?page=2",
        "/books/?offset=4",
        "/books/?cursor=x",
        "/books/0/",
        "/publishers/titles/",
        "/publishers/checked/?name=Honno",
        *calls_on(books[1].publisher.pk),
    ]
    if renderer is not AdminRenderer:
        # DRF's own admin raises an error.
        calls.append("/publishers/checked/?name=")

    answers = assert_apis_agree(
        urls_of(PLAIN, Choosing, **attributes), urls_of(PLAIN, FastChoosing, **attributes), *calls
    )

    assert {answer.status_code for answer in answers} >= {200, 400, 404, 405}


def reads_fast(serializer):
    return state_of(serializer) is not None


class AwaitedByHand(FastReadMixin, AsyncView):
    authentication_classes = permission_classes = ()

    async def get(self, request):
        return Response({"one": reads_fast(PublisherSerializer(Publisher()))})


def test_all_that_an_async_view_reads_is_fast():
    async def answer():
        return await AwaitedByHand.as_view()(APIRequestFactory().get("/"))

    assert asyncio.run(answer()).data == {"one": True}


def test_the_mixin_before_another_view_is_refused():
    with pytest.raises(TypeError, match="name FastReadMixin before ListAPIView among its bases"):

        class Books(generics.ListAPIView, FastReadMixin): ...


def test_the_mixin_on_a_serializer_is_refused():
    with pytest.raises(
        TypeError, match=r"FastReadMixin is for views of REST framework, and .*Made is none"
    ):

        class Made(FastReadMixin, serializers.Serializer): ...


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


class FastModelViewSet(FastReadMixin, viewsets.ModelViewSet):
    pass


@pytest.mark.parametrize("doc", [None, "A view of the project's with a docstring."])
def test_the_document_is_the_same(doc, document):
    pages = four_rows(DRF["numbers"])

    plain = document(viewsets.ModelViewSet, pagination_class=pages, __doc__=doc)
    fast = document(FastModelViewSet, pagination_class=pages, __doc__=doc)

    assert fast == plain
    assert "headline" in fast[0]


class FailsWithoutAUser(viewsets.ModelViewSet):
    """Its context can't be made for a schema."""

    def get_serializer_context(self):
        return {**super().get_serializer_context(), "user": self.request.user.pk + 1}


class FastFailsWithoutAUser(FastReadMixin, FailsWithoutAUser):
    __doc__ = FailsWithoutAUser.__doc__


@pytest.mark.parametrize("document", ["drf_spectacular"], indirect=True)
def test_a_context_that_a_schema_has_no_use_for_is_not_made(document):
    plain, fast = document(FailsWithoutAUser), document(FastFailsWithoutAUser)
    assert fast == plain
    assert "exception raised" not in fast[1][1]
