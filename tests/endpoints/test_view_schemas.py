"""The OpenAPI documents of a project are the same with the mixin, to the byte."""

from __future__ import annotations

import json
import warnings

import pytest
from django.test import RequestFactory
from rest_framework import viewsets
from rest_framework.request import Request
from rest_framework.schemas.openapi import AutoSchema, SchemaGenerator

from fastserializers.views import FastReadMixin
from tests.endpoints.project import (
    BookSerializer,
    FourByCursor,
    FourOffsets,
    FourRows,
    both_projects,
    urls_of_project,
)
from tests.models import Book

every_pagination = pytest.mark.parametrize(
    "pagination_class", [None, FourRows, FourOffsets, FourByCursor]
)
DOCSTRINGS = [None, "A view of the project's with a docstring."]


@every_pagination
def test_generateschema_writes_the_same_document(pagination_class):
    def document(urls, request_of_the_view):
        generator = SchemaGenerator(patterns=urls)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            document = generator.get_schema(request_of_the_view, public=True)
        return json.dumps(document, default=str, indent=1), [str(each.message) for each in warned]

    for doc in DOCSTRINGS:
        plain, fast = both_projects(
            pagination_class=pagination_class, schema=AutoSchema(), __doc__=doc
        )
        for request in (None, Request(RequestFactory().get("/"))):
            assert document(fast, request) == document(plain, request)
        assert "headline" in document(fast, None)[0]


class NeedsItsRequest:
    """Its context can't be made for a schema."""

    def get_serializer_context(self):
        return {**super().get_serializer_context(), "user": self.request.user.pk + 1}


class FailsWithoutAUser(NeedsItsRequest, viewsets.ModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer


class FailsWithoutAUserToo(FastReadMixin, FailsWithoutAUser):
    __doc__ = None


class TestSpectacular:
    @pytest.fixture
    def document(self, capsys, settings):
        pytest.importorskip("drf_spectacular")
        from drf_spectacular.drainage import GENERATOR_STATS
        from drf_spectacular.generators import SchemaGenerator
        from drf_spectacular.openapi import AutoSchema

        def made(urls_of, *arguments, **attributes):
            GENERATOR_STATS.reset()
            urls = urls_of(*arguments, schema=AutoSchema(), **attributes)
            document = SchemaGenerator(patterns=urls, api_version="v1").get_schema(public=True)
            return json.dumps(document, indent=1, default=str), capsys.readouterr().err

        settings.REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema"}
        return made

    @every_pagination
    def test_the_document_is_the_same(self, pagination_class, document):
        for doc in DOCSTRINGS:
            plain, fast = (
                document(urls_of_project, *mixins, pagination_class=pagination_class, __doc__=doc)
                for mixins in ((), (FastReadMixin,))
            )
            assert fast == plain
            assert "headline" in fast[0]

    def test_a_context_that_a_schema_has_no_use_for_is_not_made(self, document):
        def urls_of(parent, **attributes):
            from rest_framework.routers import SimpleRouter

            router = SimpleRouter()
            router.register("books", type("BookViewSet", (parent,), attributes))
            return router.urls

        plain = document(urls_of, FailsWithoutAUser)
        fast = document(urls_of, FailsWithoutAUserToo)
        assert fast == plain
        assert "BookViewSet" not in fast[1]
