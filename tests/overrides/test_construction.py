"""How serializers and their fields are made."""

from functools import partial

import pytest
from django.db import models
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.serializers import (
    HyperlinkedModelSerializer,
    ModelSerializer,
    Serializer,
)

from tests.differential import FAST_BASES, assert_alike, of_a_thing_with, value_of
from tests.models import Book, Publisher
from tests.overrides.fields import Shouted
from tests.values import THING

ARGUMENTS = [
    ((), {}),
    ((THING,), {}),
    ((THING,), {"context": {}}),
    ((), {"instance": THING}),
    ((), {"instance": THING, "partial": True}),
    ((), {"read_only": True, "source": "a"}),
]


def test_arguments_come_to_the_constructor_as_they_were_given():
    class Given:
        def __init__(self, *args, **kwargs):
            self.given = args, sorted(kwargs)
            super().__init__(*args, **kwargs)

    def given(serializer_class):
        return [
            (
                serializer_class(*args, **kwargs).given,
                serializer_class(*args, many=True, **kwargs).child.given,
            )
            for args, kwargs in ARGUMENTS
        ]

    make = of_a_thing_with(Given)
    expected = assert_alike(given, make(Serializer))
    assert given(make(FAST_BASES[Serializer])) == expected


# What a model serializer is made from, as it is in the constructor.


def of_books(mixin):
    """Return a function that makes a class of books with a mixin, on the base that it is given."""

    def make(base):
        class ExampleSerializer(mixin, base):
            class Meta:
                model = Book
                fields = ["title", "publisher"]

        return ExampleSerializer

    return make


def of_linked_publishers(mixin):
    def make(base):
        class ExampleSerializer(mixin, HyperlinkedModelSerializer, base):
            class Meta:
                model = Publisher
                exclude = ["country"]

        return ExampleSerializer

    return make


class Changing:
    """Changes itself in the constructor as its context says."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.change(self.context["wide"])


class ChangesDepth(Changing):
    def change(self, wide):
        self.Meta.depth = wide


class AddsAField(Changing):
    def change(self, wide):
        self.Meta.fields.append("pages")


class WideMeta:
    model = Book
    fields = ["pages"]


class NarrowMeta:
    model = Book
    fields = ["pages", "title"]


class ChangesMeta(Changing):
    def change(self, wide):
        self.Meta = WideMeta if wide else NarrowMeta


SHOUTED = {**ModelSerializer.serializer_field_mapping, models.CharField: Shouted}


class ChangesTheMapping(Changing):
    def change(self, wide):
        if wide:
            self.serializer_field_mapping = SHOUTED


class ComputesTheMapping:
    @property
    def serializer_field_mapping(self):
        return SHOUTED if self.context["wide"] else ModelSerializer.serializer_field_mapping


class ChangesTheLink(Changing):
    def change(self, wide):
        self.url_field_name = "href" if wide else "link"


class ComputesTheLink:
    @property
    def url_field_name(self):
        return "href" if self.context["wide"] else "link"


def of_a_computed_meta(base):
    class ExampleSerializer(base):
        @property
        def Meta(self):
            return WideMeta if self.context["wide"] else NarrowMeta

    return ExampleSerializer


BOOK = Book(title="T", publisher=Publisher(name="P", code="p", pk=1))
MIXINS_OF_BOOKS = [ChangesDepth, AddsAField, ChangesMeta, ChangesTheMapping, ComputesTheMapping]
IN_TURN = [{"request": None, "wide": wide} for wide in (0, 1, 1, 0)]


@pytest.mark.parametrize("mixin", MIXINS_OF_BOOKS)
def test_what_a_model_serializer_is_made_from_changes_with_the_request(agree, mixin):
    assert value_of(agree(of_books(mixin), BOOK, base=ModelSerializer, contexts=IN_TURN))


@pytest.mark.urls("tests.idioms.urls")
@pytest.mark.parametrize("mixin", [ChangesTheLink, ComputesTheLink])
def test_the_name_of_the_link_changes_with_the_request(agree, mixin):
    make = of_linked_publishers(mixin)
    assert value_of(agree(make, BOOK.publisher, base=ModelSerializer, contexts=IN_TURN))


def test_meta_that_is_computed_for_the_request(agree):
    assert value_of(agree(of_a_computed_meta, BOOK, base=ModelSerializer, contexts=IN_TURN))


class Incomparable(dict):
    def __eq__(self, other):
        raise ValueError("compared")

    __hash__ = None


def test_what_meta_says_besides_is_neither_looked_at_nor_compared(agree, calls):
    def make(base):
        class ThingSerializer(base):
            name = serializers.CharField()
            size = serializers.IntegerField()

            class Meta:
                lazy = SimpleLazyObject(partial(calls.append, "looked at"))
                besides = Incomparable()
                listed = [Incomparable()]

        return ThingSerializer

    agree(make, THING)
    assert calls == []
