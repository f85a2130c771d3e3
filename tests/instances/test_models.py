"""Instances of models, stored or not, and shapes of their serializers."""

import pytest
from django.contrib.auth.models import User
from django.db.models import Count, Exists, F, OuterRef, Subquery, Value, Window
from django.db.models.functions import Concat, RowNumber, Upper
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers

from tests.models import Blurb, Book, Publisher, Review, Shelf
from tests.neighbours.conftest import store_books
from tests.relations.comparison import (
    assert_no_more_queries,
    assert_no_more_queries_of_each,
    assert_same_rows,
)
from tests.relations.models import Credit, Work
from tests.relations.serializers import shape, with_relations
from tests.rows.querysets import works

pytestmark = pytest.mark.django_db


@pytest.fixture
def book():
    store_books()
    book = Book.objects.get(pages=500)
    book.shelves.set([Shelf.objects.create(label=label) for label in ("top", "hidden")])
    Review.objects.create(book=book, answer_to=book.reviews.first())
    Blurb.objects.create(book=book, text="Swash!")
    User.objects.create(username="rudolf")
    return book


# Columns and relations, loaded or not.

RELATED = ["publisher", "by_code", "tags", "shelves", "reviews", "blurb"]
OF_NO_COLUMN = {
    "reviews_count": serializers.IntegerField(),
    "again": serializers.CharField(source="pages_again"),
    "pk": serializers.ReadOnlyField(),
}
MAKES = {
    "all fields": shape(Book, "__all__"),
    "keys": shape(Book, RELATED),
    "nested": with_relations(Book, RELATED),
    "nested twice": shape(Book, ["id", *RELATED], depth=2),
    "of no column": shape(Book, ["pk", "id", "shout", "page_count"], OF_NO_COLUMN),
}
ALL_BOOKS = Book.objects.annotate(reviews_count=Count("reviews"), pages_again=F("pages"))
JOINED = ALL_BOOKS.select_related("publisher__country", "by_code", "blurb")
TO_MANY = ("tags", "shelves", "reviews__answers")
LOADS = {
    "nothing loaded": ALL_BOOKS,
    "joined": JOINED,
    "prefetched": ALL_BOOKS.prefetch_related(*TO_MANY, "publisher__country"),
    "joined and prefetched": JOINED.prefetch_related(*TO_MANY),
}


@pytest.mark.parametrize("make", MAKES.values(), ids=MAKES)
def test_columns_and_relations(subtests, book, make):
    rows = {name: rows.order_by("pk").all for name, rows in LOADS.items()}
    assert_no_more_queries_of_each(subtests, make, rows)
    assert_same_rows(make, ALL_BOOKS.order_by("pk").all)


# Instances that are not as the database has them.


def unsaved(**values):
    """Return a function that makes a book of these values, whatever is stored."""

    def make(book):
        return Book(**values)

    return make


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
    return SimpleLazyObject(User.objects.first)


COLUMNS = ["title", "price", "pages", "published", "in_print", "format", "grade"]
NAME = {"name": serializers.CharField(source="publisher.name")}
INSTANCES = [
    (shape(Book, COLUMNS), unsaved(title=5, price="3.5", pages="12", in_print="no")),
    (shape(Book, COLUMNS), unsaved(title="Dated", published="2024-01-01")),
    (shape(Book, COLUMNS), unsaved(format=Book.Format.HARDBACK, grade=Book.Grade.HIGH)),
    (shape(Book, ["id", "publisher", "tags", "reviews"]), unsaved(title="New")),
    (shape(Book, ["publisher", "tags"], depth=1), unsaved(title="New")),
    (shape(Book, ["nothing"]), unsaved()),
    (shape(Book, ["id", "title"]), a_deferred_column_of_a_row_that_is_gone),
    (shape(Book, ["publisher"], NAME), a_key_that_was_changed_after_its_relation_was_loaded),
    (shape(Book, ["tags", "reviews"]), a_copy_that_has_lost_its_key_with_rows_prefetched),
    (shape(User, ["id", "username", "date_joined", "last_login"]), a_lazy_user),
]


@pytest.mark.parametrize(("make", "change"), INSTANCES)
def test_instances_that_are_not_as_stored(book, make, change):
    assert_no_more_queries(make, lambda: [change(book), change(book)])


# Rows that have more than the columns of their model.


ANNOTATIONS = {
    "upper": serializers.CharField(),
    "number": serializers.IntegerField(),
    "credited": serializers.BooleanField(),
    "writer": serializers.ReadOnlyField(),
    "label": serializers.CharField(source="titled"),
}
WRITERS = Credit.objects.filter(work=OuterRef("pk"), role="writer")
ANNOTATED = works().annotate(
    upper=Upper("title"),
    number=Window(RowNumber(), order_by="pk"),
    credited=Exists(WRITERS),
    writer=Subquery(WRITERS.values("author__name")[:1]),
    titled=Concat("title", Value("!")),
)
of_annotated_works = shape(Work, ["title", "credit_count"], ANNOTATIONS)


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(
    "rows",
    [
        ANNOTATED,
        # In the place of a property that is cached.
        ANNOTATED.annotate(credit_count=Count("credits")),
        ANNOTATED.only("pk"),
    ],
    ids=["all columns", "in the place of a property", "deferred"],
)
def test_annotated_rows(rows):
    assert_same_rows(of_annotated_works, rows.all)


@pytest.mark.usefixtures("stored")
def test_a_list_of_annotated_rows_and_of_others():
    assert_no_more_queries(of_annotated_works, lambda: [*ANNOTATED.all(), *Work.objects.all()])
