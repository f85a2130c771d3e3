"""Rows of every kind, and serializers that share, choose and flatten their fields."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
import pytest
from django.db.models import BooleanField, Count, Exists, F, OuterRef, Subquery, Value, Window
from django.db.models.functions import Concat, RowNumber, Upper
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastReadOnlyModelSerializer
from tests.relations import library
from tests.relations.comparison import assert_no_more_queries, assert_same_rows
from tests.relations.models import Author, Credit, Novel, Place, Serial, Work
from tests.relations.serializers import serializer_of

pytestmark = pytest.mark.django_db

MADE = datetime.datetime(2024, 7, 1, 12, 30, tzinfo=datetime.timezone.utc)


# Rows that are no models.


@dataclass
class Writer:
    name: str
    books: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class FrozenWriter:
    name: str
    books: tuple[Any, ...] = ()


@dataclass(slots=True)
class SlottedWriter:
    name: str
    books: Any = ()


@dataclass(kw_only=True)
class DerivedWriter(Writer):
    country: str = ""

    @property
    def label(self):
        return f"{self.name} of {self.country}"


Item = TypeVar("Item")


@dataclass
class GenericWriter(Generic[Item]):
    name: Item
    books: Any = None


class TupleWriter(NamedTuple):
    name: str
    books: Any = ()
    label: str = "tuple"


class StructWriter(msgspec.Struct):
    name: str
    books: Any = ()


class FrozenStructWriter(msgspec.Struct, frozen=True, gc=False, array_like=True):
    name: str
    books: Any = ()
    label: str | None = None


class EnumWriter(Enum):
    """Has a `name` of its own; a member has no books."""

    HOPE = "h"


class LazyWriter:
    def __getattr__(self, attribute):
        if attribute in ("name", "label"):
            return f"lazy {attribute}"
        raise AttributeError(attribute)


class BookTuple(NamedTuple):
    title: str
    price: Any
    made: Any


BOOKS = [
    {"title": "Rupert", "price": Decimal("2.345"), "made": MADE},
    BookTuple("Heart", "3.5", None),
    SimpleNamespace(title=5, price=7, made=MADE.replace(tzinfo=None)),
]
WRITERS = {
    "dataclass": lambda: Writer("Hope", BOOKS),
    "frozen": lambda: FrozenWriter("Hope", tuple(BOOKS)),
    "slots": lambda: SlottedWriter("Hope", iter(BOOKS)),
    "derived": lambda: DerivedWriter(name="Hope", books=BOOKS[:1], country="England"),
    "generic": lambda: GenericWriter[str]("Hope"),
    "generic of another type": lambda: GenericWriter(MADE, []),
    "named tuple": lambda: TupleWriter("Hope", BOOKS[1:]),
    "struct": lambda: StructWriter("Hope", BOOKS),
    "frozen struct": lambda: FrozenStructWriter("Hope", [StructWriter("nested")]),
    "member of an enumeration": lambda: EnumWriter.HOPE,
    "attributes on demand": LazyWriter,
    "dictionary": lambda: {"name": "Hope", "books": BOOKS},
    "dictionary without a name": lambda: {"books": []},
    "nested in itself": lambda: Writer("Hope", [{**BOOKS[0], "title": Writer("inner")}]),
}


def writer_serializer(base):
    class BookSerializer(base):
        title = serializers.CharField()
        price = serializers.DecimalField(8, 2)
        made = serializers.DateTimeField()

    class WriterSerializer(base):
        name = serializers.CharField()
        books = BookSerializer(many=True, required=False)
        label = serializers.ReadOnlyField(default="none")
        first = serializers.CharField(source="books.title", default="none")

    return WriterSerializer


class TestRowsThatAreNoModels:
    @pytest.mark.parametrize("make_writer", WRITERS.values(), ids=WRITERS)
    def test_of_one_kind(self, make_writer):
        assert_no_more_queries(
            writer_serializer, lambda: [make_writer(), make_writer()], Serializer
        )

    def test_of_all_kinds_that_have_books_in_one_list(self):
        names = ("dataclass", "frozen", "derived", "named tuple", "struct", "dictionary")
        rows = assert_same_rows(
            writer_serializer, lambda: [WRITERS[name]() for name in names * 2], Serializer
        )
        assert [len(row["books"]) for row in rows[:6]] == [3, 3, 1, 2, 3, 3]

    def test_of_a_dataclass_for_a_model_serializer(self):
        def make(base):
            author = serializer_of(base, Author, ["name"])
            return serializer_of(
                base, Work, ["title", "sequel_to"], {"authors": author(many=True)}
            )

        saved = Work.objects.create(title="Saved")

        @dataclass
        class DraftedWork:
            title: str
            sequel_to: Any
            authors: list[Any]

        def rows():
            draft = DraftedWork(
                "Draft", SimpleNamespace(pk=5), [Author(name="model"), Writer("x")]
            )
            return [draft, saved, draft]

        assert_no_more_queries(make, rows)


# Rows that a queryset makes of more or less than a model.


@pytest.fixture
def stored():
    library.fill()


@pytest.mark.usefixtures("stored")
class TestQuerysets:
    def test_of_dictionaries_across_relations(self):
        def make(base):
            class CreditSerializer(base):
                role = serializers.CharField()
                author__name = serializers.CharField()
                title = serializers.CharField(source="work__title")
                where = serializers.CharField(source="author__home__within__code")
                shout = serializers.CharField(source="shouted", default="quiet")

            return CreditSerializer

        rows = assert_same_rows(
            make,
            lambda: Credit.objects.values(
                "role", "author__name", "work__title", "author__home__within__code"
            ),
            Serializer,
        )
        assert {row["where"] for row in rows} == {"ruritania", None}
        assert_same_rows(
            make,
            lambda: Credit.objects.values(
                "role",
                "author__name",
                "work__title",
                "author__home__within__code",
                shouted=Upper("role"),
            ),
            Serializer,
        )

    def test_of_groups(self):
        def make(base):
            class RoleSerializer(base):
                role = serializers.CharField()
                count = serializers.IntegerField()
                percent = serializers.DecimalField(5, 1, source="count")

            return RoleSerializer

        for grouped in (Credit.objects.values("role"), Credit.objects.order_by().values("role")):
            assert_same_rows(make, lambda: grouped.annotate(count=Count("pk")), Serializer)  # noqa: B023

    def test_of_named_tuples_and_of_single_values(self):
        def named(base):
            class ExampleSerializer(base):
                title = serializers.CharField()
                work = serializers.IntegerField(source="pk")

            return ExampleSerializer

        def single(base):
            class ExampleSerializer(base):
                whole = serializers.CharField(source="*")
                length = serializers.SerializerMethodField()

                def get_length(self, title):
                    return len(title)

            return ExampleSerializer

        works = Work.objects.order_by("pk")
        assert_same_rows(named, lambda: works.values_list("pk", "title", named=True), Serializer)
        assert_same_rows(single, lambda: works.values_list("title", flat=True), Serializer)
        assert_same_rows(single, lambda: works.values_list("title", "pk"), Serializer)

    def test_with_annotations(self):
        def make(base):
            declared = {
                "upper": serializers.CharField(),
                "number": serializers.IntegerField(),
                "before": serializers.CharField(),
                "credited": serializers.BooleanField(),
                "writer": serializers.ReadOnlyField(),
                "constant": serializers.BooleanField(default=None),
                "label": serializers.CharField(source="titled"),
            }
            return serializer_of(base, Work, ["title", "credit_count"], declared)

        def annotated():
            writers = Credit.objects.filter(work=OuterRef("pk"), role="writer")
            return Work.objects.order_by("pk").annotate(
                upper=Upper("title"),
                number=Window(RowNumber(), order_by="pk"),
                before=F("sequel_to__title"),
                credited=Exists(writers),
                writer=Subquery(writers.values("author__name")[:1]),
                constant=Value(True, output_field=BooleanField()),
                titled=Concat("title", Value("!")),
            )

        assert_same_rows(make, annotated)
        # In the place of a property that is cached.
        assert_same_rows(make, lambda: annotated().annotate(credit_count=Count("credits")))
        assert_same_rows(make, lambda: annotated().only("pk"))
        # Rows that lack the annotations are in the list, too.
        assert_no_more_queries(make, lambda: [*annotated(), *Work.objects.all()])


# Serializers that share, choose and flatten their fields.


@pytest.mark.usefixtures("stored")
class TestInheritedSerializers:
    def test_an_abstract_one_with_options_and_no_model(self):
        def make(model):
            def on(base):
                class NamedSerializer(base):
                    label = serializers.CharField(source="__str__")
                    kind = serializers.SerializerMethodField()

                    def get_kind(self, instance):
                        return type(instance).__name__

                    class Meta:
                        abstract = True
                        fields = ["id", "label", "kind", "made"]
                        extra_kwargs = {"made": {"format": "%Y"}, "id": {"source": "pk"}}

                class ExampleSerializer(NamedSerializer):
                    class Meta(NamedSerializer.Meta):
                        abstract = False

                ExampleSerializer.Meta.model = model
                return ExampleSerializer

            return on

        Work.objects.update(made=MADE)
        for model in (Work, Author, Novel):
            rows = assert_same_rows(make(model), lambda: model.objects.order_by("pk"))  # noqa: B023
            assert rows[0]["label"] == str(model.objects.first())

    def test_one_base_for_fields_and_another_for_the_model(self):
        def make(base):
            class Titled(Serializer):
                title = serializers.CharField(source="kind")
                label = serializers.CharField(source="title")

            class Counted(Serializer):
                label = serializers.IntegerField(source="pk")
                count = serializers.IntegerField(source="authors.count")

            class ExampleSerializer(Titled, Counted, base):
                class Meta:
                    model = Work
                    fields = "__all__"

            class Derived(ExampleSerializer):
                made = count = None
                first = serializers.StringRelatedField(source="authors.first")

                class Meta:
                    model = Work
                    exclude = ["sequel_to"]

            return Derived

        rows = assert_same_rows(make, lambda: Work.objects.order_by("pk"))
        assert set(rows[0]) == {"id", "title", "label", "first", "authors", "made"}

    def test_for_each_action_one_more_field(self):
        def make(base):
            class ListSerializer(base):
                class Meta:
                    model = Author
                    fields = ["name"]

            class DetailSerializer(ListSerializer):
                works = serializers.StringRelatedField(many=True)

                class Meta(ListSerializer.Meta):
                    fields = (*ListSerializer.Meta.fields, "works", "home")
                    depth = 1
                    read_only_fields = fields

            class FullSerializer(DetailSerializer):
                class Meta(DetailSerializer.Meta):
                    fields = None
                    exclude = ("mentors",)

            return FullSerializer

        assert_same_rows(make, lambda: Author.objects.order_by("pk"))


def polymorphic_by_class(base):
    """Gives each row to the serializer of its own class, and says which class that is."""
    by_class = {
        Serial: serializer_of(base, Serial, ["title", "magazine"]),
        Novel: serializer_of(base, Novel, ["title", "chapters"]),
        Work: serializer_of(base, Work, ["title", "authors"]),
        Author: serializer_of(base, Author, ["name"], depth=1),
    }

    def to_representation(self, instance):
        serializer = by_class[type(instance)](context=self.context)
        return {"type": type(instance).__name__, **serializer.to_representation(instance)}

    return serializer_of(base, Work, ["title"], {"to_representation": to_representation})


def polymorphic_by_fields(base):
    """Has all fields of all classes, and leaves out those that a row does not have."""
    declared = {
        "name": serializers.CharField(required=False),
        "title": serializers.CharField(required=False),
        "chapters": serializers.IntegerField(required=False),
        "magazine": serializers.CharField(default=None),
        "home": serializers.StringRelatedField(required=False),
        "novel": serializer_of(base, Novel, ["chapters"])(required=False),
    }
    return serializer_of(base, Work, ["id"], declared)


def polymorphic_by_instance(base):
    """Is made for one row at a time, and then has the fields of that row's class."""

    def get_fields(self):
        fields = super(example, self).get_fields()
        if isinstance(self.instance, Author):
            del fields["title"]
            fields["name"] = serializers.CharField()
        return fields

    example = serializer_of(base, Work, ["title"], {"get_fields": get_fields})
    return example


POLYMORPHIC = [polymorphic_by_class, polymorphic_by_fields, polymorphic_by_instance]


@pytest.mark.usefixtures("stored")
class TestPolymorphicLists:
    def rows(self):
        models = (Work, Novel, Serial, Author, Work)
        return [row for model in models for row in model.objects.order_by("pk")]

    @pytest.mark.parametrize("make", POLYMORPHIC[:2], ids=lambda make: make.__name__)
    def test_of_all_types(self, make):
        assert_same_rows(make, self.rows)

    def test_whose_rows_are_alone(self):
        assert_no_more_queries(polymorphic_by_instance, self.rows)

    @pytest.mark.parametrize("make", POLYMORPHIC, ids=lambda make: make.__name__)
    def test_nested_in_another(self, make):
        def outer(base):
            row = make(ModelSerializer if base is Serializer else FastReadOnlyModelSerializer)

            class CollectionSerializer(base):
                first = row()
                rows = row(many=True)

            return CollectionSerializer

        class Collection(NamedTuple):
            first: Any
            rows: Any

        assert_no_more_queries(
            outer, lambda: [Collection(row, self.rows()) for row in self.rows()]
        )


class Merged(serializers.Field):
    """Takes the whole row, as `source="*"` does."""

    def __init__(self, **kwargs):
        super().__init__(source="*", **kwargs)

    def to_representation(self, instance):
        return str(instance.title)


@pytest.mark.usefixtures("stored")
class TestWholeRows:
    def test_in_groups(self):
        def make(base):
            names = serializer_of(base, Work, ["title", "kind"])
            dates = serializer_of(base, Work, ["made"], {"names": names(source="*")})
            declared = {
                "names": names(source="*"),
                "dates": dates(source="*", help_text="When"),
                "text": serializers.StringRelatedField(source="*"),
                "chars": serializers.CharField(source="*"),
                "merged": Merged(),
                "slug": serializers.SlugRelatedField("title", source="*", read_only=True),
            }
            return serializer_of(base, Work, ["id"], declared)

        assert_same_rows(make, lambda: Work.objects.order_by("pk"))

    def test_have_no_key_to_be_found_by(self):
        def make(base):
            key = serializers.PrimaryKeyRelatedField(source="*", read_only=True)
            return serializer_of(base, Work, ["id"], {"key": key})

        assert_no_more_queries(make, lambda: Work.objects.order_by("pk"))

    def test_flattened_into_the_row(self):
        def make(base):
            class Flattening(base):
                def to_representation(self, instance):
                    row = super().to_representation(instance)
                    for name, value in list(row.items()):
                        if isinstance(value, Mapping):
                            row.update(
                                {f"{name}_{key}": row for key, row in row.pop(name).items()}
                            )
                    return row

                class Meta:
                    model = Work

            place = serializer_of(Flattening, Place, ["code"])
            declared = {"home": place(), "portrait": serializers.CharField(default=None)}
            author = serializer_of(Flattening, Author, ["name"], declared)
            first = author(source="authors.first", allow_null=True)
            return serializer_of(
                Flattening, Work, ["title"], {"first": first, "authors": author(many=True)}
            )

        rows = assert_same_rows(make, lambda: Work.objects.order_by("pk"))
        assert rows[0]["first_home_code"] == "zenda"

    def test_are_no_lists(self):
        def make(base):
            names = serializer_of(base, Work, ["title"])
            return serializer_of(base, Work, ["id"], {"rows": names(source="*", many=True)})

        assert_no_more_queries(make, lambda: Work.objects.order_by("pk"))


def test_a_model_serializer_takes_rows_of_any_model():
    def make(base):
        return serializer_of(base, Work, ["made", "kind", "id"])

    rows = [Author(name="a"), Work(title="w"), Novel(title="n", made=MADE)]
    assert_same_rows(make, lambda: rows)
