"""djangorestframework-gis: features and geometries, where GDAL and GEOS are there.

No spatial database is asked: the geometries are made in memory.
"""

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.differential import assert_alike
from tests.idioms.agreement import assert_agreement
from tests.models import Book, Tag
from tests.relations.serializers import serializer_of

try:
    from django.contrib.gis.geos import Point, Polygon
    from rest_framework_gis import fields, serializers
except (ImportError, ImproperlyConfigured) as error:
    pytest.skip(f"no geometries here: {error}", allow_module_level=True)


def placed():
    books = list(Book.objects.prefetch_related("tags").order_by("pk"))
    for number, book in enumerate(books):
        book.place = Point(number, 2.123456789)
        book.outline = Polygon.from_bbox((0, 0, number + 1, 2))
    books[-1].place = None
    return books


def with_geometries(base):
    class BookSerializer(base):
        place = fields.GeometryField(precision=2, allow_null=True)
        outline = fields.GeometryField(auto_bbox=True)
        area = fields.GeometrySerializerMethodField()

        class Meta:
            model = Book
            fields = ("id", "place", "outline", "area")

        def get_area(self, book):
            return book.outline.centroid

    return BookSerializer


def test_geometry_fields():
    rows = assert_agreement(with_geometries, placed)
    assert rows[0]["place"]["coordinates"] == (0.0, 2.12)


def features(base):
    tag = serializer_of(base, Tag, ["label"])

    class BookSerializer(serializers.GeoFeatureModelSerializer):
        place = fields.GeometryField()
        tags = tag(many=True)

        class Meta:
            model = Book
            geo_field = "place"
            fields = ("id", "title", "tags")

    return BookSerializer


def test_a_collection_of_features():
    cls, rows = features(serializers.ModelSerializer), placed()[:2]
    data = assert_alike(lambda: (cls(rows[0]).data, cls(rows, many=True).data))
    assert data[1]["type"] == "FeatureCollection"
