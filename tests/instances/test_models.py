"""Model serializers against DRF's own: columns, relations, nesting, and odd instances."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db.models import Count, F
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers

from tests.differential import assert_same
from tests.models import Blurb, Book, Country, Publisher, Review, Shelf, Tag
from tests.relations.comparison import assert_same_rows
from tests.relations.serializers import with_relations
from tests.values import SUMMER

pytestmark = pytest.mark.django_db

MODEL = serializers.ModelSerializer


def meta(model, fields, **options):
    """Return a function that makes the attributes of a model serializer."""
    return lambda: {"Meta": type("Meta", (), {"model": model, "fields": fields, **options})}


@pytest.fixture
def book():
    country = Country.objects.create(name="Ruritania")
    publisher = Publisher.objects.create(name="Hentzau Press", code="hp", country=country)
    book = Book.objects.create(
        title="The Prisoner",
        price=Decimal("12.50"),
        weight=0.5,
        pages=300,
        copies=2**40,
        published=datetime.date(1894, 4, 1),
        added=SUMMER,
        opens=datetime.time(9, 30),
        reading_time=datetime.timedelta(hours=6),
        format="H",
        grade=2,
        metadata={"shelves": [1, 2]},
        publisher=publisher,
        by_code=publisher,
    )
    book.tags.set([Tag.objects.create(label=label) for label in ("swords", "castles")])
    book.shelves.set([Shelf.objects.create(label=label) for label in ("top", "hidden")])
    Blurb.objects.create(book=book, text="Swash!")
    first = Review.objects.create(book=book, stars=5)
    Review.objects.create(book=book, stars=1, answer_to=first)
    Book.objects.create(title="Bare", price=1)
    return book


# Columns and relations, loaded or not.

RELATED = ["publisher", "by_code", "tags", "shelves", "reviews", "blurb"]
LOADS = {
    "nothing loaded": lambda q: q,
    "selected": lambda q: q.select_related("publisher__country", "by_code", "blurb"),
    "prefetched": lambda q: q.prefetch_related(
        "tags", "shelves", "reviews__answers", "publisher__country"
    ),
    "both": lambda q: q.select_related("publisher__country", "by_code", "blurb").prefetch_related(
        "tags", "shelves", "reviews__answers"
    ),
}


def with_property_method_and_annotation():
    return {
        "reviews_count": serializers.IntegerField(),
        "again": serializers.CharField(source="pages_again"),
        "pk": serializers.ReadOnlyField(),
        **meta(Book, ["pk", "id", "shout", "page_count", "reviews_count", "again"])(),
    }


def on_a_base(body):
    return lambda base: type(base)("ExampleSerializer", (base,), body())


MAKES = {
    "all fields": on_a_base(meta(Book, "__all__")),
    "keys": on_a_base(meta(Book, RELATED)),
    "nested": with_relations(Book, RELATED),
    "nested twice": on_a_base(meta(Book, ["id", *RELATED], depth=2)),
    "of no column": on_a_base(with_property_method_and_annotation),
}


@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
def test_columns_and_relations(book, make):
    rows = Book.objects.annotate(reviews_count=Count("reviews"), pages_again=F("pages"))
    for load in LOADS.values():
        assert_same_rows(make, load(rows.order_by("pk")).all)


# Instances that are not as the database has them.


def unsaved(**values):
    return lambda book: Book(**values)


def a_deferred_column_of_a_row_that_is_gone(book):
    loaded = Book.objects.only("pk").get(pk=book.pk)
    loaded.pk = loaded.id = 10**6
    return loaded


def a_key_that_was_changed_after_its_relation_was_loaded(book):
    loaded = Book.objects.select_related("publisher").get(pk=book.pk)
    loaded.publisher_id = Publisher.objects.get_or_create(name="Other", code="o")[0].pk
    return loaded


def a_copy_that_has_lost_its_key_with_rows_prefetched(book):
    loaded = Book.objects.prefetch_related("tags", "reviews").get(pk=book.pk)
    loaded.pk = None
    return loaded


def a_lazy_user(book):
    return SimpleLazyObject(lambda: User.objects.get_or_create(username="rudolf")[0])


def publisher_and_its_name():
    name = serializers.CharField(source="publisher.name")
    return {"name": name, **meta(Book, ["name", "publisher"])()}


COLUMNS = ["title", "price", "pages", "published", "in_print", "format", "grade"]
INSTANCES = [
    (meta(Book, COLUMNS), unsaved(title=5, price="3.5", pages="12", in_print="no")),
    (meta(Book, COLUMNS), unsaved(title="Dated", published="2024-01-01")),
    (meta(Book, COLUMNS), unsaved(format=Book.Format.HARDBACK, grade=Book.Grade.HIGH)),
    (meta(Book, ["id", "publisher", "tags", "reviews"]), unsaved(title="New")),
    (meta(Book, ["publisher", "tags"], depth=1), unsaved(title="New")),
    (meta(Book, ["nothing"]), unsaved()),
    (meta(Book, ["id", "title"]), a_deferred_column_of_a_row_that_is_gone),
    (publisher_and_its_name, a_key_that_was_changed_after_its_relation_was_loaded),
    (meta(Book, ["tags", "reviews"]), a_copy_that_has_lost_its_key_with_rows_prefetched),
    (meta(User, ["id", "username", "date_joined", "last_login"]), a_lazy_user),
    (meta(Book, ["tags"], depth=1), a_copy_that_has_lost_its_key_with_rows_prefetched),
]


@pytest.mark.parametrize("number", range(len(INSTANCES)))
def test_instances_that_are_not_as_stored(book, number):
    body, make = INSTANCES[number]
    assert_same(body, lambda: make(book), base=MODEL)
