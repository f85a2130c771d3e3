"""Model serializers against DRF's own: columns, relations, nesting, and odd ways to load them."""

from __future__ import annotations

import datetime
import operator
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, F, Prefetch
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.fields import BuiltinSignatureError

from fastserializers import FastReadOnlyModelSerializer, read_only
from tests.differential import assert_classes_agree, assert_same, both, outcome, spelled_out
from tests.models import (
    AudioBook,
    Blurb,
    Book,
    Country,
    ImportedPublisher,
    Publisher,
    Review,
    Shelf,
    Tag,
)
from tests.relations.comparison import are_no_more, executed
from tests.values import SUMMER

pytestmark = pytest.mark.django_db

MODEL = serializers.ModelSerializer


def meta(model, fields, **options):
    """Return a function that makes the attributes of a model serializer."""
    return lambda: {"Meta": type("Meta", (), {"model": model, "fields": fields, **options})}


def assert_same_rows(body, make_rows, *, base=MODEL, context=None):
    """Assert equal rows, and no more queries than DRF makes; return what DRF makes of them."""
    reference, fast = both(body, base)
    return assert_equal_rows(reference, fast, make_rows, context)


def assert_equal_rows(reference, fast, make_rows, context=None):
    # What is nested may be fast.
    with override_settings(FASTSERIALIZERS={"ROWS": False}):
        expected, expected_queries = executed(lambda: represented(reference, make_rows, context))
    for is_right, setting in {are_no_more: {}, operator.eq: {"ROWS": False}}.items():
        with override_settings(FASTSERIALIZERS=setting):
            actual, queries = executed(lambda: represented(fast, make_rows, context))
        assert spelled_out(actual) == spelled_out(expected)
        assert is_right(queries, expected_queries)
    for row in make_rows():
        assert_classes_agree(reference, fast, row, context=context)
    return expected


def represented(serializer_class, make_rows, context):
    return serializer_class(make_rows(), many=True, context=context or {}).data


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
        rows = assert_same_rows(meta(Book, "__all__"), lambda: Book.objects.order_by("pk"))
        assert rows[0]["price"] == "12.50"

    def test_exclude_and_extra_arguments(self, book):
        assert_same_rows(
            lambda: {
                "Meta": type(
                    "Meta",
                    (),
                    {
                        "model": Book,
                        "exclude": ["blob", "metadata"],
                        "read_only_fields": ["title"],
                        "extra_kwargs": {
                            "pages": {"source": "copies"},
                            "slug": {"write_only": True},
                            "price": {"coerce_to_string": False},
                            "added": {"format": "%Y"},
                        },
                    },
                )
            },
            lambda: Book.objects.order_by("pk"),
        )

    def test_an_unsaved_instance_with_values_of_other_types(self):
        book = Book(title=5, price="3.5", pages="12", published="2024-01-01", in_print="no")
        assert_same(
            meta(Book, ["title", "price", "pages", "published", "in_print"]), book, base=MODEL
        )

    def test_property_method_and_annotation(self, book):
        rows = assert_same_rows(
            lambda: {
                "reviews_count": serializers.IntegerField(),
                "again": serializers.CharField(source="pages_again"),
                **meta(Book, ["shout", "page_count", "reviews_count", "again"])(),
            },
            lambda: Book.objects.annotate(
                reviews_count=Count("reviews"), pages_again=F("pages")
            ).order_by("pk"),
        )
        assert rows[0]["shout"] == "THE PRISONER"

    def test_the_primary_key_by_its_general_name(self, book):
        body = lambda: {"pk": serializers.ReadOnlyField(), **meta(Book, ["pk", "id"])()}  # noqa: E731
        assert_same_rows(body, lambda: Book.objects.all())

    @pytest.mark.parametrize(
        "load", [lambda q: q.only("title"), lambda q: q.defer("title", "price")]
    )
    def test_deferred_columns_are_loaded_as_drf_loads_them(self, book, load):
        assert_same_rows(
            meta(Book, ["id", "title", "price", "publisher", "pages"]),
            lambda: load(Book.objects.order_by("pk")),
        )

    def test_a_deferred_column_of_a_row_that_is_gone(self, book):
        def deferred():
            loaded = Book.objects.only("pk").get(pk=book.pk)
            loaded.pk = loaded.id = 10**6
            return loaded

        assert_same(meta(Book, ["id", "title"]), deferred, base=MODEL)

    def test_dictionaries_from_values(self, book):
        assert_same_rows(
            meta(Book, ["id", "title", "price", "added"]),
            lambda: Book.objects.values("id", "title", "price", "added"),
        )

    def test_named_tuples_from_values_list(self, book):
        assert_same_rows(
            meta(Book, ["id", "title", "price", "added"]),
            lambda: Book.objects.values_list("id", "title", "price", "added", named=True),
        )

    def test_a_manager_and_a_generator(self, book):
        reference, fast = both(meta(Book, ["id", "title"]), MODEL)
        assert fast(Book.objects, many=True).data == reference(Book.objects, many=True).data
        rows = lambda: (book for book in Book.objects.all())  # noqa: E731
        assert fast(rows(), many=True).data == reference(rows(), many=True).data

    def test_a_lazy_user(self, book):
        user = User.objects.create(username="rudolf")
        body = meta(User, ["id", "username", "date_joined", "last_login"])
        assert_same(body, lambda: SimpleLazyObject(lambda: user), base=MODEL)

    def test_proxies_children_and_other_types_in_one_list(self, book):
        audio = AudioBook.objects.create(title="Spoken", price=2, narrator="Fritz")
        body = meta(Book, ["id", "title", "shout"])
        rows = [book, audio, audio.book_ptr, {"id": 1, "title": "Dict", "shout": "!"}, book]
        assert_same_rows(body, lambda: rows)
        assert_same_rows(meta(AudioBook, "__all__"), lambda: AudioBook.objects.all())

    def test_a_proxy_that_overrides_a_property(self, book):
        body = meta(Publisher, ["name", "initials", "books"])
        rows = assert_same_rows(
            body, lambda: [*Publisher.objects.all(), *ImportedPublisher.objects.all()]
        )
        assert [row["initials"] for row in rows] == ["HP", "imported"]

    def test_choices_as_enum_members_in_memory(self):
        book = Book(title="Enum", format=Book.Format.HARDBACK, grade=Book.Grade.HIGH)
        assert_same(meta(Book, ["format", "grade"]), book, base=MODEL)


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

    def test_strings(self, book, load):
        def body():
            many = ("tags", "shelves", "reviews")
            fields = {name: serializers.StringRelatedField(many=name in many) for name in RELATED}
            return {**fields, **meta(Book, RELATED)()}

        assert_same_rows(body, self.rows(load))

    def test_slugs(self, book, load):
        def body():
            return {
                "publisher": serializers.SlugRelatedField("code", read_only=True),
                "country": serializers.SlugRelatedField(
                    "country__name", read_only=True, source="publisher", allow_null=True
                ),
                "tags": serializers.SlugRelatedField("label", read_only=True, many=True),
                **meta(Book, ["publisher", "country", "tags"])(),
            }

        assert_same_rows(body, lambda: self.rows(load)().filter(publisher__isnull=False))

    @pytest.mark.parametrize("options", [{"allow_null": True}, {"default": "?"}, {}], ids=str)
    def test_dotted_sources(self, book, load, options):
        names = {
            "name": "publisher.name",
            "country": "publisher.country.name",
            "capital": "publisher.country",
            "initials": "publisher.initials",
            "text": "blurb.text",
        }

        def body():
            fields = {
                name: serializers.CharField(source=source, read_only=True, **options)
                for name, source in names.items()
            }
            return {**fields, **meta(Book, ["id", *names])()}

        for row in self.rows(load)():
            assert_same(body, row, base=MODEL)
        assert_same_rows(body, lambda: self.rows(load)().filter(publisher__isnull=False))

    def test_a_dotted_source_that_ends_in_a_builtin(self, book, load):
        def body():
            upper = serializers.CharField(source="publisher.country.name.upper")
            return {"upper": upper, **meta(Book, ["upper"])()}

        for row in self.rows(load)():
            assert assert_same(body, row, base=MODEL)[0] in (BuiltinSignatureError, AttributeError)

    def test_dotted_relations(self, book, load):
        def body():
            return {
                "country": serializers.PrimaryKeyRelatedField(
                    source="publisher.country", read_only=True
                ),
                "country_id": serializers.IntegerField(source="publisher.country_id"),
                "code": serializers.ReadOnlyField(source="by_code.code"),
                **meta(Book, ["country", "country_id", "code"])(),
            }

        assert_same_rows(body, lambda: self.rows(load)().filter(publisher__isnull=False))
        for row in self.rows(load)():
            assert_same(body, row, base=MODEL)

    def test_nested_by_depth(self, book, load):
        assert_same_rows(meta(Book, RELATED, depth=2), self.rows(load))

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
                "country": country(source="publisher.country", allow_null=True),
                **meta(Book, ["id", *RELATED, "country"])(),
            }

        assert_same_rows(body, self.rows(load))

    def test_the_twin_of_a_nested_serializer(self, book, load):
        class TagSerializer(MODEL):
            upper = serializers.SerializerMethodField()

            class Meta:
                model = Tag
                fields = ["label", "upper"]

            def get_upper(self, tag):
                return f"{tag.label.upper()} {self.context.get('mark')} {self.parent.source}"

        class BookSerializer(MODEL):
            tags = TagSerializer(many=True)
            title = serializers.CharField()

            class Meta:
                model = Book
                fields = ["tags", "title", "id"]

        twin = read_only(BookSerializer)
        rows = self.rows(load)
        expected = assert_equal_rows(BookSerializer, twin, rows, {"mark": "!"})
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

    def test_an_unsaved_instance_with_relations(self):
        body = meta(Book, ["id", "publisher", "tags", "reviews"])
        assert_same(body, Book(title="New"), base=MODEL)
        assert_same(meta(Book, ["publisher", "tags"], depth=1), Book(title="New"), base=MODEL)

    def test_rows_prefetched_to_an_attribute(self, book):
        def body():
            tag = type(MODEL)("TagSerializer", (MODEL,), meta(Tag, ["label"])())
            return {
                "tags": tag(many=True, source="named_tags"),
                "keys": serializers.PrimaryKeyRelatedField(
                    many=True, read_only=True, source="named_tags"
                ),
                **meta(Book, ["tags", "keys"])(),
            }

        named = Prefetch("tags", Tag.objects.order_by("-label"), to_attr="named_tags")
        assert_same_rows(body, lambda: Book.objects.prefetch_related(named))

    def test_a_one_to_one_relation_from_both_sides(self, book):
        assert_same_rows(meta(Blurb, ["book", "text"], depth=1), lambda: Blurb.objects.all())
        assert_same_rows(
            meta(Book, ["id", "blurb"]), lambda: Book.objects.filter(blurb__isnull=False)
        )
        for row in Book.objects.all():
            assert_same(meta(Book, ["id", "blurb"]), row, base=MODEL)


def test_reading_one_object_costs_no_query(book):
    loaded = Book.objects.select_related("publisher").prefetch_related("tags").get(pk=book.pk)
    _, fast = both(meta(Book, ["title", "publisher", "tags"], depth=1), MODEL)
    with CaptureQueriesContext(connection) as queries:
        fast(loaded).data  # noqa: B018
    assert not queries.captured_queries


def test_an_outcome_that_is_an_error_is_the_same_error():
    reference, fast = both(meta(Book, ["nothing"]), MODEL)
    expected = outcome(reference, lambda: Book())
    assert expected[0].__name__ == "ImproperlyConfigured"
    assert outcome(fast, lambda: Book()) == expected
