"""drf-extra-fields: files in base 64, ranges, and relations that are presented by a serializer."""

from __future__ import annotations

import datetime
from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.core.files.base import ContentFile
from django.db import models
from django.test.utils import isolate_apps
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_FORMS
from tests.idioms.agreement import assert_agreement, assert_same_readings
from tests.models import Book
from tests.relations.models import Author, Place, Work
from tests.relations.serializers import serializer_of
from tests.values import UTC

MAPPING = ModelSerializer.serializer_field_mapping
OF_DRF = set(MAPPING)
extra_fields = pytest.importorskip("drf_extra_fields.fields")
relations = pytest.importorskip("drf_extra_fields.relations")
# Importing it gives every model serializer its range fields. Here, only where that is tested.
RANGE_MAPPING = {model_field: MAPPING.pop(model_field) for model_field in set(MAPPING) - OF_DRF}

pytestmark = pytest.mark.django_db

PIXEL = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)


class PDFField(extra_fields.Base64FileField):
    ALLOWED_TYPES = ["pdf"]

    def get_file_extension(self, filename, decoded_file):
        return "pdf"


FILE_FIELDS = {
    "image": lambda **options: extra_fields.Base64ImageField(**options),
    "hybrid image": lambda **options: extra_fields.HybridImageField(**options),
    "file": lambda **options: PDFField(**options),
}
FILE_OPTIONS = [{}, {"represent_in_base64": True}, {"use_url": False}, {"required": False}]


@pytest.fixture
def covers(settings):
    """Store a book with a cover, one without, and one whose cover is not there any more."""
    settings.STORAGES = {
        **settings.STORAGES,
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    }
    settings.MEDIA_URL = "/media/"
    with_cover = Book.objects.create(title="cover", price=1)
    with_cover.cover.save("pixel.gif", ContentFile(PIXEL))
    Book.objects.create(title="bare", price=1)
    return Book.objects.create(title="lost", price=1, cover="lost.gif")


@pytest.mark.usefixtures("covers")
@pytest.mark.parametrize("make_field", FILE_FIELDS.values(), ids=FILE_FIELDS)
def test_files(make_field):
    def make(base):
        declared = {
            f"cover_{number}": make_field(source="cover", **options)
            for number, options in enumerate(FILE_OPTIONS)
        }
        return serializer_of(base, Book, ["title"], declared)

    def readable():
        return Book.objects.exclude(title="lost").order_by("pk")

    rows = assert_agreement(make, readable)
    assert rows[0]["cover_0"]
    assert_same_readings(make, readable, contexts=[{}])
    # In base 64 this raises, and the file is opened for each row anew.
    assert_same_readings(make, lambda: Book.objects.order_by("-pk"))


def test_email_addresses_in_lower_case():
    def make(base):
        declared = {"contact": extra_fields.LowercaseEmailField()}
        return serializer_of(base, Book, ["title"], declared)

    rows = [Book(contact=contact) for contact in ("Ada@Example.ORG", "", None, 5)]
    assert_agreement(make, lambda: rows)


# Ranges.


def ranges():
    psycopg = pytest.importorskip("psycopg.types.range")
    numbers, dates, moments = psycopg.NumericRange, psycopg.DateRange, psycopg.TimestamptzRange
    day, moment = datetime.date(2024, 7, 1), datetime.datetime(2024, 7, 1, 12, 30)
    aware = moment.replace(tzinfo=UTC)
    return {
        "integers": [numbers(1, 5), numbers(None, 5, "()"), numbers(empty=True), None],
        "floats": [numbers(1.5, 2), numbers(), {"lower": 1, "upper": "2", "bounds": "[]"}],
        "decimals": [numbers(Decimal("1.50"), Decimal("2")), {}, {"lower": None}],
        "dates": [dates(day, None, "[]"), dates(day, day), {"lower": "2024-01-01"}],
        "moments": [moments(aware, None), moments(moment, moment), moments(empty=True), "text"],
    }


RANGE_FIELDS = {
    "integers": lambda **options: extra_fields.IntegerRangeField(**options),
    "floats": lambda **options: extra_fields.FloatRangeField(**options),
    "decimals": lambda **options: extra_fields.DecimalRangeField(**options),
    "dates": lambda **options: extra_fields.DateRangeField(**options),
    "moments": lambda **options: extra_fields.DateTimeRangeField(**options),
}
CHILD_OPTIONS = {
    "decimals": {"coerce_to_string": False, "normalize_output": True},
    "dates": {"format": "%d.%m.%Y"},
    "moments": {"format": "%H:%M", "default_timezone": UTC},
}


class TestRanges:
    @pytest.mark.parametrize("name", RANGE_FIELDS)
    def test_of_every_type(self, name):
        def make(base):
            class ExampleSerializer(base):
                value = RANGE_FIELDS[name](child_attrs=CHILD_OPTIONS.get(name, {}))
                again = RANGE_FIELDS[name](source="value", default=None, allow_null=True)

            return ExampleSerializer

        for value in ranges()[name]:
            rows = {"value": value}, SimpleNamespace(value=value)
            assert_same_readings(make, lambda: rows, base=Serializer)  # noqa: B023

    def test_of_the_columns_of_a_model(self, monkeypatch):
        values = ranges()
        for model_field, field in RANGE_MAPPING.items():
            monkeypatch.setitem(MAPPING, model_field, field)
        postgres = pytest.importorskip("django.contrib.postgres.fields")
        with isolate_apps("tests"):

            class Loan(models.Model):
                integers = postgres.IntegerRangeField()
                decimals = postgres.DecimalRangeField(null=True)
                dates = postgres.DateRangeField()
                moments = postgres.DateTimeRangeField()

                class Meta:
                    app_label = "tests"

        def make(base):
            return serializer_of(base, Loan, ["integers", "decimals", "dates", "moments"])

        names = make(ModelSerializer)().fields
        assert type(names["dates"]) is extra_fields.DateRangeField
        loan = Loan(**{name: values[name][0] for name in names})
        bare = Loan(integers=None, decimals=None, dates=values["dates"][1], moments=None)
        assert_agreement(make, lambda: [loan, bare, loan])


# Relations.


class PlaceSerializer(ModelSerializer):
    """Is found by its path."""

    label = serializers.SerializerMethodField()

    class Meta:
        model = Place
        fields = ["code", "label"]

    def get_label(self, place):
        return f"{place.name} {'request' in self.context}"


RELATIONS = {
    "serializer": lambda base: {
        "home": relations.PresentablePrimaryKeyRelatedField(
            presentation_serializer=serializer_of(base, Place, ["code", "within"]), read_only=True
        )
    },
    "path of a serializer": lambda base: {
        "home": relations.PresentablePrimaryKeyRelatedField(
            presentation_serializer=f"{__name__}.PlaceSerializer", read_only=True
        )
    },
    "arguments": lambda base: {
        "home": relations.PresentableSlugRelatedField(
            slug_field="code",
            queryset=Place.objects.all(),
            presentation_serializer=serializer_of(base, Place, ["code"], depth=1),
            presentation_serializer_kwargs={"partial": True},
            allow_null=True,
        )
    },
    "many": lambda base: {
        "mentors": relations.PresentablePrimaryKeyRelatedField(
            presentation_serializer=serializer_of(base, Author, ["name", "home"]),
            queryset=Author.objects.all(),
            many=True,
        )
    },
    "another source to read": lambda base: {
        "home": relations.PresentablePrimaryKeyRelatedField(
            presentation_serializer=PlaceSerializer,
            queryset=Place.objects.all(),
            read_source="home.within",
            allow_null=True,
        )
    },
    "another source to read, many": lambda base: {
        "mentors": relations.PresentableSlugRelatedField(
            slug_field="title",
            presentation_serializer=serializer_of(base, Work, ["title"]),
            queryset=Author.objects.all(),
            read_source="works",
            many=True,
        )
    },
    "dotted": lambda base: {
        "country": relations.PresentablePrimaryKeyRelatedField(
            presentation_serializer=PlaceSerializer,
            source="home.within",
            read_only=True,
            default=None,
        )
    },
}


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("fields", RELATIONS.values(), ids=RELATIONS)
def test_relations_that_are_presented(fields):
    def make(base):
        return serializer_of(base, Author, ["name"], fields(base))

    authors = Author.objects.order_by("pk")
    assert_agreement(make, lambda: authors.filter(home__isnull=False))
    loaded = authors.prefetch_related("home__within", "mentors", "works")
    for rows in (authors, loaded):
        # Some have no home.
        assert_same_readings(make, lambda: rows.reverse(), forms=FAST_FORMS[:2])  # noqa: B023
