"""Where a list that is read as rows differs from REST framework, as the documentation says."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import Prefetch, prefetch_related_objects
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from fastserializers import FastReadOnlyModelSerializer, read_only
from tests.differential import spelled_out
from tests.models import Book, Country, Remark
from tests.relations.comparison import executed
from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import SERIALIZERS, serializer_of
from tests.rows.comparison import BASES

pytestmark = pytest.mark.usefixtures("stored")


def assert_as_if_prefetched(make, rows, *names):
    """Assert that a list is that of prefetched rows; return it, and DRF's of the rows alone."""
    found = make(FastReadOnlyModelSerializer)(rows.all(), many=True).data
    prefetched = make(ModelSerializer)(rows.prefetch_related(*names), many=True).data
    assert spelled_out(found) == spelled_out(prefetched)
    return found, make(ModelSerializer)(rows.all(), many=True).data


def test_rows_without_an_order_come_as_if_they_were_prefetched():
    works = Work.objects.order_by("pk")
    assert_as_if_prefetched(SERIALIZERS["keys"], works, "authors", "credits", "notes")


def test_instances_of_a_nested_serializer_that_several_rows_share():
    """Its own code gets the same instance for all of them, as after `prefetch_related()`."""

    def make(base):
        def get_times(serializer, author):
            author.times = getattr(author, "times", 0) + 1
            return author.times

        declared = {"times": serializers.SerializerMethodField(), "get_times": get_times}
        author = serializer_of(base, Author, ["name"], declared)
        return serializer_of(base, Credit, ["role"], {"author": author()})

    found, alone = assert_as_if_prefetched(make, Credit.objects.order_by("pk"), "author")
    assert found != alone


@pytest.mark.parametrize(
    ("relation", "do"),
    [
        ("home", lambda author: setattr(author, "home_id", None)),
        ("mentors", lambda author: prefetch_related_objects([author], "mentors")),
    ],
    ids=["another key", "prefetched"],
)
def test_a_relation_that_a_method_has_no_use_for(relation, do):
    declared = {
        "method": serializers.SerializerMethodField(),
        "get_method": lambda serializer, author: do(author),
    }

    (expected, expected_queries), (found, queries) = (
        executed(lambda: cls(Author.objects.order_by("pk"), many=True).data)  # noqa: B023
        for cls in (serializer_of(base, Author, ["method", relation], declared) for base in BASES)
    )
    assert spelled_out(found) == spelled_out(expected)
    assert len(queries) == len(expected_queries) + 1


def test_a_relation_of_a_row_whose_nested_serializer_writes():
    declared = {
        "method": serializers.SerializerMethodField(),
        "get_method": lambda serializer, work: Author.objects.filter(name="").update(name="N."),
    }
    works = (serializer_of(base, Work, ["title", "method"], declared) for base in BASES)

    def read(base, work):
        listed = Credit.objects.order_by("pk")
        data = serializer_of(base, Credit, ["work"], {"work": work()})(listed, many=True).data
        return data, *executed(lambda: [credit.work.pk for credit in listed])

    (drf, expected, needed), (fast, found, queries) = map(read, BASES, works)
    assert (spelled_out(fast), found) == (spelled_out(drf), expected)
    assert len(queries) == len(needed) + 1


def test_a_relation_that_an_own_representation_leaves_out_for_some_rows():
    def to_representation(self, credit):
        represented = super(type(self), self).to_representation(credit)
        # Only the first row has it.
        self.fields.pop("work", None)
        return represented

    def read(base):
        listed = Credit.objects.order_by("pk")
        cls = serializer_of(
            base, Credit, ["role", "work"], {"work": serializers.StringRelatedField()}
        )
        own = type("OwnSerializer", (cls,), {"to_representation": to_representation})
        return own(listed, many=True).data, *executed(lambda: [row.work.pk for row in listed])

    (drf, expected, needed), (fast, found, queries) = map(read, BASES)
    assert (spelled_out(fast), found) == (spelled_out(drf), expected)
    assert not queries
    assert needed


def test_instances_of_a_relation_to_many_tell_whom_they_were_fetched_for():
    declared = {
        "read": serializers.PrimaryKeyRelatedField(many=True, read_only=True, source="authors"),
        "names": serializers.SerializerMethodField(),
        "get_names": lambda serializer, work: [sorted(vars(row)) for row in work.authors.all()],
    }
    found, alone = assert_as_if_prefetched(
        lambda base: serializer_of(base, Work, ["read", "names"], declared),
        Work.objects.order_by("pk"),
        "authors",
    )
    assert found != alone


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
def test_a_value_that_nobody_reads_is_not_made():
    Book.objects.create(title="Rupert", price=1)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tests_book SET reading_time = 'long'")

    class BookSerializer(ModelSerializer):
        class Meta:
            model = Book
            fields = ["title"]

    with pytest.raises(TypeError):
        BookSerializer(Book.objects.all(), many=True).data  # noqa: B018
    assert read_only(BookSerializer)(Book.objects.all(), many=True).data == [{"title": "Rupert"}]


def test_a_second_queryset_of_a_lookup_after_one_that_looks_at_instances():
    again = Prefetch("authors", Author.objects.order_by("-pk"))
    rows = Work.objects.prefetch_related(
        "credits__work", "authors", "credits__author__home", again
    )
    make = SERIALIZERS["keys"]
    with pytest.raises(ValueError, match="different queryset"):
        make(ModelSerializer)(rows.all(), many=True).data  # noqa: B018
    found, expected = (
        make(base)(source, many=True).data
        for base, source in (
            (FastReadOnlyModelSerializer, rows.all()),
            (ModelSerializer, Work.objects.all()),
        )
    )
    assert [*found] == [*expected]


def test_a_deferred_column_that_the_manager_of_prefetched_rows_looks_at():
    country = Country.objects.create(name="Ruritania")
    Remark.objects.create(country=country, text="Rassendyll")
    loaded = []
    for base in BASES:
        rows = Country.objects.only("id").prefetch_related("remarks")
        serializer_of(base, Country, ["id"])(rows, many=True).data  # noqa: B018
        loaded.append([not rows[0].get_deferred_fields()])
        assert [remark.text for remark in rows[0].remarks.all()] == ["Rassendyll"]
        loaded[-1].append(not rows[0].get_deferred_fields())
    assert loaded == [[True, True], [False, True]]
