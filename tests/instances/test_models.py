"""Model serializers against DRF's own: columns, relations, nesting, and odd ways to load them."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, F
from django.test.utils import CaptureQueriesContext
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.fields import BuiltinSignatureError

from fastserializers import FastReadOnlyModelSerializer
from tests.differential import assert_same, both
from tests.models import Blurb, Book, Country, Publisher, Review, Shelf, Tag
from tests.relations import comparison
from tests.relations.comparison import CONTEXT
from tests.values import SUMMER

pytestmark = pytest.mark.django_db

MODEL = serializers.ModelSerializer


def meta(model, fields, **options):
    """Return a function that makes the attributes of a model serializer."""
    return lambda: {"Meta": type("Meta", (), {"model": model, "fields": fields, **options})}


def assert_same_rows(body, make_rows, context=CONTEXT):
    """Assert equal rows, and no more queries than DRF makes; return what DRF makes of them."""
    return comparison.assert_same_rows(
        lambda base: type(base)("ExampleSerializer", (base,), body()), make_rows, MODEL, context
    )


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


class TestColumns:
    def test_all_fields(self, book):
        rows = assert_same_rows(meta(Book, "__all__"), Book.objects.order_by("pk").all)
        assert rows[0]["price"] == "12.50"

    def test_property_method_and_annotation(self, book):
        rows = assert_same_rows(
            lambda: {
                "reviews_count": serializers.IntegerField(),
                "again": serializers.CharField(source="pages_again"),
                "pk": serializers.ReadOnlyField(),
                **meta(Book, ["pk", "id", "shout", "page_count", "reviews_count", "again"])(),
            },
            Book.objects.annotate(reviews_count=Count("reviews"), pages_again=F("pages"))
            .order_by("pk")
            .all,
        )
        assert rows[0]["shout"] == "THE PRISONER"

    def test_unsaved_instances(self):
        odd = Book(title=5, price="3.5", pages="12", published="2024-01-01", in_print="no")
        members = Book(title="Enum", format=Book.Format.HARDBACK, grade=Book.Grade.HIGH)
        names = ["title", "price", "pages", "published", "in_print", "format", "grade"]
        related = ["id", "publisher", "tags", "reviews"]
        for book, body in (
            (odd, meta(Book, names)),
            (members, meta(Book, names)),
            (Book(title="New"), meta(Book, related)),
            (Book(title="New"), meta(Book, ["publisher", "tags"], depth=1)),
            (Book(), meta(Book, ["nothing"])),
        ):
            assert_same(body, book, base=MODEL)

    def test_a_deferred_column_of_a_row_that_is_gone(self, book):
        def deferred():
            loaded = Book.objects.only("pk").get(pk=book.pk)
            loaded.pk = loaded.id = 10**6
            return loaded

        assert_same(meta(Book, ["id", "title"]), deferred, base=MODEL)

    def test_a_lazy_user(self, book):
        user = User.objects.create(username="rudolf")
        body = meta(User, ["id", "username", "date_joined", "last_login"])
        assert_same(body, lambda: SimpleLazyObject(lambda: user), base=MODEL)


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


@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
class TestRelations:
    def rows(self, load):
        return lambda: load(Book.objects.order_by("pk"))

    def test_primary_keys(self, book, load):
        assert_same_rows(meta(Book, RELATED), self.rows(load))

    def test_a_dotted_source_that_ends_in_a_builtin(self, book, load):
        def body():
            upper = serializers.CharField(source="publisher.country.name.upper")
            return {"upper": upper, **meta(Book, ["upper"])()}

        for row in self.rows(load)():
            assert assert_same(body, row, base=MODEL)[0] in (BuiltinSignatureError, AttributeError)

    @pytest.mark.parametrize("fast_inside", [True, False])
    def test_nested_serializers(self, book, load, fast_inside):
        def nested(model, fields, **attributes):
            base = FastReadOnlyModelSerializer if fast_inside else MODEL
            body = {**attributes, **meta(model, fields)()}
            return type(base)(f"{model.__name__}Serializer", (base,), body)

        def body():
            country = nested(Country, ["id", "name"])
            publisher = nested(Publisher, ["name", "country", "initials"], country=country())
            answer = nested(Review, ["stars"])
            review = nested(Review, ["id", "stars", "answers"], answers=answer(many=True))
            return {
                "publisher": publisher(read_only=True),
                "tags": nested(Tag, ["label"])(many=True, read_only=True),
                "shelves": nested(Shelf, ["label"])(many=True, read_only=True),
                "reviews": review(many=True, read_only=True),
                "blurb": nested(Blurb, ["text", "book"])(read_only=True),
                "shelf_texts": serializers.StringRelatedField(many=True, source="shelves"),
                "country": country(source="publisher.country", allow_null=True),
                **meta(Book, ["id", *RELATED, "country", "shelf_texts"])(),
            }

        assert_same_rows(body, self.rows(load))

    def test_a_method_of_a_nested_serializer(self, book, load):
        def body():
            def get_upper(self, tag):
                return f"{tag.label.upper()} {self.context.get('mark')} {self.parent.source}"

            upper = serializers.SerializerMethodField()
            tags = {"upper": upper, "get_upper": get_upper, **meta(Tag, ["label", "upper"])()}
            tag = type(MODEL)("TagSerializer", (MODEL,), tags)
            return {"tags": tag(many=True), **meta(Book, ["tags", "title", "id"])()}

        expected = assert_same_rows(body, self.rows(load), {"mark": "!"})
        assert expected[0]["tags"][0]["upper"] == "SWORDS ! tags"


class TestLoadedState:
    def test_a_key_that_was_changed_after_its_relation_was_loaded(self, book):
        other = Publisher.objects.create(name="Other", code="o")

        def changed():
            loaded = Book.objects.select_related("publisher").get(pk=book.pk)
            loaded.publisher_id = other.pk
            return loaded

        def body():
            name = serializers.CharField(source="publisher.name")
            return {"name": name, **meta(Book, ["name", "publisher"])()}

        assert_same(body, changed, base=MODEL)

    @pytest.mark.parametrize("nested", [False, True])
    def test_a_copy_that_has_lost_its_key_with_rows_prefetched(self, book, nested):
        def copied():
            loaded = Book.objects.prefetch_related("tags", "reviews").get(pk=book.pk)
            loaded.pk = None
            return loaded

        assert_same(meta(Book, ["tags", "reviews"], depth=int(nested)), copied, base=MODEL)


def test_reading_one_object_costs_no_query(book):
    loaded = Book.objects.select_related("publisher").prefetch_related("tags").get(pk=book.pk)
    _, fast = both(meta(Book, ["title", "publisher", "tags"], depth=1), MODEL)
    with CaptureQueriesContext(connection) as queries:
        fast(loaded).data  # noqa: B018
    assert not queries.captured_queries
