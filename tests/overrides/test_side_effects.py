"""What a project's code changes while a serializer reads."""

from __future__ import annotations

import decimal
import itertools
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

from tests.differential import every_form, of_a_thing, of_body, outcome_once, value_of
from tests.models import Book, Country, ImportedPublisher, Publisher, Tag
from tests.overrides.fields import SuffixedText
from tests.relations.serializers import serializer_of
from tests.values import SUMMER, THING


def with_effect(effect, field):
    """Return what makes a class: a field, a method that has an effect, and the field again."""

    def make(base):
        body = {"before": field(), "effect_": serializers.SerializerMethodField("do")}
        do = {"do": lambda self, thing: effect(thing)}
        return type(base)("ExampleSerializer", (base,), {**body, "after": field(), **do})

    return make


# A method field that changes something acts on what is read after it, not before.


def replace_the_state(book):
    book._state = models.base.ModelState()
    book._state.fields_cache["publisher"] = Publisher(name="state", pk=9)


COLUMN_EFFECTS = {
    "shouts": lambda book: setattr(book, "title", book.title.upper()),
    "replaces the dictionary": lambda book: setattr(
        book, "__dict__", {**vars(book), "title": "new"}
    ),
    "deletes a column": lambda book: [vars(book).pop("title"), setattr(book, "title", "again")],
    "becomes another": lambda book: vars(book).update(vars(Book(title="other"))),
}
RELATION_EFFECTS = {
    "another row": lambda book: setattr(book, "publisher", Publisher(name="other", pk=9)),
    "no row": lambda book: setattr(book, "publisher", None),
    "another state": replace_the_state,
    "another class": lambda book: setattr(book.publisher, "__class__", ImportedPublisher),
    "another key": lambda book: setattr(book.publisher, "pk", 7),
}


def test_effects_on_columns_and_relations(agree):
    for name, effect in COLUMN_EFFECTS.items():
        make = with_effect(effect, lambda: serializers.CharField(source="title"))
        result = value_of(agree(make, lambda: Book(title="t")))
        assert result["before"] == "'t'" != result["after"], name
    inner = serializer_of(ModelSerializer, Publisher, ["id", "name", "initials"])
    fields = (
        lambda: serializers.ReadOnlyField(source="publisher.initials"),
        lambda: serializers.PrimaryKeyRelatedField(source="publisher", read_only=True),
        lambda: inner(source="publisher"),
    )
    for effect, field in itertools.product(RELATION_EFFECTS.values(), fields):
        agree(with_effect(effect, field), lambda: Book(publisher=Publisher(name="a b", pk=3)))


class Item:
    value = "item"


@pytest.mark.parametrize(
    "source", [Item, lambda: UserDict(value="item")], ids=["object", "mapping"]
)
def test_effects_on_the_class_of_the_instance(agree, source):
    def effect(thing):
        thing.__class__ = type("Other", (type(thing),), {"value": "other"})

    agree(with_effect(effect, lambda: serializers.CharField(source="value")), source)


def in_german(field):
    yes = translation.gettext_lazy("Yes")
    return lambda: translation.activate("de"), lambda: translation.activate("en"), (field, yes)


# What is activated, how that is undone, and a field and a value on which it acts.
SURROUNDINGS = {
    "time zone": (
        lambda: timezone.activate("Asia/Tokyo"),
        timezone.deactivate,
        (serializers.DateTimeField, SUMMER),
    ),
    "decimal context": (
        lambda: setattr(decimal.getcontext(), "rounding", decimal.ROUND_UP),
        lambda: decimal.setcontext(decimal.DefaultContext.copy()),
        (partial(serializers.DecimalField, None, 2), Decimal("1.111")),
    ),
    "language": in_german(serializers.ReadOnlyField),
    "language of a text": in_german(serializers.CharField),
}


@pytest.mark.parametrize("name", SURROUNDINGS)
def test_effects_on_what_surrounds_the_serializer(agree, name):
    activate, undo, (field, value) = SURROUNDINGS[name]
    make = with_effect(lambda thing: activate(), partial(field, source="value"))

    def of_rows(base):
        return type(base)("Outer", (base,), {"rows": make(base)(many=True)})

    def source():
        undo()
        item = {"value": value}
        return {**item, "rows": [item, SimpleNamespace(value=value), item]}

    with translation.override("en"), decimal.localcontext():
        try:
            agree(make, source)
            agree(of_rows, source)
        finally:
            undo()


def test_effects_on_the_context(agree):
    class Suffixing:
        def get_effect(self, thing):
            self.context["suffix"] = self.context.get("suffix", "") + "!"

    def make(base):
        effect = serializers.SerializerMethodField()
        before, after = (SuffixedText(source="name") for _ in range(2))
        return of_a_thing(base, Suffixing, before=before, effect=effect, after=after)

    agree(make, THING)


def test_effects_on_the_list_of_rows():
    def get_size(self, row):
        if len(row["rows"]) < 5:
            row["rows"].append(row)
        return len(row["rows"])

    body = {"size": serializers.SerializerMethodField(), "get_size": get_size}
    for cls in [*every_form(of_body(body.copy))] * 2:
        rows = []
        rows.append({"rows": rows})
        assert [row["size"] for row in cls(rows, many=True).data] == [2, 3, 4, 5, 5]


EFFECTS = {
    "prefetches": lambda book: prefetch_related_objects([book], "tags"),
    "forgets what is prefetched": lambda book: vars(book).pop("_prefetched_objects_cache", None),
    "replaces what is prefetched": lambda book: setattr(book, "_prefetched_objects_cache", {}),
    "adds a row": lambda book: book.tags.add(Tag.objects.get(label="three")),
    "removes a row": lambda book: book.tags.remove(*book.tags.filter(label="one")),
    "reads it again": lambda book: book.refresh_from_db(),
    "reads a part again": lambda book: book.refresh_from_db(fields=["publisher"]),
    "loses its key": lambda book: setattr(book, "pk", None),
    "loads a relation": lambda book: str(book.publisher),
    "becomes another": lambda book: vars(book).update(vars(Book.objects.get(title="Other"))),
    "is made again": lambda book: book.__init__(title="Again"),
}
LOADS = {
    "nothing loaded": lambda books: books,
    "loaded": lambda books: books.select_related("publisher").prefetch_related("tags"),
    "deferred": lambda books: books.only("pk"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("effect", EFFECTS.values(), ids=EFFECTS)
def test_effects_on_the_database_act_on_what_is_read_after_them(effect):
    country = Country.objects.create(name="Ruritania")
    publisher = Publisher.objects.create(name="Hentzau Press", code="hp", country=country)
    book = Book.objects.create(title="Prisoner", price=1, publisher=publisher)
    book.tags.set([Tag.objects.create(label=label) for label in ("one", "two")])
    Tag.objects.create(label="three")
    Book.objects.create(title="Other", price=2)

    def make(base):
        method, label = serializers.SerializerMethodField, serializer_of(base, Tag, ["label"])
        declared = {
            "before": method("get_names"),
            "get_names": lambda self, book: [str(tag) for tag in book.tags.all()],
            "effect_": method("get_effect"),
            "get_effect": lambda self, book: effect(book),
            "title": serializers.CharField(),
            "keys": serializers.PrimaryKeyRelatedField(source="tags", many=True, read_only=True),
            "labels": label(source="tags", many=True),
            "publisher": serializers.StringRelatedField(),
            "name": serializers.CharField(source="publisher.name", default="none"),
        }
        return serializer_of(base, Book, [], declared)

    def read(serializer_class, load):
        """Return what becomes of the book, by which queries; and undo what was written."""
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            result = outcome_once(serializer_class, lambda: load(books).get())
            transaction.set_rollback(True)
        return result, [sql for query in queries if (sql := query["sql"]).startswith("SELECT")]

    books = Book.objects.filter(title="Prisoner")
    reference, *forms = every_form(make, ModelSerializer)
    # The first use of a class is REST framework's.
    for name, load in [*LOADS.items(), *LOADS.items()][:4]:
        expected = read(reference, load)
        for fast in forms:
            assert read(fast, load) == expected, name
