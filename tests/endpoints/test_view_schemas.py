"""The OpenAPI documents of a project are the same with the mixin, to the byte."""

from __future__ import annotations

import importlib
import json
import warnings

import pytest
from django.test import RequestFactory
from rest_framework import viewsets
from rest_framework.request import Request
from rest_framework.routers import SimpleRouter

from fastserializers.views import FastReadMixin
from tests.endpoints.project import (
    BookSerializer,
    FourByCursor,
    FourOffsets,
    FourRows,
    urls_of_project,
)
from tests.models import Book

PAGINATIONS = None, FourRows, FourOffsets, FourByCursor
DOCSTRINGS = None, "A view of the project's with a docstring."


@pytest.fixture(params=["rest_framework.schemas", "drf_spectacular"])
def document(request, settings, capsys):
    """Return a function that gives the document of a project, and what was said of it."""
    package = pytest.importorskip(request.param)
    settings.REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": f"{package.__name__}.openapi.AutoSchema"}

    def made(urls_of, *arguments, **attributes):
        openapi = importlib.import_module(f"{package.__name__}.openapi")
        urls = urls_of(*arguments, schema=openapi.AutoSchema(), **attributes)
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


@pytest.mark.parametrize("pagination_class", PAGINATIONS)
def test_the_document_is_the_same(pagination_class, document):
    for doc in DOCSTRINGS:
        plain, fast = (
            document(urls_of_project, *mixins, pagination_class=pagination_class, __doc__=doc)
            for mixins in ((), (FastReadMixin,))
        )
        assert fast == plain
        assert "headline" in fast[0]


class FailsWithoutAUser(viewsets.ModelViewSet):
    """Its context can't be made for a schema."""

    __doc__ = None
    queryset = Book.objects.all()
    serializer_class = BookSerializer

    def get_serializer_context(self):
        return {**super().get_serializer_context(), "user": self.request.user.pk + 1}


class FailsWithoutAUserToo(FastReadMixin, FailsWithoutAUser):
    __doc__ = None


@pytest.mark.parametrize("document", ["drf_spectacular"], indirect=True)
def test_a_context_that_a_schema_has_no_use_for_is_not_made(document):
    def urls_of(parent, **attributes):
        router = SimpleRouter()
        router.register("books", type("BookViewSet", (parent,), attributes))
        return router.urls

    plain, fast = (document(urls_of, view) for view in (FailsWithoutAUser, FailsWithoutAUserToo))
    assert fast == plain
    assert "BookViewSet" not in fast[1][1]
