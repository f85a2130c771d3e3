"""What a project's code changes while a serializer reads."""

from __future__ import annotations

import decimal
from collections import UserDict
from decimal import Decimal

import pytest
from django.db import connection, models
from django.db.models import prefetch_related_objects
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import outcome, value_of
from tests.models import Book, Country, ImportedPublisher, Publisher, Tag
from tests.overrides.fields import SuffixedText
from tests.values import SUMMER, THING


class TestSideEffects:
    """A method field that changes something acts on what is read after it, not before."""

    def agree_with_effect(self, agree, effect, source, fields, base=Serializer):
        def make(base):
            class ExampleSerializer(base):
                before = fields()[0]
                effect_ = serializers.SerializerMethodField("do")
                after = fields()[1]

                def do(self, thing):
                    return effect(thing, self)

            return ExampleSerializer

        return agree(make, source, base=base)

    def test_on_a_column(self, agree):
        def effect(book, serializer):
            book.title = book.title.upper()

        def columns():
            return serializers.CharField(source="title"), serializers.CharField(source="title")

        result = self.agree_with_effect(agree, effect, lambda: Book(title="t"), columns)
        assert value_of(result) == {"before": "'t'", "effect_": "None", "after": "'T'"}

    @pytest.mark.parametrize("what", ["dictionary", "key", "contents"])
    def test_on_a_dictionary_of_columns(self, agree, what):
        def effect(book, serializer):
            if what == "dictionary":
                book.__dict__ = {**book.__dict__, "title": "new"}
            elif what == "key":
                del book.__dict__["title"]
                book.title = "set again"
            else:
                book.__dict__.update(Book(title="other").__dict__)

        def columns():
            return serializers.CharField(source="title"), serializers.CharField(source="title")

        self.agree_with_effect(agree, effect, lambda: Book(title="t"), columns)

    @pytest.mark.parametrize("what", ["set", "forget", "state", "class", "key"])
    def test_on_a_relation(self, agree, what):
        def effect(book, serializer):
            if what == "set":
                book.publisher = Publisher(name="other", pk=9)
            elif what == "forget":
                book.publisher = None
            elif what == "state":
                book._state = models.base.ModelState()
                book._state.fields_cache["publisher"] = Publisher(name="state", pk=9)
            elif what == "class":
                book.publisher.__class__ = ImportedPublisher
            else:
                book.publisher.pk = 7

        def names():
            return (
                serializers.ReadOnlyField(source="publisher.initials"),
                serializers.CharField(source="publisher.name"),
            )

        def keys():
            return [
                serializers.PrimaryKeyRelatedField(source="publisher", read_only=True)
                for _ in "ab"
            ]

        def nested():
            class Inner(ModelSerializer):
                class Meta:
                    model = Publisher
                    fields = ["id", "name", "initials"]

            return Inner(source="publisher"), Inner(source="publisher")

        for made in (names, keys, nested):
            self.agree_with_effect(
                agree, effect, lambda: Book(publisher=Publisher(name="a b", pk=3)), made
            )

    def test_on_the_class_of_the_instance(self, agree):
        class Item:
            name = "item"

            @property
            def value(self):
                return "item"

        class OtherItem(Item):
            @property
            def value(self):
                return "other"

        class Items(UserDict):
            pass

        def effect(thing, serializer):
            thing.__class__ = OtherItem if isinstance(thing, Item) else PlainData

        class PlainData:
            value = "plain"

        def values():
            return serializers.CharField(source="value"), serializers.CharField(source="value")

        self.agree_with_effect(agree, effect, Item, values)
        self.agree_with_effect(agree, effect, lambda: Items(value="item"), values)

    def test_on_the_time_zone(self, agree):
        def moments():
            return serializers.DateTimeField(source="made"), serializers.DateTimeField(
                source="made"
            )

        def effect(thing, serializer):
            timezone.activate("Asia/Tokyo")

        def source():
            timezone.deactivate()
            return {"made": SUMMER}

        try:
            self.agree_with_effect(agree, effect, source, moments)
        finally:
            timezone.deactivate()

    def test_on_the_time_zone_of_rows_of_other_types(self, agree):
        class Thing:
            made = SUMMER

        def make(base):
            class ExampleSerializer(base):
                made = serializers.DateTimeField()
                method = serializers.SerializerMethodField()

                def get_method(self, thing):
                    timezone.activate("Asia/Tokyo")

            class Outer(base):
                rows = ExampleSerializer(many=True)

            return Outer

        def source():
            timezone.deactivate()
            return {"rows": [{"made": SUMMER}, Thing(), {"made": SUMMER}]}

        try:
            agree(make, source)
        finally:
            timezone.deactivate()

    def test_on_the_decimal_context(self, agree):
        def prices():
            return [
                serializers.DecimalField(None, 2, source="price"),
                serializers.DecimalField(None, 2, source="price"),
            ]

        def effect(thing, serializer):
            decimal.getcontext().rounding = decimal.ROUND_UP

        def source():
            decimal.setcontext(decimal.DefaultContext.copy())
            return {"price": Decimal("1.111")}

        with decimal.localcontext():
            self.agree_with_effect(agree, effect, source, prices)

    def test_on_the_language(self, agree):
        def choices():
            return serializers.ReadOnlyField(source="name"), serializers.CharField(source="name")

        def effect(thing, serializer):
            translation.activate("de")

        def source():
            translation.activate("en")
            return {"name": translation.gettext_lazy("Yes")}

        with translation.override("en"):
            self.agree_with_effect(agree, effect, source, choices)

    def test_on_the_context(self, agree):
        def effect(thing, serializer):
            serializer.context["suffix"] = serializer.context.get("suffix", "") + "!"

        self.agree_with_effect(
            agree, effect, THING, lambda: [SuffixedText(source="name") for _ in "ab"]
        )

    def test_on_the_list_of_rows(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                size = serializers.SerializerMethodField()

                def get_size(self, row):
                    if len(row["rows"]) < 5:
                        row["rows"].append(row)
                    return len(row["rows"])

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            rows = []
            rows.append({"rows": rows})
            assert serializer_class(rows, many=True).data == [{"size": n} for n in (2, 3, 4, 5, 5)]


@pytest.mark.django_db
class TestSideEffectsOnTheDatabase:
    @pytest.fixture
    def book(self):
        country = Country.objects.create(name="Ruritania")
        publisher = Publisher.objects.create(name="Hentzau Press", code="hp", country=country)
        book = Book.objects.create(title="Prisoner", price=1, publisher=publisher)
        book.tags.set([Tag.objects.create(label=label) for label in ("one", "two")])
        Tag.objects.create(label="three")
        Book.objects.create(title="Other", price=2)
        return book

    EFFECTS = {
        "prefetches": lambda book: prefetch_related_objects([book], "tags"),
        "forgets what is prefetched": lambda book: (
            book._prefetched_objects_cache.clear()
            if hasattr(book, "_prefetched_objects_cache")
            else None
        ),
        "replaces what is prefetched": lambda book: setattr(book, "_prefetched_objects_cache", {}),
        "adds a row": lambda book: book.tags.add(Tag.objects.get(label="three")),
        "removes a row": lambda book: book.tags.remove(*book.tags.filter(label="one")),
        "reads it again": lambda book: book.refresh_from_db(),
        "reads a part again": lambda book: book.refresh_from_db(fields=["publisher"]),
        "loses its key": lambda book: setattr(book, "pk", None),
        "loads a relation": lambda book: str(book.publisher),
        "becomes another": lambda book: book.__dict__.update(
            Book.objects.get(title="Other").__dict__
        ),
        "is made again": lambda book: book.__init__(title="Again"),
    }
    LOADS = {
        "nothing loaded": lambda: Book.objects.filter(title="Prisoner"),
        "loaded": lambda: (
            Book.objects.filter(title="Prisoner")
            .select_related("publisher")
            .prefetch_related("tags")
        ),
        "deferred": lambda: Book.objects.filter(title="Prisoner").only("pk"),
    }

    @pytest.mark.parametrize("effect", EFFECTS.values(), ids=EFFECTS)
    @pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
    def test_act_on_what_is_read_after_them(self, book, fast_form, load, effect):
        class Inner(ModelSerializer):
            class Meta:
                model = Tag
                fields = ["label"]

        def make(base):
            class ExampleSerializer(base):
                before = serializers.SerializerMethodField("name")
                effect_ = serializers.SerializerMethodField("do")
                keys = serializers.PrimaryKeyRelatedField(source="tags", many=True, read_only=True)
                labels = Inner(source="tags", many=True)
                publisher = serializers.StringRelatedField()
                name = serializers.CharField(source="publisher.name", default="none")

                class Meta:
                    model = Book
                    fields = [
                        "before",
                        "effect_",
                        "title",
                        "keys",
                        "labels",
                        "publisher",
                        "name",
                    ]

                def name_of(self, book):
                    return [str(tag) for tag in book.tags.all()]

                def do(self, book):
                    effect(book)

            ExampleSerializer.name = ExampleSerializer.name_of
            return ExampleSerializer

        outcomes = []
        for serializer_class in (make(ModelSerializer), fast_form(make, ModelSerializer)):
            point = connection.savepoint() if connection.in_atomic_block else None
            with CaptureQueriesContext(connection) as queries:
                result = outcome(serializer_class, lambda: load().get())
            reads = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
            connection.savepoint_rollback(point)
            outcomes.append((result, reads))
        assert outcomes[1] == outcomes[0]
