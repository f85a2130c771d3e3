"""Idioms from the threads of REST framework's users: fields of a project's own."""

from __future__ import annotations

import decimal
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.idioms.agreement import assert_agreement, context_of, serializer_class
from tests.idioms.test_documented_fields import books_with
from tests.models import Book, Publisher, Review, Tag

pytestmark = pytest.mark.urls("tests.idioms.urls")


class KeyAndLabel(serializers.ChoiceField):
    def to_representation(self, value):
        value = super().to_representation(value)
        return {"key": value, "value": self.choices.get(value)}


class Timestamp(serializers.DateTimeField):
    def to_representation(self, value):
        return int(value.timestamp())


class Money(serializers.DecimalField):
    default_error_messages = {"invalid": "That is no price."}

    def __init__(self, **kwargs):
        kwargs.setdefault("max_digits", 10)
        kwargs.setdefault("decimal_places", 3)
        super().__init__(**kwargs)


class Rounded(Money):
    rounding = decimal.ROUND_UP
    coerce_to_string = False


class IsKnown(serializers.Field):
    """REST framework asks a field nothing about None: this one is asked nevertheless."""

    def get_attribute(self, instance):
        return (super().get_attribute(instance),)

    def to_representation(self, value):
        return value != (None,)


class InPrint(serializers.CharField):
    def get_attribute(self, instance):
        if instance.in_print and instance.format == "H":
            return super().get_attribute(instance)
        raise SkipField


class TitleOfTheModel(serializers.CharField):
    def bind(self, field_name, parent):
        super().bind(field_name, parent)
        self.model = parent.Meta.model

    def to_representation(self, value):
        return f"{self.model.__name__}: {value}"


class Title(serializers.CharField):
    def bind(self, field_name, parent):
        self.source = "title"
        super().bind(field_name, parent)


class Kind(serializers.ChoiceField):
    """Changes a message and an attribute, and nothing that is read."""

    default_error_messages = {"invalid_choice": "There is no such kind."}
    html_cutoff = 10

    def __init__(self, **kwargs):
        super().__init__(choices=Book.Format.choices, **kwargs)


class Internal(serializers.ReadOnlyField):
    is_internal = True
    initial = "x"

    def __init__(self, **kwargs):
        kwargs.setdefault("help_text", "Not for the public.")
        super().__init__(**kwargs)


class TestValues:
    def test_of_classes_of_a_project(self):
        make = books_with(
            ["id", "cover"],
            both=lambda: KeyAndLabel(choices=Book.Format.choices, source="format"),
            added=Timestamp,
            price=Money,
            rounded=lambda: Rounded(source="price", decimal_places=0),
            published=lambda: serializers.DateField(format="%d %B %Y"),
            year=lambda: serializers.IntegerField(source="published.year", default=None),
            subtitle=IsKnown,
            in_print=lambda: InPrint(source="title"),
            title=TitleOfTheModel,
            name=Title,
            format=Kind,
            pages=Internal,
        )
        row, other, *_ = assert_agreement(make)
        expected = {
            "both": {"key": "H", "value": "Hardback"},
            "added": 1719837000,
            "price": "12.500",
            "rounded": decimal.Decimal(12),
            "year": 1894,
            "subtitle": True,
            "in_print": "The Prisoner of Zenda",
            "title": "Book: The Prisoner of Zenda",
            "name": "The Prisoner of Zenda",
        }
        assert {name: row[name] for name in expected} == expected
        assert (other["subtitle"], "in_print" in other) == (False, False)

    def test_in_a_zone_of_the_request_and_of_a_middleware(self):
        class Local(serializers.DateTimeField):
            def to_representation(self, value):
                name = self.context["request"].query_params.get("zone", "UTC")
                self.timezone = ZoneInfo(name)
                return super().to_representation(value)

        make = books_with(["id", "added"], local=lambda: Local(source="added"))
        contexts = [context_of("zone=Europe/Berlin"), context_of(), context_of("zone=Asia/Tokyo")]
        with timezone.override(ZoneInfo("America/New_York")):
            row = assert_agreement(make, contexts=contexts)[0]
        assert row["local"] == "2024-07-01T14:30:00+02:00"
        assert row["added"] == "2024-07-01T08:30:00-04:00"


class TestRelations:
    def test_fields_that_write_in_their_own_way(self):
        class Creatable(serializers.SlugRelatedField):
            def to_internal_value(self, data):
                return self.get_queryset().get_or_create(label=data)[0]

        class Limited(serializers.PrimaryKeyRelatedField):
            def get_queryset(self):
                queryset = super().get_queryset()
                return queryset.filter(code=self.context["request"].query_params.get("code"))

        make = books_with(
            ["id"],
            tags=lambda: Creatable(slug_field="label", queryset=Tag.objects.all(), many=True),
            publisher=lambda: Limited(queryset=Publisher.objects.all()),
        )
        assert assert_agreement(make)[0]["tags"][0] == "Novel"

    def test_a_recursive_field_that_asks_for_its_grandparents_class(self):
        class RecursiveField(serializers.Serializer):
            def to_representation(self, value):
                return self.parent.parent.__class__(value, context=self.context).data

        def make(base):
            declared = {"answers": RecursiveField(many=True)}
            return serializer_class(base, Review, ["stars", *declared], declared)

        def reviews():
            return Review.objects.filter(answer_to=None).order_by("pk")

        row = assert_agreement(make, reviews)[0]
        assert row["answers"][0]["answers"] == [{"stars": 1, "answers": []}]
