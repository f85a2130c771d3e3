"""What a project's code changes while a serializer reads."""

import decimal
from decimal import Decimal
from functools import partial
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.db.models import prefetch_related_objects
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.differential import assert_alike, of_body, outcome, value_of
from tests.models import Book, Country, Publisher, Tag
from tests.overrides.fields import SuffixedText
from tests.relations.serializers import methods, nested, shape
from tests.values import SUMMER, THING


def with_effect(effect, **fields):
    """Return what makes a class: fields, a method that has an effect, and the fields again."""

    def body():
        # Fields are read in the order in which they are made.
        before = {name: field() for name, field in fields.items()}
        method = methods(effect=effect)
        after = {f"{name}_after": field() for name, field in fields.items()}
        return {**before, **method, **after}

    return of_body(body)


# A method field that changes something acts on what is read after it, not before.


def shouts(serializer, book):
    book.title = book.title.upper()


def test_effects_on_columns(agree):
    make = with_effect(shouts, text=partial(serializers.CharField, source="title"))
    result = value_of(agree(make, partial(Book, title="t")))
    assert (result["text"], result["text_after"]) == ("'t'", "'T'")


def another_row(serializer, book):
    book.publisher = Publisher(name="other", pk=9)


def no_row(serializer, book):
    book.publisher = None


def another_key(serializer, book):
    book.publisher.pk = 7


PublisherSerializer = shape(Publisher, ["id", "name", "initials"])(ModelSerializer)


@pytest.mark.parametrize("effect", [another_row, no_row, another_key])
def test_effects_on_relations(agree, effect):
    make = with_effect(
        effect,
        initials=partial(serializers.ReadOnlyField, source="publisher.initials"),
        key=partial(serializers.PrimaryKeyRelatedField, source="publisher", read_only=True),
        nested=partial(PublisherSerializer, source="publisher"),
    )
    agree(make, lambda: Book(publisher=Publisher(name="a b", pk=3)))


def round_up():
    decimal.getcontext().rounding = decimal.ROUND_UP


def as_before():
    timezone.deactivate()
    translation.activate("en")
    decimal.setcontext(decimal.DefaultContext.copy())


@pytest.fixture
def in_english():
    with translation.override("en"), decimal.localcontext():
        yield
        timezone.deactivate()


@pytest.mark.parametrize(
    ("activate", "field", "value"),
    [
        (partial(timezone.activate, "Asia/Tokyo"), serializers.DateTimeField, SUMMER),
        (round_up, partial(serializers.DecimalField, None, 2), Decimal("1.111")),
        (partial(translation.activate, "de"), serializers.ReadOnlyField, gettext_lazy("Yes")),
    ],
    ids=["zone", "rounding", "language"],
)
def test_effects_on_what_surrounds_the_serializer(agree, in_english, activate, field, value):
    def activates(serializer, thing):
        activate()

    make = with_effect(activates, shown=partial(field, source="value"))
    item = {"value": value}

    def source():
        as_before()
        return {**item, "rows": [item, SimpleNamespace(**item), item]}

    agree(make, source)
    agree(lambda base: of_body({"rows": make(base)(many=True)}.copy)(base), source)


def test_effects_on_the_context(agree):
    def adds_to_the_suffix(serializer, thing):
        serializer.context["suffix"] = serializer.context.get("suffix", "") + "!"

    agree(with_effect(adds_to_the_suffix, text=partial(SuffixedText, source="name")), THING)


def prefetches(serializer, book):
    prefetch_related_objects([book], "tags")


def adds_a_row(serializer, book):
    book.tags.add(Tag.objects.get(label="three"))


def reads_it_again(serializer, book):
    book.refresh_from_db()


def with_effect_on_the_database(effect):
    def names(serializer, book):
        return [str(tag) for tag in book.tags.all()]

    declared = {
        **methods(before=names, effect_=effect),
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
@pytest.mark.parametrize("effect", [prefetches, adds_a_row, reads_it_again])
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
