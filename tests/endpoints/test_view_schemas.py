"""The OpenAPI documents of a project are the same with the mixin, to the byte."""

from __future__ import annotations

import importlib
import json
import warnings

import pytest
from django.test import RequestFactory
from rest_framework import viewsets
from rest_framework.request import Request

from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import DRF, four_rows
from tests.neighbours.library import PLAIN, urls_of


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
