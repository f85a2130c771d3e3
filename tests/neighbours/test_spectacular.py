"""drf-spectacular describes read-only serializers, and views with the mixin, as those of DRF."""

import json
from types import SimpleNamespace

import pytest
from rest_framework import serializers, viewsets

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import DRF, four_rows
from tests.models import Book, Publisher
from tests.neighbours.library import PLAIN, serializers_on, urls_of
from tests.relations.serializers import serializer_of

pytest.importorskip("drf_spectacular")

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema


def derived(base):
    """Fields that `Meta` alone describes, and what it nests."""

    options = {
        "title": {"max_length": 5, "help_text": "On its spine."},
        "pages": {"default": 3, "min_value": 1},
        "weight": {"required": True},
    }
    book = serializer_of(base, Book, "__all__", depth=1, extra_kwargs=options)
    book.__doc__ = "Everything about a book."
    publisher = serializer_of(base, Publisher, ["name", "books"])
    return SimpleNamespace(book=book, publisher=publisher)


@pytest.fixture
def document(capsys, settings):
    """Return the document of an API, and what drf-spectacular says while it makes it."""
    settings.REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema"}

    def made(flavour, view=viewsets.ModelViewSet, **attributes):
        GENERATOR_STATS.reset()
        urls = urls_of(flavour, view, schema=AutoSchema(), **attributes)
        document = SchemaGenerator(patterns=urls).get_schema(public=True)
        # As text, which shows a difference by its lines.
        return json.dumps(document, indent=1, default=str), capsys.readouterr().err

    return made


@pytest.mark.parametrize("kind", [serializers_on, derived])
def test_the_document_is_that_of_drfs_classes(kind, document):
    expected = document(kind(serializers.ModelSerializer))
    assert document(kind(FastReadOnlyModelSerializer)) == expected


class FastModelViewSet(FastReadMixin, viewsets.ModelViewSet): ...


@pytest.mark.parametrize("doc", [None, "A view of the project's with a docstring."])
def test_the_document_is_that_of_drfs_views(doc, document):
    described = {"pagination_class": four_rows(DRF["numbers"]), "__doc__": doc}
    expected = document(PLAIN, **described)
    assert document(PLAIN, FastModelViewSet, **described) == expected
    assert "headline" in expected[0]
