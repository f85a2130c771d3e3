"""Idioms from the threads of REST framework's users: fields of a project's own."""

from __future__ import annotations

import datetime
import decimal
from zoneinfo import ZoneInfo

import pytest
from django.db.models import Prefetch
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.idioms.agreement import (
    assert_agreement,
    assert_agreement_in_turn,
    context_of,
    serializer_class,
)
from tests.idioms.test_documented_fields import books_with
from tests.models import Book, Publisher, Review, Tag

pytestmark = pytest.mark.urls("tests.idioms.urls")


class TestValues:
    def test_a_choice_is_displayed(self):
        class DisplayedField(serializers.ChoiceField):
            def to_representation(self, value):
                return self.choices.get(value, value)

        class Both(serializers.ChoiceField):
            def to_representation(self, value):
                value = super().to_representation(value)
                return {"key": value, "value": self.choices.get(value)}

        make = books_with(
            ["id"],
            format=lambda: DisplayedField(choices=Book.Format.choices),
            both=lambda: Both(choices=Book.Format.choices, source="format"),
            grade=lambda: DisplayedField(choices=Book.Grade.choices),
        )
        row = assert_agreement(make)[0]
        assert (row["format"], row["both"]["value"]) == ("Hardback", "Hardback")

    def test_choices_with_translated_labels(self):
        choices = [("H", gettext_lazy("Yes")), ("P", gettext_lazy("No"))]

        class Labelled(serializers.Field):
            def to_representation(self, value):
                return dict(choices).get(value)

        make = books_with(
            ["id"],
            format=lambda: serializers.ChoiceField(choices=choices),
            label=lambda: Labelled(source="format"),
        )
        for language in ("de", "en", "de"):
            with translation.override(language):
                assert_agreement(make)

    def test_a_time_as_a_number(self):
        class TimestampField(serializers.DateTimeField):
            def to_representation(self, value):
                return int(value.timestamp())

        make = books_with(["id"], added=TimestampField)
        assert assert_agreement(make)[0]["added"] == 1719837000

    def test_a_time_in_the_zone_of_the_request(self):
        class LocalField(serializers.DateTimeField):
            def to_representation(self, value):
                name = self.context["request"].query_params.get("zone", "UTC")
                self.timezone = ZoneInfo(name)
                return super().to_representation(value)

        make = books_with(["id"], added=LocalField)
        contexts = [context_of("zone=Europe/Berlin"), context_of(), context_of("zone=Asia/Tokyo")]
        assert assert_agreement(make, contexts=contexts)[0]["added"] == "2024-07-01T14:30:00+02:00"

    def test_the_zone_that_a_middleware_activates(self):
        make = books_with(["id", "added"])
        for name in ("Europe/Berlin", "UTC", "America/New_York"):
            with timezone.override(ZoneInfo(name)):
                assert_agreement(make)

    def test_a_decimal_that_knows_its_digits(self):
        class MoneyField(serializers.DecimalField):
            default_error_messages = {"invalid": "That is no price."}

            def __init__(self, **kwargs):
                kwargs.setdefault("max_digits", 10)
                kwargs.setdefault("decimal_places", 3)
                super().__init__(**kwargs)

        class Rounded(MoneyField):
            rounding = decimal.ROUND_UP
            coerce_to_string = False

        class Cents(MoneyField):
            def to_representation(self, value):
                return int(decimal.Decimal(super().to_representation(value)) * 100)

        make = books_with(
            [],
            price=MoneyField,
            rounded=lambda: Rounded(source="price", decimal_places=0),
            cents=lambda: Cents(source="price"),
        )
        row = assert_agreement(make)[0]
        assert row == {"price": "12.500", "rounded": decimal.Decimal(12), "cents": 1250}

    def test_fields_that_only_change_a_message_or_an_attribute(self):
        class Kind(serializers.ChoiceField):
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

        class Name(serializers.CharField):
            default_error_messages = {"blank": gettext_lazy("A name, please.")}

            def to_internal_value(self, data):
                return super().to_internal_value(data).title()

        assert_agreement(books_with([], format=Kind, pages=Internal, title=Name))

    def test_a_field_that_looks_around_when_it_is_bound(self):
        class BoundField(serializers.CharField):
            def bind(self, field_name, parent):
                super().bind(field_name, parent)
                self.model = parent.Meta.model

            def to_representation(self, value):
                return f"{self.model.__name__}: {value}"

        class Widened(serializers.CharField):
            def bind(self, field_name, parent):
                self.source = "title"
                super().bind(field_name, parent)

        make = books_with(["id", "pages"], title=BoundField, name=Widened)
        row = assert_agreement(make)[0]
        assert row["title"] == "Book: The Prisoner of Zenda"
        assert row["name"] == "The Prisoner of Zenda"

    def test_a_field_that_leaves_itself_out(self):
        class Shown(serializers.CharField):
            def get_attribute(self, instance):
                if instance.in_print and instance.format == "H":
                    return super().get_attribute(instance)
                raise SkipField

        row, other, *_ = assert_agreement(books_with(["id"], title=Shown))
        assert ("title" in row, "title" in other) == (True, False)

    def test_a_field_that_represents_none(self):
        """REST framework asks a field nothing about None: this one is asked nevertheless."""

        class Known(serializers.Field):
            def get_attribute(self, instance):
                return (super().get_attribute(instance),)

            def to_representation(self, value):
                return value != (None,)

        row, other, *_ = assert_agreement(books_with(["id"], subtitle=Known))
        assert (row["subtitle"], other["subtitle"]) == (True, False)

    def test_a_file_under_an_address_of_its_own(self):
        class Thumbnail(serializers.ImageField):
            def to_representation(self, value):
                url = super().to_representation(value)
                return url and f"{url}?small"

        make = books_with(["cover"], small=lambda: Thumbnail(source="cover"))
        row = assert_agreement(make)[0]
        assert row["small"] == f"{row['cover']}?small"

    def test_lazy_texts(self):
        class Row:
            def __init__(self, name):
                self.name = name
                self.names = [name]

        def make(base):
            class RowSerializer(base):
                name = serializers.CharField()
                same = serializers.ReadOnlyField(source="name")
                names = serializers.ListField(child=serializers.CharField())

            return RowSerializer

        def rows():
            return [Row(gettext_lazy("Yes")), Row("plain"), Row(gettext_lazy("No"))]

        for language in ("de", "en"):
            with translation.override(language):
                assert_agreement_in_turn(
                    make, rows, base=serializers.Serializer, contexts=[context_of()]
                )


class TestRelations:
    def test_a_key_that_is_written_and_a_row_that_is_read(self):
        """`PresentablePrimaryKeyRelatedField`, `RelatedFieldAlternative` and their like."""

        def make(base):
            class RelatedFieldAlternative(serializers.PrimaryKeyRelatedField):
                def __init__(self, **kwargs):
                    self.serializer = kwargs.pop("serializer", None)
                    super().__init__(**kwargs)

                def use_pk_only_optimization(self):
                    return not self.serializer

                def to_representation(self, instance):
                    if self.serializer:
                        return self.serializer(instance, context=self.context).data
                    return super().to_representation(instance)

            publisher = serializer_class(base, Publisher, ["code", "name"])
            tag = serializer_class(base, Tag, ["label"])
            field = RelatedFieldAlternative
            declared = {
                "publisher": field(queryset=Publisher.objects.all(), serializer=publisher),
                "publisher_key": field(source="publisher", read_only=True),
                "tags": field(queryset=Tag.objects.all(), serializer=tag, many=True),
            }
            return serializer_class(base, Book, ["id", *declared], declared)

        assert assert_agreement(make)[0]["tags"][0] == {"label": "Novel"}

    def test_a_slug_that_is_made_when_it_is_missing(self):
        class Creatable(serializers.SlugRelatedField):
            def to_internal_value(self, data):
                return self.get_queryset().get_or_create(label=data)[0]

        make = books_with(
            ["id"],
            tags=lambda: Creatable(slug_field="label", queryset=Tag.objects.all(), many=True),
        )
        assert assert_agreement(make)[0]["tags"][0] == "Novel"

    def test_keys_limited_by_the_request(self):
        class Limited(serializers.PrimaryKeyRelatedField):
            def get_queryset(self):
                queryset = super().get_queryset()
                return queryset.filter(code=self.context["request"].query_params.get("code"))

        make = books_with(["id"], publisher=lambda: Limited(queryset=Publisher.objects.all()))
        assert_agreement(make)

    def test_rows_prefetched_under_another_name(self):
        def make(base):
            review = serializer_class(base, Review, ["stars"])
            declared = {"best": review(many=True)}
            return serializer_class(base, Book, ["id", *declared], declared)

        def rows():
            best = Prefetch("reviews", Review.objects.filter(stars__gt=3), to_attr="best")
            return Book.objects.prefetch_related(best).order_by("pk")

        assert assert_agreement(make, rows)[0]["best"] == [{"stars": 4}]

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

    def test_a_duration_and_a_date_in_words(self):
        class Spoken(serializers.DurationField):
            def to_representation(self, value):
                return f"{value // datetime.timedelta(hours=1)} hours"

        make = books_with(
            ["id"],
            reading_time=Spoken,
            published=lambda: serializers.DateField(format="%d %B %Y"),
            year=lambda: serializers.IntegerField(source="published.year", default=None),
        )
        assert assert_agreement(make)[0]["reading_time"] == "5 hours"
