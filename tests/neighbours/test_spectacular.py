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
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer

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


def declared(bases):
    """Every kind of field that drf-spectacular knows."""

    class PublisherSerializer(bases.plain):
        name = serializers.CharField(max_length=10, help_text="As on the cover.")

    class BookSerializer(bases.plain):
        publisher = PublisherSerializer(label="The house")
        imprints = PublisherSerializer(many=True, allow_null=True)
        text = serializers.CharField(min_length=2, allow_blank=True, default="-")
        code = serializers.RegexField("^[A-Z]+$", allow_null=True)
        number = serializers.IntegerField(min_value=1, max_value=9)
        amount = serializers.DecimalField(max_digits=5, decimal_places=2)
        moment = serializers.DateTimeField(format="%Y")
        numbers = serializers.ListField(child=serializers.IntegerField(), max_length=3)
        by_name = serializers.DictField(child=serializers.FloatField())
        format = serializers.ChoiceField(Book.Format.choices, allow_blank=True)
        grades = serializers.MultipleChoiceField(choices=Book.Grade.choices)
        image = serializers.ImageField(use_url=True)
        file = serializers.FileField(use_url=False)
        anything = serializers.JSONField()
        constant = serializers.ReadOnlyField()
        hidden = serializers.HiddenField(default=1)

    return SimpleNamespace(book=BookSerializer, publisher=PublisherSerializer)


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


def extended(bases):
    """All that drf-spectacular can be told about a serializer."""
    made = library(bases)
    extend = extend_schema_serializer(
        component_name="Volume",
        exclude_fields=("tags",),
        deprecate_fields=("slug",),
        extensions={"x-kind": "volume"},
    )
    of_texts = extend_schema_field(serializers.ListField(child=serializers.CharField()))

    @extend
    class NamedSerializer(made.book):
        @of_texts
        def get_headline(self, book):
            return [book.title]

    made.book = NamedSerializer
    return made


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


@pytest.mark.parametrize("kind", [library, declared, derived, extended])
def test_the_document_is_that_of_drfs_classes(kind, document):
    plain, fast = kind(BASES), kind(FAST_BASES)
    assert document(fast, viewsets.ModelViewSet) == document(plain, viewsets.ModelViewSet)


def test_the_document_of_actions_is_that_of_drfs_classes(document):
    plain, fast = library(BASES), library(FAST_BASES)
    assert document(fast, actions_of(fast)) == document(plain, actions_of(plain))


def test_paginated_lists_are_described_the_same(document):
    paginated = {"pagination_class": pagination.PageNumberPagination}
    assert document(library(FAST_BASES), **paginated) == document(library(BASES), **paginated)
