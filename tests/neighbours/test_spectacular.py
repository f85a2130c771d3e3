"""drf-spectacular describes a fast serializer as it describes DRF's."""

import json
from types import SimpleNamespace

import pytest
from rest_framework import pagination, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer, FastReadOnlySerializer
from tests.models import Book, Publisher
from tests.neighbours.library import serializers_on, urls_of

pytest.importorskip("drf_spectacular")

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema

BASES = SimpleNamespace(
    plain=serializers.Serializer,
    model=serializers.ModelSerializer,
    hyperlinked=serializers.HyperlinkedModelSerializer,
)


class FastHyperlinkedModelSerializer(
    FastReadOnlyMixin, serializers.HyperlinkedModelSerializer
): ...


FAST_BASES = SimpleNamespace(
    plain=FastReadOnlySerializer,
    model=FastReadOnlyModelSerializer,
    hyperlinked=FastHyperlinkedModelSerializer,
)


# Each function makes serializers on bases.


def library(bases):
    return serializers_on(bases.model)


def derived(bases):
    """Fields that `Meta` alone describes, and what it nests."""

    class BookSerializer(bases.model):
        """Everything about a book."""

        class Meta:
            model = Book
            fields = "__all__"
            depth = 1
            extra_kwargs = {
                "title": {"max_length": 5, "help_text": "On its spine."},
                "pages": {"default": 3, "min_value": 1},
                "weight": {"required": True},
            }

    class PublisherSerializer(bases.hyperlinked):
        """The house."""

        class Meta:
            model = Publisher
            fields = ("url", "name", "books")
            extra_kwargs = {"books": {"view_name": "book-detail"}}

    return SimpleNamespace(book=BookSerializer, publisher=PublisherSerializer)


def actions_of(made):
    """Return a viewset with actions that answer with other serializers than its own."""

    class ActionViewSet(viewsets.ReadOnlyModelViewSet):
        @extend_schema(request=None, responses={200: made.publisher(many=True), 404: made.book})
        @action(detail=True, methods=["post"])
        def file(self, request, pk=None):
            return Response()

        @extend_schema(responses=made.publisher(many=True))
        @action(detail=False)
        def newest(self, request):
            return Response()

    return ActionViewSet


@pytest.fixture
def document(capsys, settings):
    """Return the document of an API, and what drf-spectacular says while it makes it."""
    # What @extend_schema() extends on an action.
    settings.REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema"}

    def made(flavour, parent=viewsets.ReadOnlyModelViewSet, **attributes):
        GENERATOR_STATS.reset()
        urls = urls_of(flavour, parent, schema=AutoSchema(), **attributes)
        document = SchemaGenerator(patterns=urls).get_schema(public=True)
        # As text, which shows a difference by its lines.
        return json.dumps(document, indent=1, default=str), capsys.readouterr().err

    return made


@pytest.mark.parametrize("kind", [library, derived])
def test_the_document_is_that_of_drfs_classes(kind, document):
    plain, fast = kind(BASES), kind(FAST_BASES)
    assert document(fast, viewsets.ModelViewSet) == document(plain, viewsets.ModelViewSet)


def test_the_document_of_actions_is_that_of_drfs_classes(document):
    plain, fast = library(BASES), library(FAST_BASES)
    assert document(fast, actions_of(fast)) == document(plain, actions_of(plain))


def test_paginated_lists_are_described_the_same(document):
    paginated = {"pagination_class": pagination.PageNumberPagination}
    assert document(library(FAST_BASES), **paginated) == document(library(BASES), **paginated)
