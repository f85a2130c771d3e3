"""Where a list that is read as rows differs from REST framework, as the documentation says."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import Prefetch, prefetch_related_objects
from rest_framework import serializers

from tests.differential import spelled_out
from tests.models import Book, Country, Publisher, Remark
from tests.relations.comparison import executed
from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import (
    SERIALIZERS,
    key,
    methods,
    nested,
    serializer_of,
    shape,
    text,
)
from tests.rows.comparison import BASES, MODEL, listed
from tests.rows.querysets import works

pytestmark = pytest.mark.usefixtures("stored")


def assert_as_if_prefetched(make, rows, *names):
    """Assert that a list is that of prefetched rows; return it, and DRF's of the rows alone."""
    found = listed(make, rows.all())
    assert spelled_out(found) == spelled_out(listed(make, rows.prefetch_related(*names), MODEL))
    return found, listed(make, rows.all(), MODEL)


def test_rows_without_an_order_come_as_if_they_were_prefetched():
    assert_as_if_prefetched(SERIALIZERS["keys"], works(), "authors", "credits", "notes")


def test_instances_of_a_nested_serializer_that_several_rows_share():
    """Its own code gets the same instance for all of them, as after `prefetch_related()`."""

    def times(serializer, author):
        author.times = getattr(author, "times", 0) + 1
        return author.times

    author = nested(shape(Author, ["name"], methods(times=times)))
    make = shape(Credit, ["role"], {"author": author})
    found, alone = assert_as_if_prefetched(make, Credit.objects.order_by("pk"), "author")
    assert found != alone


def test_a_relation_that_a_field_before_the_first_method_has_read():
    """It does not count as loaded yet."""

    def home(serializer, author):
        return Author.home.is_cached(author), str(author.home)

    town = text(source="home.name", default=None)
    make = shape(Author, ["town", "home"], {"town": town, **methods(home=home)})
    authors = Author.objects.exclude(home=None).order_by("pk")
    found, expected = (
        [row["home"] for row in listed(make, authors.all(), base)] for base in reversed(BASES)
    )
    assert expected == [(True, name) for _, name in found]
    assert not any(is_loaded for is_loaded, _ in found)


def test_a_relation_that_a_method_has_no_use_for():
    for relation, do in {
        "home": lambda self, author: setattr(author, "home_id", None),
        "mentors": lambda self, author: prefetch_related_objects([author], "mentors"),
    }.items():
        make = shape(Author, ["method", relation], methods(method=do))
        (expected, expected_queries), (found, queries) = (
            executed(lambda: listed(make, Author.objects.order_by("pk"), base))  # noqa: B023
            for base in BASES
        )
        assert spelled_out(found) == spelled_out(expected)
        assert len(queries) == len(expected_queries) + 1, relation


def read_with_works(make):
    """Return a function that reads credits on a base, and then the works of the instances."""

    def read(base):
        rows = Credit.objects.order_by("pk")
        data = listed(make, rows, base)
        return data, *executed(lambda: [credit.work.pk for credit in rows])

    return read


def test_a_relation_of_a_row_whose_nested_serializer_writes():
    def writes(serializer, work):
        return Author.objects.filter(name="").update(name="N.")

    work = nested(shape(Work, ["title"], methods(method=writes)))
    make = shape(Credit, ["work"], {"work": work})
    (drf, expected, needed), (fast, found, queries) = map(read_with_works(make), BASES)
    assert (spelled_out(fast), found) == (spelled_out(drf), expected)
    assert len(queries) == len(needed) + 1


def test_a_relation_that_an_own_representation_leaves_out_for_some_rows():
    def to_representation(self, instance):
        represented = super(type(self), self).to_representation(instance)
        # Only the first row has it.
        self.fields.pop("related", None)
        return represented

    def make(base, model, relation):
        cls = serializer_of(base, model, ["pk"], {"related": text(source=relation)})
        return type("OwnSerializer", (cls,), {"to_representation": to_representation})

    (drf, expected, needed), (fast, found, queries) = (
        read_with_works(lambda base: make(base, Credit, "work"))(base) for base in BASES
    )
    assert (spelled_out(fast), found) == (spelled_out(drf), expected)
    assert not queries
    assert needed
    # The first row leads nowhere.
    Publisher.objects.create(name="A", code="a")
    Publisher.objects.create(name="B", code="b", country=Country.objects.create(name="Ruritania"))
    publishers = Publisher.objects.filter(name__in="AB").order_by("name")
    numbers = []
    for base in BASES:
        of_publishers = make(base, Publisher, "country")(publishers.all(), many=True)
        _, queries = executed(lambda: of_publishers.data)  # noqa: B023
        numbers.append(len(queries))
    assert numbers == [1, 2]


def test_instances_of_a_relation_to_many_tell_whom_they_were_fetched_for():
    def names(serializer, work):
        return [sorted(vars(row)) for row in work.authors.all()]

    make = shape(Work, [], {"read": key(many=True, source="authors"), **methods(names=names)})
    found, alone = assert_as_if_prefetched(make, works(), "authors")
    assert found != alone


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
def test_a_value_that_nobody_reads_is_not_made():
    Book.objects.create(title="Rupert", price=1)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tests_book SET reading_time = 'long'")

    make = shape(Book, ["title"])
    with pytest.raises(TypeError):
        listed(make, Book.objects.all(), MODEL)
    assert listed(make, Book.objects.all()) == [{"title": "Rupert"}]


def test_a_second_queryset_of_a_lookup_after_one_that_looks_at_instances():
    again = Prefetch("authors", Author.objects.order_by("-pk"))
    rows = Work.objects.prefetch_related(
        "credits__work", "authors", "credits__author__home", again
    )
    make = SERIALIZERS["keys"]
    with pytest.raises(ValueError, match="different queryset"):
        listed(make, rows.all(), MODEL)
    assert listed(make, rows.all()) == listed(make, Work.objects.all(), MODEL)


def test_the_message_of_a_lookup_that_is_wrong_after_rows_were_fetched():
    again = "credits__author__portrait__author__credits"
    lookups = {
        "'nothing' is an invalid parameter": ["credits__author__nothing"],
        "'role' does not resolve": ["credits__role"],
        "different queryset": ["credits__work", again, Prefetch(again, Credit.objects.all())],
    }
    for message, wrong in lookups.items():
        rows = Work.objects.prefetch_related(*wrong)
        with pytest.raises((AttributeError, ValueError), match=message):
            listed(SERIALIZERS["keys"], rows)


def test_a_deferred_column_that_the_manager_of_prefetched_rows_looks_at():
    country = Country.objects.create(name="Ruritania")
    Remark.objects.create(country=country, text="Rassendyll")
    loaded = []
    for base in BASES:
        rows = Country.objects.only("id").prefetch_related("remarks")
        listed(shape(Country, ["id"]), rows, base)
        loaded.append([not rows[0].get_deferred_fields()])
        assert [remark.text for remark in rows[0].remarks.all()] == ["Rassendyll"]
        loaded[-1].append(not rows[0].get_deferred_fields())
    assert loaded == [[True, True], [False, True]]


def test_relations_that_all_rows_read_are_loaded_before_a_row_raises(django_assert_num_queries):
    """The same exception, after one query more."""
    fields = {"nothing": serializers.CharField(), "town": text(source="home.name")}
    make = shape(Author, ["nothing", "town"], fields)
    raised = []
    for base, count in zip(BASES, (1, 2), strict=True):
        with (
            django_assert_num_queries(count),
            pytest.raises(AttributeError, match="no attribute 'nothing'") as error,
        ):
            listed(make, Author.objects.exclude(home=None), base)
        raised.append(str(error.value))
    assert raised[0] == raised[1]
