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
from drf_spectacular.settings import patched_settings
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


# Each function makes serializers on bases, and declares their fields read-only, or not.


def library(bases, all_read_only):
    return serializers_on(bases.model, all_read_only=all_read_only)


def declared(bases, all_read_only):
    """Every kind of field that drf-spectacular knows."""
    options = {"read_only": True} if all_read_only else {}

    class PublisherSerializer(bases.plain):
        name = serializers.CharField(max_length=10, help_text="As on the cover.", **options)

    class BookSerializer(bases.plain):
        publisher = PublisherSerializer(label="The house", **options)
        imprints = PublisherSerializer(many=True, allow_null=True, **options)
        text = serializers.CharField(min_length=2, allow_blank=True, default="-", **options)
        code = serializers.RegexField("^[A-Z]+$", allow_null=True, **options)
        number = serializers.IntegerField(min_value=1, max_value=9, **options)
        amount = serializers.DecimalField(max_digits=5, decimal_places=2, **options)
        moment = serializers.DateTimeField(format="%Y", **options)
        numbers = serializers.ListField(child=serializers.IntegerField(), max_length=3, **options)
        by_name = serializers.DictField(child=serializers.FloatField(), **options)
        format = serializers.ChoiceField(Book.Format.choices, allow_blank=True, **options)
        grades = serializers.MultipleChoiceField(choices=Book.Grade.choices, **options)
        image = serializers.ImageField(use_url=True, **options)
        file = serializers.FileField(use_url=False, **options)
        anything = serializers.JSONField(**options)
        constant = serializers.ReadOnlyField()
        hidden = serializers.HiddenField(default=1)

    return SimpleNamespace(book=BookSerializer, publisher=PublisherSerializer)


def derived(bases, all_read_only):
    """Fields that `Meta` alone describes, and what it nests."""
    names = tuple(field.name for field in Book._meta.get_fields())

    class BookSerializer(bases.model):
        """Everything about a book."""

        class Meta:
            model = Book
            fields = "__all__"
            depth = 1
            read_only_fields = names if all_read_only else ()
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
            read_only_fields = fields if all_read_only else ()
            extra_kwargs = {"books": {"view_name": "book-detail"}}

    return SimpleNamespace(book=BookSerializer, publisher=PublisherSerializer)


def extended(bases, all_read_only):
    """All that drf-spectacular can be told about a serializer."""
    made = library(bases, all_read_only)
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


KINDS = (library, declared, derived, extended)


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

    def made(flavour, parent=viewsets.ReadOnlyModelViewSet, options=None, **attributes):
        GENERATOR_STATS.reset()
        with patched_settings(options or {}):
            urls = urls_of(flavour, parent, schema=AutoSchema(), **attributes)
            document = SchemaGenerator(patterns=urls).get_schema(public=True)
        # As text, which shows a difference by its lines.
        return json.dumps(document, indent=1, default=str), capsys.readouterr().err

    return made


every_kind = pytest.mark.parametrize("kind", KINDS)
OPTIONS = [
    {},
    {"COMPONENT_SPLIT_REQUEST": True},
    {"COMPONENT_NO_READ_ONLY_REQUIRED": True},
    {"ENFORCE_NON_BLANK_FIELDS": True},
    {"OAS_VERSION": "3.1.0"},
]


# What options change of fields is seen where there are fields of every kind.
KINDS_WITH_OPTIONS = [(kind, options) for kind in KINDS for options in OPTIONS[:2]]
KINDS_WITH_OPTIONS += [(kind, options) for kind in (declared, derived) for options in OPTIONS[2:]]


@pytest.mark.parametrize(("kind", "options"), KINDS_WITH_OPTIONS)
@pytest.mark.parametrize("all_read_only", [False, True])
def test_the_document_is_that_of_drfs_classes(kind, options, all_read_only, document):
    plain, fast = kind(BASES, all_read_only), kind(FAST_BASES, all_read_only)
    expected = document(plain, viewsets.ModelViewSet, options)
    assert document(fast, viewsets.ModelViewSet, options) == expected


@every_kind
def test_the_document_of_actions_is_that_of_drfs_classes(kind, document):
    plain, fast = kind(BASES, all_read_only=False), kind(FAST_BASES, all_read_only=False)
    assert document(fast, actions_of(fast)) == document(plain, actions_of(plain))


@pytest.mark.parametrize(
    "pagination_class",
    [
        pagination.PageNumberPagination,
        pagination.LimitOffsetPagination,
        pagination.CursorPagination,
    ],
)
def test_paginated_lists_are_described_the_same(document, pagination_class):
    plain, fast = library(BASES, all_read_only=False), library(FAST_BASES, all_read_only=False)
    paginated = {"pagination_class": pagination_class}
    assert document(fast, **paginated) == document(plain, **paginated)
