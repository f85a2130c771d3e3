"""The check H302: a field that runs REST framework's code."""

from __future__ import annotations

from django.core import checks
from rest_framework import generics, serializers

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from fastserializers.views import FastReadMixin
from tests.checks.examples import Looking, serializer_of, view_of
from tests.overrides.fields import Shouted


class Whispered(Shouted):
    def __init__(self, **options):
        super().__init__(**options)

    def get_attribute(self, instance):
        return super().get_attribute(instance)


def test_a_field_that_falls_back_is_found_with_the_way_to_compile_it(found):
    fast = serializer_of(
        FastReadOnlyModelSerializer,
        name=Looking(),
        code=Whispered(),
        published=serializers.HiddenField(default=1),
        book=serializers.PrimaryKeyRelatedField(read_only=True, pk_field=Looking()),
    )

    of_name, of_code, of_book = found("H302", fast)

    method = "A SerializerMethodField that returns the same value compiles to a plain call."
    looking = f"Looking would compile without Looking.get_attribute. {method}"
    assert of_name.msg.startswith("name runs REST framework's own code: Looking overrides")
    assert of_book.msg.startswith("book runs REST framework's own code: PrimaryKeyRelatedField")
    assert [of_name.hint, of_book.hint] == [looking, looking]
    # Each method is named with the class that has it.
    assert of_code.hint.startswith(
        "Whispered would compile without Whispered.get_attribute and Shouted.to_representation. A "
    )
    assert of_name.level == checks.INFO


class OfRequest(FastReadOnlySerializer):
    name = Shouted()

    def get_fields(self):
        return {self.context["request"].path: serializers.CharField()}


class Choosing(serializers.Serializer):
    def get_fields(self):
        return super().get_fields()


class MadeByItself(serializers.Serializer):
    name = serializers.CharField()

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)


def test_what_costs_its_own_code_and_no_more_is_not_found(found):
    class Made(Shouted):
        def __init__(self, **options):
            super().__init__(**options)

    nesting = serializer_of(
        FastReadOnlyModelSerializer,
        chosen=Choosing(source="*"),
        made=MadeByItself(source="*", many=True),
    )
    names = serializers.ListField(child=Shouted())
    fast = serializer_of(FastReadOnlyModelSerializer, name=Shouted(), names=names, made=Made())

    for cls in (fast, OfRequest, serializer_of(name=Shouted()), nesting):
        assert found("H302", cls) == [], cls


def test_what_a_view_or_the_setting_reads_fast_is_found(found, settings):
    by_view, nested, other = (serializer_of(name=Looking()) for _ in range(3))
    nesting = serializer_of(FastReadOnlyModelSerializer, nested=nested())
    marking = view_of(type("Fast", (FastReadMixin, generics.ListAPIView), {}), by_view)
    views = marking, view_of(generics.ListAPIView, nesting)

    assert len(found("H302", by_view, *views)) == len(found("H302", nested, *views)) == 1
    assert found("H302", other, *views) == []
    settings.FASTSERIALIZERS = {"EVERYWHERE": True}
    assert len(found("H302", other, *views)) == 1


def test_a_nested_serializer_is_told_once_of_its_own_fields(found):
    plain, fast = (
        serializer_of(base, name=Looking())
        for base in (serializers.ModelSerializer, FastReadOnlyModelSerializer)
    )
    nesting = serializer_of(FastReadOnlyModelSerializer, plain=plain(), fast=fast(many=True))
    another = serializer_of(FastReadOnlyModelSerializer, plain=plain(many=True))

    assert found("H302", nesting) == found("H302", another) == []
    assert len(found("H302", plain)) == len(found("H302", fast)) == 1


def test_a_serializer_that_decides_row_by_row_is_found_as_a_whole(found):
    class RowByRow(FastReadOnlySerializer):
        name = serializers.CharField()

        @property
        def fields(self):
            return super().fields

    [message] = found("H302", RowByRow)

    assert message.hint == (
        "Override get_fields() instead of fields: it is asked once a serializer."
    )
