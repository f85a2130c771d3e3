"""drf-extra-fields: files in base 64, ranges, and relations that are presented by a serializer."""

from __future__ import annotations

import datetime
from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.core.files.base import ContentFile
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_FORMS
from tests.idioms.agreement import assert_agreement, assert_same_readings
from tests.models import Book
from tests.relations.models import Author, Place, Work
from tests.relations.serializers import serializer_of
from tests.values import UTC

MAPPING = dict(ModelSerializer.serializer_field_mapping)
extra_fields = pytest.importorskip("drf_extra_fields.fields")
relations = pytest.importorskip("drf_extra_fields.relations")
# Importing it gives every model serializer of the process its range fields.
ModelSerializer.serializer_field_mapping = MAPPING

pytestmark = pytest.mark.django_db

PIXEL = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)


class PDFField(extra_fields.Base64FileField):
    ALLOWED_TYPES = ["pdf"]

    def get_file_extension(self, filename, decoded_file):
        return "pdf"


FILE_FIELDS = (extra_fields.Base64ImageField, extra_fields.HybridImageField, PDFField)
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
@pytest.mark.parametrize("field_class", FILE_FIELDS)
def test_files(field_class):
    def make(base):
        declared = {"contact": extra_fields.LowercaseEmailField()}
        declared |= {
            f"cover_{number}": field_class(source="cover", **options)
            for number, options in enumerate(FILE_OPTIONS)
        }
        return serializer_of(base, Book, ["title"], declared)

    rows = assert_agreement(make, lambda: Book.objects.exclude(title="lost").order_by("pk"))
    assert rows[0]["cover_0"]
    # In base 64 this raises, and the file is opened for each row anew.
    assert_same_readings(make, lambda: Book.objects.order_by("-pk"))


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


# The field class of each, and what its child is made with.
RANGE_FIELDS = {
    "integers": (extra_fields.IntegerRangeField, {}),
    "floats": (extra_fields.FloatRangeField, {}),
    "decimals": (
        extra_fields.DecimalRangeField,
        {"coerce_to_string": False, "normalize_output": True},
    ),
    "dates": (extra_fields.DateRangeField, {"format": "%d.%m.%Y"}),
    "moments": (extra_fields.DateTimeRangeField, {"format": "%H:%M", "default_timezone": UTC}),
}


def test_ranges_of_every_type():
    for name, (field_class, options) in RANGE_FIELDS.items():

        def make(base, field_class=field_class, options=options):
            class ExampleSerializer(base):
                value = field_class(child_attrs=options)
                again = field_class(source="value", default=None, allow_null=True)

            return ExampleSerializer

        for value in ranges()[name]:
            rows = {"value": value}, SimpleNamespace(value=value)
            assert_same_readings(make, lambda: rows, base=Serializer)  # noqa: B023


# Relations.


class PlaceSerializer(ModelSerializer):
    """Is found by its path."""

    label = serializers.SerializerMethodField()

    class Meta:
        model = Place
        fields = ["code", "label"]

    def get_label(self, place):
        return f"{place.name} {'request' in self.context}"


by_key = relations.PresentablePrimaryKeyRelatedField
by_slug = relations.PresentableSlugRelatedField


def presented(base):
    """Return fields in every way in which a relation may be presented, but for many."""
    place = serializer_of(base, Place, ["code", "within"])
    deep = serializer_of(base, Place, ["code"], depth=1)
    options = {"queryset": Place.objects.all(), "allow_null": True}
    path = f"{__name__}.PlaceSerializer"
    return {
        "home": by_key(presentation_serializer=place, read_only=True),
        "by_path": by_key(source="home", presentation_serializer=path, read_only=True),
        "by_slug": by_slug(
            source="home",
            slug_field="code",
            presentation_serializer=deep,
            presentation_serializer_kwargs={"partial": True},
            **options,
        ),
        "read_elsewhere": by_key(
            source="home",
            presentation_serializer=PlaceSerializer,
            read_source="home.within",
            **options,
        ),
        "dotted": by_key(
            presentation_serializer=PlaceSerializer,
            source="home.within",
            read_only=True,
            default=None,
        ),
    }


def presented_many(base):
    options = {"queryset": Author.objects.all(), "many": True}
    author = serializer_of(base, Author, ["name", "home"])
    work = serializer_of(base, Work, ["title"])
    return {
        "mentors": by_key(presentation_serializer=author, **options),
        "mentored": by_slug(
            source="mentors",
            slug_field="title",
            presentation_serializer=work,
            read_source="works",
            **options,
        ),
    }


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("fields", [presented, presented_many])
def test_relations_that_are_presented(fields):
    def make(base):
        return serializer_of(base, Author, ["name"], fields(base))

    authors = Author.objects.order_by("pk")
    assert_agreement(make, lambda: authors.filter(home__isnull=False))
    loaded = authors.prefetch_related("home__within", "mentors", "works")
    for rows in (authors, loaded):
        # Some have no home.
        assert_same_readings(make, lambda: rows.reverse(), forms=FAST_FORMS[:2])  # noqa: B023
