"""drf-extra-fields: files in base 64, ranges, and relations that are presented by a serializer."""

import datetime
from functools import partial
from types import SimpleNamespace

import pytest
from django.core.files.base import ContentFile
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import of_body
from tests.idioms.agreement import assert_agreement, assert_same_readings, books
from tests.models import Book, Country, Publisher, Review, Tag
from tests.relations.serializers import serializer_of, shape
from tests.values import UTC

MAPPING = dict(ModelSerializer.serializer_field_mapping)
extra_fields = pytest.importorskip("drf_extra_fields.fields")
relations = pytest.importorskip("drf_extra_fields.relations")
# Importing it gives every model serializer of the process its range fields.
ModelSerializer.serializer_field_mapping = MAPPING

PIXEL = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)


class PDFField(extra_fields.Base64FileField):
    ALLOWED_TYPES = ["pdf"]

    def get_file_extension(self, filename, decoded_file):
        return "pdf"


FILE_FIELDS = (extra_fields.Base64ImageField, extra_fields.HybridImageField, PDFField)


@pytest.fixture
def lost(settings):
    """A book whose file is lost, beside one whose file is there."""
    backend = "django.core.files.storage.InMemoryStorage"
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": backend}}
    settings.MEDIA_URL = "/media/"
    Book.objects.first().cover.save("pixel.gif", ContentFile(PIXEL))
    return Book.objects.create(title="lost", price=1, cover="lost.gif")


@pytest.mark.parametrize("field_class", FILE_FIELDS)
def test_files(lost, field_class):
    declared = {
        "contact": extra_fields.LowercaseEmailField(),
        "plain": field_class(source="cover"),
        "in_base_64": field_class(source="cover", represent_in_base64=True),
        "name": field_class(source="cover", use_url=False),
        "optional": field_class(source="cover", required=False),
    }
    make = shape(Book, ["title"], declared)
    rows = assert_agreement(make, books().exclude(pk=lost.pk).all)
    assert rows[0]["plain"]
    # In base 64 a file that is lost raises, and one is opened for each row anew.
    assert_same_readings(make, books().reverse().all)


MOMENT = datetime.datetime(2024, 7, 1, 12, 30)
AWARE = MOMENT.replace(tzinfo=UTC)


def test_ranges(subtests):
    """The ranges of psycopg, where it is installed."""
    moments = pytest.importorskip("psycopg.types.range").TimestamptzRange
    attributes = {"format": "%H:%M", "default_timezone": UTC}
    fields = {
        "value": extra_fields.DateTimeRangeField(child_attrs=attributes),
        "again": extra_fields.DateTimeRangeField(source="value", default=None, allow_null=True),
    }
    for value in (moments(AWARE, None), moments(MOMENT, MOMENT), moments(empty=True), "text"):
        with subtests.test(value=value):
            rows = {"value": value}, SimpleNamespace(value=value)
            assert_same_readings(of_body(fields.copy), partial(tuple, rows), base=Serializer)


class PublisherSerializer(ModelSerializer):
    """Is found by its path."""

    label = serializers.SerializerMethodField()

    class Meta:
        model = Publisher
        fields = ["code", "label"]

    def get_label(self, publisher):
        return f"{publisher.name} {'request' in self.context}"


def test_relations_that_are_presented():
    by_key = relations.PresentablePrimaryKeyRelatedField
    by_slug = relations.PresentableSlugRelatedField

    def make(base):
        deep = serializer_of(base, Publisher, ["code", "country"], depth=1)
        country = serializer_of(base, Country, ["name"])
        of_publisher = {"queryset": Publisher.objects.all(), "allow_null": True}
        of_tags = {"queryset": Tag.objects.all(), "many": True}
        read_only = partial(by_key, read_only=True)
        declared = {
            "publisher": read_only(
                presentation_serializer=serializer_of(base, Publisher, ["code", "country"])
            ),
            "by_path": read_only(
                source="publisher", presentation_serializer=f"{__name__}.PublisherSerializer"
            ),
            "by_slug": by_slug(
                source="publisher",
                slug_field="code",
                presentation_serializer=deep,
                presentation_serializer_kwargs={"partial": True},
                **of_publisher,
            ),
            "read_elsewhere": by_key(
                source="publisher",
                presentation_serializer=country,
                read_source="publisher.country",
                **of_publisher,
            ),
            "dotted": read_only(
                source="publisher.country", presentation_serializer=country, default=None
            ),
            "tags": by_key(presentation_serializer=serializer_of(base, Tag, ["label"]), **of_tags),
            "stars": by_slug(
                source="tags",
                slug_field="stars",
                presentation_serializer=serializer_of(base, Review, ["stars"]),
                read_source="reviews",
                **of_tags,
            ),
        }
        return serializer_of(base, Book, ["title"], declared)

    # Some publishers have no country, and some books no publisher.
    assert_agreement(make, books().all)
    assert_agreement(make, Book.objects.order_by("pk").all)
