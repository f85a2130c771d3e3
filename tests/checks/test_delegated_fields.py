"""The check H302: a field that runs REST framework's code."""

from __future__ import annotations

from functools import reduce
from typing import Any

from django.core import checks
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer, read_only
from tests.checks.examples import Found, serializer_of
from tests.models import Book


class Shouted(serializers.CharField):
    def to_representation(self, value: Any) -> str:
        return super().to_representation(value).upper()


def test_a_field_that_falls_back_is_found_with_the_way_to_compile_it(found: Found) -> None:
    deepest: serializers.Field[Any, Any, Any, Any] = serializers.CharField()
    fast = serializer_of(
        FastReadOnlyModelSerializer,
        name=Shouted(),
        names=serializers.ListField(child=Shouted()),
        book=reduce(lambda child, _: serializers.ListField(child=child), range(9), deepest),
    )

    of_name, of_names, of_book = found("H302", fast)

    method = "A SerializerMethodField that returns the same value compiles to a plain call."
    shouted = f"Shouted would compile without its own to_representation. {method}"
    assert of_name.msg.startswith("name runs REST framework's own code: Shouted overrides")
    assert of_book.msg.startswith("book runs REST framework's own code: ListField")
    assert [of_name.hint, of_names.hint, of_book.hint] == [shouted, shouted, method]
    assert of_name.level == checks.INFO


def test_what_keeps_a_field_from_compiling_is_named_with_the_class_that_has_it(
    found: Found,
) -> None:
    class Whispered(Shouted):
        def __init__(self, **options: Any) -> None:
            super().__init__(**options)

        def get_attribute(self, instance: Any) -> Any:
            return super().get_attribute(instance)

    fast = serializer_of(FastReadOnlyModelSerializer, name=Whispered())

    [message] = found("H302", fast)

    assert message.hint.startswith(
        "Whispered would compile without its own get_attribute and __init__ and "
        "the to_representation of Shouted. A "
    )


def test_a_compiled_serializer_and_a_plain_one_fall_back_on_nothing(found: Found) -> None:
    class Fast(FastReadOnlyModelSerializer):
        class Meta:
            model = Book
            fields = ("id", "title", "price", "published", "added", "publisher")

    plain = serializer_of(name=Shouted())

    assert found("H302", Fast) == []
    assert found("H302", plain) == []


def test_a_twin_is_found_under_the_name_of_its_original(found: Found) -> None:
    original = serializer_of(name=Shouted())
    read_only(original)

    assert [message.msg.split()[0] for message in found("H302", original)] == ["name"]


def test_a_nested_serializer_is_told_once_of_its_own_fields(found: Found) -> None:
    plain, fast = (
        serializer_of(base, name=Shouted())
        for base in (serializers.ModelSerializer, FastReadOnlyModelSerializer)
    )
    nesting = serializer_of(FastReadOnlyModelSerializer, plain=plain(), fast=fast(many=True))
    another = serializer_of(FastReadOnlyModelSerializer, plain=plain(many=True))

    assert found("H302", nesting) == found("H302", another) == []
    assert len(found("H302", plain)) == len(found("H302", fast)) == 1


def test_a_nested_serializer_that_chooses_its_fields_falls_back(found: Found) -> None:
    class Choosing(serializers.Serializer):
        def get_fields(self) -> Any:
            return super().get_fields()

    nesting = serializer_of(FastReadOnlyModelSerializer, nested=Choosing(source="*"))

    [message] = found("H302", nesting)

    assert message.hint == "Choosing would compile without its own get_fields."


def test_a_nested_serializer_is_told_from_which_base_it_is_made_in_another_way(
    found: Found,
) -> None:
    class Choice:
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)

    class Nested(Choice, serializers.Serializer):
        name = serializers.CharField()

    nesting = serializer_of(FastReadOnlyModelSerializer, nested=Nested(source="*"))

    [message] = found("H302", nesting)

    assert message.msg == (
        "nested runs REST framework's own code: "
        "Nested overrides how DRF makes, reads or represents it."
    )
    assert message.hint == "Nested would compile without the __init__ of Choice."


def test_a_serializer_that_decides_row_by_row_is_found_as_a_whole(found: Found) -> None:
    class RowByRow(FastReadOnlySerializer):
        name = serializers.CharField()

        @property
        def fields(self) -> Any:
            return super().fields

    [message] = found("H302", RowByRow)

    assert message.hint == (
        "Override get_fields() instead of fields: it is asked once a serializer."
    )


def test_a_serializer_whose_fields_want_a_request_is_left_out(found: Found) -> None:
    class OfRequest(FastReadOnlySerializer):
        name = Shouted()

        def get_fields(self) -> Any:
            return {self.context["request"].path: serializers.CharField()}

    assert found("H302", OfRequest) == []
