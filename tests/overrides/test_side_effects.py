"""What a project's code changes while a serializer reads."""

import decimal
from collections import UserDict
from decimal import Decimal
from functools import partial
from types import SimpleNamespace

import pytest
from django.db import connection, models, transaction
from django.db.models import prefetch_related_objects
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.differential import assert_alike, made_of, of_body, outcome, value_of
from tests.models import Book, Country, ImportedPublisher, Publisher, Tag
from tests.overrides.fields import SuffixedText
from tests.relations.serializers import methods, nested, shape
from tests.values import SUMMER, THING


def with_effect(effect, field):
    """Return what makes a class: a field, a method that has an effect, and the field again."""

    def get_effect(serializer, thing):
        return effect(thing)

    method = serializers.SerializerMethodField
    return of_body(
        lambda: {"before": field(), "effect": method(), "after": field(), "get_effect": get_effect}
    )


# A method field that changes something acts on what is read after it, not before.


def shouts(book):
    book.title = book.title.upper()


def replaces_the_dictionary(book):
    book.__dict__ = {**vars(book), "title": "new"}


def deletes_a_column(book):
    title = vars(book).pop("title")
    book.title = "again"
    return title


@pytest.mark.parametrize("effect", [shouts, replaces_the_dictionary, deletes_a_column])
def test_effects_on_columns(agree, effect):
    make = with_effect(effect, partial(serializers.CharField, source="title"))
    result = value_of(agree(make, partial(Book, title="t")))
    assert result["before"] == "'t'" != result["after"]


def another_row(book):
    book.publisher = Publisher(name="other", pk=9)


def no_row(book):
    book.publisher = None


def another_state(book):
    book._state = models.base.ModelState()
    book._state.fields_cache["publisher"] = Publisher(name="state", pk=9)


def another_class(book):
    book.publisher.__class__ = ImportedPublisher


def another_key(book):
    book.publisher.pk = 7


PublisherSerializer = shape(Publisher, ["id", "name", "initials"])(ModelSerializer)


def book_of_a_publisher():
    return Book(publisher=Publisher(name="a b", pk=3))


@pytest.mark.parametrize(
    "field",
    [
        partial(serializers.ReadOnlyField, source="publisher.initials"),
        partial(serializers.PrimaryKeyRelatedField, source="publisher", read_only=True),
        partial(PublisherSerializer, source="publisher"),
    ],
    ids=["attribute", "key", "nested"],
)
def test_effects_on_relations(subtests, agree, field):
    for effect in (another_row, no_row, another_state, another_class, another_key):
        with subtests.test(effect=effect.__name__):
            agree(with_effect(effect, field), book_of_a_publisher)


class Item:
    value = "item"


class OtherItem(Item):
    value = "other"


class OtherMapping(UserDict):
    value = "other"


@pytest.mark.parametrize(
    ("source", "other"),
    [(Item, OtherItem), (partial(UserDict, value="item"), OtherMapping)],
    ids=["object", "mapping"],
)
def test_effects_on_the_class_of_the_instance(agree, source, other):
    def effect(thing):
        thing.__class__ = other

    agree(with_effect(effect, partial(serializers.CharField, source="value")), source)


class InTokyo:
    """An effect on the time zone, with a field and a value on which it acts."""

    field = serializers.DateTimeField
    value = SUMMER

    @staticmethod
    def activate():
        timezone.activate("Asia/Tokyo")

    undo = staticmethod(timezone.deactivate)


class RoundedUp:
    field = partial(serializers.DecimalField, None, 2)
    value = Decimal("1.111")

    @staticmethod
    def activate():
        decimal.getcontext().rounding = decimal.ROUND_UP

    @staticmethod
    def undo():
        decimal.setcontext(decimal.DefaultContext.copy())


class InGerman:
    field = serializers.ReadOnlyField
    value = translation.gettext_lazy("Yes")

    @staticmethod
    def activate():
        translation.activate("de")

    @staticmethod
    def undo():
        translation.activate("en")


@pytest.fixture
def in_english():
    with translation.override("en"), decimal.localcontext():
        yield
        timezone.deactivate()


every_surrounding = pytest.mark.parametrize("surrounding", [InTokyo, RoundedUp, InGerman])


def with_effect_of(surrounding):
    def effect(thing):
        surrounding.activate()

    return with_effect(effect, partial(surrounding.field, source="value"))


@every_surrounding
def test_effects_on_what_surrounds_the_serializer(agree, in_english, surrounding):
    def source():
        surrounding.undo()
        return {"value": surrounding.value}

    agree(with_effect_of(surrounding), source)


@every_surrounding
def test_effects_on_what_surrounds_nested_rows(agree, in_english, surrounding):
    def of_rows(base):
        rows = with_effect_of(surrounding)(base)(many=True)
        return of_body({"rows": rows}.copy)(base)

    def source():
        surrounding.undo()
        item = {"value": surrounding.value}
        return {"rows": [item, SimpleNamespace(**item), item]}

    agree(of_rows, source)


def test_effects_on_the_context(agree):
    def get_effect(serializer, thing):
        serializer.context["suffix"] = serializer.context.get("suffix", "") + "!"

    fields = {
        "before": SuffixedText(source="name"),
        "effect": serializers.SerializerMethodField(),
        "after": SuffixedText(source="name"),
        "get_effect": get_effect,
    }
    agree(of_body(fields.copy), THING)


def test_effects_on_the_list_of_rows():
    def get_size(self, row):
        if len(row["rows"]) < 5:
            row["rows"].append(row)
        return len(row["rows"])

    def sizes(serializer_class):
        rows = []
        rows.append({"rows": rows})
        return [row["size"] for row in serializer_class(rows, many=True).data]

    fields = {"size": serializers.SerializerMethodField(), "get_size": get_size}
    assert assert_alike(sizes, made_of(fields)) == [2, 3, 4, 5, 5]


def prefetches(book):
    prefetch_related_objects([book], "tags")


def replaces_what_is_prefetched(book):
    book._prefetched_objects_cache = {}


def adds_a_row(book):
    book.tags.add(Tag.objects.get(label="three"))


def reads_it_again(book):
    book.refresh_from_db()


def loses_its_key(book):
    book.pk = None


def loads_a_relation(book):
    return str(book.publisher)


def is_made_again(book):
    book.__init__(title="Again")


def with_effect_on_the_database(effect):
    def names(serializer, book):
        return [str(tag) for tag in book.tags.all()]

    def effect_(serializer, book):
        return effect(book)

    declared = {
        **methods(before=names, effect_=effect_),
        "keys": serializers.PrimaryKeyRelatedField(source="tags", many=True, read_only=True),
        "labels": nested(shape(Tag, ["label"]), source="tags", many=True),
        "publisher": serializers.StringRelatedField(),
        "name": serializers.CharField(source="publisher.name", default="none"),
    }
    return shape(Book, ["before", "effect_", "title"], declared)


def read(serializer_class, books):
    """Return what becomes of the book, by which queries; and undo what was written."""
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        result = outcome(serializer_class, books.all().get)
        transaction.set_rollback(True)
    return result, [sql for query in queries if (sql := query["sql"]).startswith("SELECT")]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "effect",
    [
        prefetches,
        replaces_what_is_prefetched,
        adds_a_row,
        reads_it_again,
        loses_its_key,
        loads_a_relation,
        is_made_again,
    ],
)
def test_effects_on_the_database_act_on_what_is_read_after_them(effect):
    country = Country.objects.create(name="Ruritania")
    publisher = Publisher.objects.create(name="Hentzau Press", code="hp", country=country)
    book = Book.objects.create(title="Prisoner", price=1, publisher=publisher)
    book.tags.set([Tag.objects.create(label=label) for label in ("one", "two")])
    Tag.objects.create(label="three")
    Book.objects.create(title="Other", price=2)
    unloaded = Book.objects.filter(title="Prisoner")
    loaded = unloaded.select_related("publisher").prefetch_related("tags")

    cls = with_effect_on_the_database(effect)(ModelSerializer)
    assert_alike(read, cls, unloaded)
    assert_alike(read, cls, loaded)
    assert_alike(read, cls, unloaded.only("pk"))
