"""Lists that are read as rows, where a project wants it: the output of DRF, from fewer queries."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework import serializers

from fastserializers import read_only
from tests.differential import spelled_out
from tests.models import Blurb, Book, Country, Publisher, Review, Tag
from tests.values import UTC

pytestmark = pytest.mark.django_db


class CountrySerializer(serializers.ModelSerializer):
    class Meta:
        model = Country
        fields = ["id", "name"]


class PublisherSerializer(serializers.ModelSerializer):
    country = CountrySerializer()

    class Meta:
        model = Publisher
        fields = ["name", "code", "country"]


class TagSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ["id", "label"]


class BookSerializer(serializers.ModelSerializer):
    publisher = PublisherSerializer()
    tags = TagSerializer(many=True)
    reviews = serializers.StringRelatedField(many=True)
    country = serializers.CharField(source="publisher.country.name", default=None)
    shout = serializers.ReadOnlyField()
    first_tag = serializers.SerializerMethodField()

    class Meta:
        model = Book
        fields = "__all__"

    def get_first_tag(self, book):
        tags = list(book.tags.all())
        return (tags[0].label if tags else None, book.publisher and book.publisher.initials)


class FlatSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        exclude = ["tags", "shelves"]


@pytest.fixture(autouse=True)
def shop():
    country = Country.objects.create(name="Austria")
    publishers = [
        Publisher.objects.create(name="One House", code="one", country=country),
        Publisher.objects.create(name="Two", code="two"),
    ]
    tags = [Tag.objects.create(label=label) for label in "abc"]
    moment = datetime.datetime(2024, 5, 1, 12, 30, 15, 120, tzinfo=UTC)
    for number in range(7):
        book = Book.objects.create(
            title=f"Book {number}",
            price=Decimal(number) / 3,
            pages=number,
            added=moment + datetime.timedelta(days=40 * number) if number % 3 else None,
            published=moment.date() if number % 2 else None,
            opens=moment.time() if number % 2 else None,
            reading_time=datetime.timedelta(hours=number) if number % 2 else None,
            metadata={"number": number, "list": [1, None, "x"]},
            weight=number / 7 if number else None,
            publisher=[None, *publishers][number % 3],
            by_code=publishers[number % 2],
        )
        book.tags.set(tags[: number % 4])
        Review.objects.create(book=book, stars=number)
        Blurb.objects.create(book=book, text=f"blurb {number}")


QUERYSETS = {
    "nothing loaded": lambda: Book.objects.order_by("pk"),
    "joined": lambda: Book.objects.select_related("publisher__country").order_by("pk"),
    "prefetched": lambda: Book.objects.prefetch_related("tags", "reviews").order_by("-pk"),
    "both": lambda: (
        Book.objects.select_related("publisher").prefetch_related("tags").order_by("pk")
    ),
    "a slice": lambda: Book.objects.order_by("title")[2:5],
    "deferred": lambda: Book.objects.defer("title", "added").order_by("pk"),
    "some": lambda: Book.objects.only("title").order_by("pk"),
    "values": lambda: Book.objects.filter(pages__gt=2).distinct().order_by("pk"),
    "united": lambda: Book.objects.filter(pages=1).union(Book.objects.filter(pages=2)),
    "none": lambda: Book.objects.none(),
    "raw": lambda: Book.objects.raw("SELECT * FROM tests_book ORDER BY id"),
}


def read(cls, queryset):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        data = cls(queryset, many=True).data
    return data, len(queries)


@pytest.mark.parametrize("cls", [FlatSerializer, BookSerializer])
@pytest.mark.parametrize("make", QUERYSETS.values(), ids=QUERYSETS)
@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu"])
def test_the_output_is_that_of_drf_from_no_more_queries(cls, make, zone, settings):
    settings.TIME_ZONE = zone
    expected, expected_queries = read(cls, make())
    queryset = make()
    found, queries = read(read_only(cls), queryset)
    assert spelled_out(found) == spelled_out(expected)
    assert queries <= expected_queries


def test_the_queryset_is_evaluated_afterwards(django_assert_num_queries):
    queryset = Book.objects.order_by("pk")
    read_only(FlatSerializer)(queryset, many=True).data  # noqa: B018
    with django_assert_num_queries(0):
        assert len(queryset) == 7
        assert [book.title for book in queryset] == [f"Book {number}" for number in range(7)]
        assert queryset[3].pages == 3


def test_a_list_makes_one_query_a_level_where_nothing_was_loaded():
    found, queries = read(read_only(PublisherSerializer), Publisher.objects.order_by("pk"))
    assert [row["country"] and row["country"]["name"] for row in found] == ["Austria", None]
    assert queries == 2


@pytest.mark.parametrize("is_nested", [False, True])
def test_a_serializer_whose_meta_wants_instances(is_nested):
    """Django makes them, by a query for each row of what nobody has loaded."""

    class ApartSerializer(PublisherSerializer):
        class Meta(PublisherSerializer.Meta):
            rows = False

    class OuterSerializer(serializers.ModelSerializer):
        publisher_set = ApartSerializer(many=True)

        class Meta:
            model = Country
            fields = ["name", "publisher_set"]
            rows = False

    cls = OuterSerializer if is_nested else ApartSerializer
    Publisher.objects.update(country=Country.objects.get())
    Country.objects.create(name="Bohemia")
    model = cls.Meta.model
    expected, expected_queries = read(cls, model.objects.order_by("pk"))
    found, queries = read(read_only(cls), model.objects.order_by("pk"))
    assert spelled_out(found) == spelled_out(expected)
    assert queries == expected_queries == 3
