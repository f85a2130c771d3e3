"""How serializers and their fields are made."""

from functools import partial

import pytest
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_BASES, assert_alike, of_a_thing_with, value_of
from tests.models import Book, Publisher
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


BOOK = Book(title="T", publisher=Publisher(name="P", code="p", pk=1))
IN_TURN = [{"request": None, "wide": wide} for wide in (0, 1, 1, 0)]


@pytest.mark.parametrize("mixin", [ChangesDepth, AddsAField, ChangesMeta])
def test_what_a_model_serializer_is_made_from_changes_with_the_request(agree, mixin):
    assert value_of(agree(of_books(mixin), BOOK, base=ModelSerializer, contexts=IN_TURN))


def test_what_meta_says_besides_is_not_looked_at(agree, calls):
    def make(base):
        class ThingSerializer(base):
            name = serializers.CharField()

            class Meta:
                lazy = SimpleLazyObject(partial(calls.append, "looked at"))

        return ThingSerializer

    agree(make, THING)
    assert calls == []
