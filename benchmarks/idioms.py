"""What real projects mix into their serializers, and what gains little or nothing by compiling."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

from rest_framework import serializers
from rest_framework.relations import HyperlinkedIdentityField
from rest_framework.serializers import BaseSerializer, ListSerializer, ModelSerializer

from benchmarks.books import (
    AuthorSerializer,
    DRFBookSerializer,
    FlatSerializer,
    TagSerializer,
)
from benchmarks.classes import importable
from bookshop.models import Book, Publisher

# Fields that nested serializers choose.


class ChosenByArgument(ModelSerializer):
    """As REST framework's documentation has it."""

    def __init__(self, *args: Any, fields: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if fields is not None:
            for name in {*self.fields} - {*fields}:
                self.fields.pop(name)


class ChosenPublisherSerializer(ChosenByArgument):
    class Meta:
        model = Publisher
        fields = ("id", "name", "country", "website", "same_day_until")


class ChosenAuthorSerializer(ChosenByArgument, AuthorSerializer):
    pass


class OfArgumentsSerializer(DRFBookSerializer):  # type: ignore[misc, valid-type]
    publisher = ChosenPublisherSerializer(fields=("id", "name"), read_only=True)
    author = ChosenAuthorSerializer(fields=("id", "name"), read_only=True)


class ChosenTagSerializer(TagSerializer):
    def get_fields(self) -> Any:
        fields = super().get_fields()
        fields.pop("id")
        return fields


class OfMethodsSerializer(DRFBookSerializer):  # type: ignore[misc, valid-type]
    tags = ChosenTagSerializer(many=True, read_only=True)


# Field classes of the project's.


class LabelledField(serializers.Field):
    def __init__(self, label_of: dict[Any, str] | None = None, **kwargs: Any) -> None:
        self.label_of = label_of or {}
        super().__init__(**kwargs)

    def to_representation(self, value: Any) -> Any:
        return {"value": value, "label": self.label_of.get(value, "")}


class PriceField(serializers.DecimalField):
    """Changes what is said of a value that it refuses, and the digits that it has."""

    default_error_messages = {"invalid": "That is no price."}  # noqa: RUF012

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=8, decimal_places=2, **kwargs)


class ReadingField(serializers.Field):
    """Is read by code of its own."""

    def get_attribute(self, instance: Any) -> Any:
        return getattr(instance, self.field_name)

    def to_representation(self, value: Any) -> Any:
        return value


class LabelledSerializer(FlatSerializer):
    rating = LabelledField({4.0: "good"}, read_only=True)
    format = LabelledField(dict(Book.Format.choices), read_only=True)


class PricedSerializer(FlatSerializer):
    price = PriceField(read_only=True)


class MostlyColumnsSerializer(FlatSerializer):
    pages = ReadingField(read_only=True)


class ReadingSerializer(serializers.Serializer):
    id = ReadingField(read_only=True)
    title = ReadingField(read_only=True)
    subtitle = ReadingField(read_only=True)
    rating = ReadingField(read_only=True)
    pages = ReadingField(read_only=True)


# Lists, links and values.


class ShopListSerializer(ListSerializer):
    def to_representation(self, data: Any) -> Any:
        return super().to_representation(data)


class LoopingListSerializer(ListSerializer):
    def to_representation(self, data: Any) -> Any:
        return [self.child.to_representation(book) for book in data]


class LoopingSerializer(MostlyColumnsSerializer):
    class Meta(MostlyColumnsSerializer.Meta):
        list_serializer_class = LoopingListSerializer


class DetailField(HyperlinkedIdentityField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__("book-detail", **kwargs)

    def get_url(self, obj: Any, view_name: str, request: Any, format: Any) -> Any:  # noqa: A002
        return super().get_url(obj, view_name, request, format)


class LinkedSerializer(serializers.HyperlinkedModelSerializer):
    url = DetailField()

    class Meta:
        model = Book
        fields = ("url", "title", "publisher")
        list_serializer_class = ShopListSerializer


class CallingSerializer(ModelSerializer):
    format_name = serializers.CharField(source="get_format_display")
    name = serializers.ReadOnlyField(source="__str__")
    publisher_name = serializers.CharField(source="publisher.__str__")

    class Meta:
        model = Book
        fields = ("id", "title", "format_name", "name", "publisher_name")


class MissingSerializer(serializers.Serializer):
    """All of its attributes are missing."""

    one = serializers.CharField(default=None)
    two = serializers.IntegerField(required=False)
    three = serializers.CharField(source="no.such.thing", default="")


# An own to_representation(), over several sorts of fields.


class OwnRepresentation:
    def to_representation(self, instance: Any) -> Any:
        return {**super().to_representation(instance), "kind": "book"}  # type: ignore[misc]


class ChoosesAtTheFirstRow:
    """As drf-flex-fields does."""

    is_chosen = False

    def to_representation(self, instance: Any) -> Any:
        if not self.is_chosen:
            self.is_chosen = True
            for name in ("isbn", "rating", "published", "added"):
                self.fields.pop(name)  # type: ignore[attr-defined]
        return super().to_representation(instance)  # type: ignore[misc]


class LooksAtField:
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["title"].label = "Title"  # type: ignore[attr-defined]


class BuildsFields:
    """As django-countries does: the project's code makes the field of a column."""

    def build_standard_field(self, field_name: str, model_field: Any) -> Any:
        return super().build_standard_field(field_name, model_field)  # type: ignore[misc]


def joined(*mixins: type, base: Any = FlatSerializer) -> Any:
    return importable("".join(mixin.__name__ for mixin in (*mixins, base)), *mixins, base)


OWN_REPRESENTATIONS = {
    "own to_representation(), columns": joined(OwnRepresentation),
    "own to_representation(), a field class": joined(OwnRepresentation, base=PricedSerializer),
    "own to_representation(), looking at a field": joined(OwnRepresentation, LooksAtField),
    "own to_representation() takes fields away": joined(ChoosesAtTheFirstRow),
    "own to_representation(), own field of a column": joined(OwnRepresentation, BuildsFields),
    "own field of a column": joined(BuildsFields),
}

# Fields that nested serializers add, and an order that the client chooses.


class AddedInInitSerializer(serializers.Serializer):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("id", "title", "pages"):
            self.fields[name] = serializers.ReadOnlyField()


FourteenSerializer = importable(
    "FourteenSerializer",
    serializers.Serializer,
    **{f"part_{number}": AddedInInitSerializer(source="*") for number in range(14)},
)


class OrderedSerializer(FlatSerializer):
    def get_fields(self) -> Any:
        fields = super().get_fields()
        return {name: fields[name] for name in self.context["order"]}


# Of which nothing, or next to nothing, can be compiled.


class FormlessSerializer(FlatSerializer):
    def to_representation(self, instance: Any) -> Any:
        return {"id": instance.id, "title": instance.title}


class BareSerializer(BaseSerializer):
    def to_representation(self, instance: Any) -> Any:
        return {"id": instance.id, "title": instance.title}


class OfBareSerializer(serializers.Serializer):
    this = BareSerializer(source="*")
    again = BareSerializer(source="*")


class NestingSerializer(serializers.Serializer):
    """Nests itself."""

    id = serializers.IntegerField()

    def get_fields(self) -> Any:
        fields = super().get_fields()
        if self.parent is None or self.parent.parent is None:
            fields["same"] = type(self)(source="*")
        return fields


class ChangingAllSerializer(FlatSerializer):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.required = False


# Classes that change, or are made, while a process serves.


class DepthSerializer(ModelSerializer):
    turns = 0

    class Meta:
        model = Book
        fields = ("id", "title", "pages", "author", "publisher")


DEPTHS = [type("Meta", (DepthSerializer.Meta,), {"depth": depth}) for depth in (0, 1)]


def class_of_next_depth(made: Any) -> Any:
    made.Meta = DEPTHS[made.turns % 2]
    made.turns += 1
    return made


class ChangingSerializer(ModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "title", "subtitle", "pages", "rating", "format")


CHOICES = [*permutations(ChangingSerializer.Meta.fields, 4)]
REQUESTS: Counter[Any] = Counter()
"""How many requests each class has read."""


def class_of_next_fields(made: Any) -> Any:
    made.Meta.fields = CHOICES[REQUESTS[made] % len(CHOICES)]
    REQUESTS[made] += 1
    return made


def class_of_a_request(made: Any) -> Any:
    """Return a class that is made as APIs of pages make theirs: for one request."""
    return type(made)("PageSerializer", (made,), {})
