"""A page of nonsense: serializers of which nothing, or next to nothing, can be compiled."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BaseSerializer, ListSerializer, ModelSerializer

from benchmarks.idioms.idiom import Idiom, PlainSerializer, listed
from bookshop.models import Book


class RowByRowSerializer(PlainSerializer):
    @property
    def _readable_fields(self) -> Any:
        return [field for field in self.fields.values() if not field.write_only]


class FieldsOfEachRowSerializer(PlainSerializer):
    @property
    def fields(self) -> Any:
        return dict(super().fields)


class FormlessSerializer(PlainSerializer):
    def to_representation(self, instance: Any) -> Any:
        return {"id": instance.id, "title": instance.title}


class BareSerializer(BaseSerializer):
    def to_representation(self, instance: Any) -> Any:
        return {"id": instance.id, "title": instance.title}


class OfBareSerializer(serializers.Serializer):
    this = BareSerializer(source="*")
    again = BareSerializer(source="*")


class ReadingField(serializers.Field):
    def get_attribute(self, instance: Any) -> Any:
        return getattr(instance, self.field_name)

    def to_representation(self, value: Any) -> Any:
        return value


class RenamedField(ReadingField):
    """Has another name in the row than in the serializer."""

    def bind(self, field_name: str, parent: Any) -> None:
        super().bind(field_name, parent)
        self.field_name = field_name.upper()

    def get_attribute(self, instance: Any) -> Any:
        return getattr(instance, self.field_name.lower())


COLUMNS = ("id", "title", "subtitle", "rating", "pages", "in_print")
ReadingSerializer, RenamingSerializer = (
    type(ModelSerializer)(
        name,
        (serializers.Serializer,),
        {"__module__": __name__, **{column: field(read_only=True) for column in COLUMNS}},
    )
    for name, field in (
        ("ReadingSerializer", ReadingField),
        ("RenamingSerializer", RenamedField),
    )
)


class OwnListSerializer(ListSerializer):
    def to_representation(self, data: Any) -> Any:
        return [self.child.to_representation(row) for row in data if row.pages]


class LoopingSerializer(ReadingSerializer):
    class Meta:
        list_serializer_class = OwnListSerializer


class AskingSerializer(ReadingSerializer):
    """Answers for attributes itself."""

    def __getattribute__(self, name: str) -> Any:
        return super().__getattribute__(name)


class TreeSerializer(serializers.Serializer):
    id = serializers.IntegerField()

    def get_fields(self) -> Any:
        fields = super().get_fields()
        if self.parent is None or self.parent.parent is None:
            fields["same"] = type(self)(source="*")
        return fields


class MissingSerializer(serializers.Serializer):
    """All of its attributes are missing."""

    one = serializers.CharField(default=None)
    two = serializers.IntegerField(required=False)
    three = serializers.CharField(source="no.such.thing", default="")


class CallingSerializer(serializers.Serializer):
    """Makes a serializer for each row."""

    book = serializers.SerializerMethodField()

    def get_book(self, book: Book) -> Any:
        return ReadingSerializer(book).data


NONSENSE: tuple[Idiom, ...] = tuple(
    listed(name, serializer_class, 1)
    for name, serializer_class in (
        ("`_readable_fields`, a property", RowByRowSerializer),
        ("`fields`, a property", FieldsOfEachRowSerializer),
        ("to_representation() without super", FormlessSerializer),
        ("nested BaseSerializers", OfBareSerializer),
        ("fields with get_attribute() of their own", ReadingSerializer),
        ("fields that rename themselves", RenamingSerializer),
        ("a list class with a loop of its own", LoopingSerializer),
        ("__getattribute__() of the serializer", AskingSerializer),
        ("a serializer that nests itself", TreeSerializer),
        ("fields of which every attribute is missing", MissingSerializer),
        ("a method that makes a serializer for each row", CallingSerializer),
    )
)
