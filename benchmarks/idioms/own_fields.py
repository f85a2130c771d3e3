"""Field classes of the project's."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from benchmarks.idioms.idiom import Idiom, listed, plain_with
from bookshop.models import Book
from fastserializers import read_only


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


class ExactPriceField(PriceField):
    coerce_to_string = False


class FormatField(serializers.ChoiceField):
    default_error_messages = {"invalid_choice": "There is no such format."}  # noqa: RUF012

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=Book.Format.choices, **kwargs)


class InternalField(serializers.ReadOnlyField):
    is_internal = True

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", "Not for the public.")
        super().__init__(**kwargs)


class RoundedField(serializers.Field):
    """Is read by code of its own."""

    def get_attribute(self, instance: Any) -> Any:
        return instance.pages

    def to_representation(self, value: Any) -> Any:
        return round(value, -1)


class ThreeFieldsSerializer(serializers.ModelSerializer):
    rounded = RoundedField(read_only=True)

    class Meta:
        model = Book
        fields = ("id", "title", "rounded")
        read_only_fields = ("id", "title")


FastThreeFieldsSerializer = read_only(ThreeFieldsSerializer)

IDIOMS: tuple[Idiom, ...] = (
    listed(
        "two fields with __init__() and to_representation() of their own",
        plain_with(
            rating=LabelledField({4.0: "good"}, read_only=True),
            format=LabelledField(dict(Book.Format.choices), read_only=True),
        ),
        4,
    ),
    listed(
        "DecimalField, ChoiceField, ReadOnlyField with another attribute or message",
        plain_with(
            price=PriceField(read_only=True),
            exact_price=ExactPriceField(read_only=True, source="price"),
            format=FormatField(read_only=True),
            pages=InternalField(),
        ),
        7,
    ),
    Idiom(
        "a single object of three fields, one of them delegated",
        lambda books: ThreeFieldsSerializer(books[0]).data,
        lambda books: FastThreeFieldsSerializer(books[0]).data,
        4,
        rows=1,
        calls=100,
    ),
)
