"""The check H302: a field that runs REST framework's code."""

import pytest
from django.core import checks
from rest_framework import generics, serializers

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from fastserializers.views import FastReadMixin
from tests.checks.examples import Looking, view_of
from tests.models import Publisher
from tests.overrides.fields import Shouted
from tests.relations.models import Author


class Whispered(Shouted):
    def __init__(self, **options):
        super().__init__(**options)

    def get_attribute(self, instance):
        return super().get_attribute(instance)


class FallsBack(FastReadOnlyModelSerializer):
    name = Looking()
    code = Whispered()
    published = serializers.HiddenField(default=1)
    book = serializers.PrimaryKeyRelatedField(read_only=True, pk_field=Looking())

    class Meta:
        model = Publisher
        fields = ("id", "name", "code", "published", "book")


def test_a_field_that_falls_back_is_found_with_the_way_to_compile_it(found):
    of_name, of_code, of_book = found("H302", FallsBack)

    method = "A SerializerMethodField that returns the same value compiles to a plain call."
    looking = f"Looking would compile without Looking.get_attribute. {method}"
    assert of_name.level == checks.INFO
    assert of_name.msg.startswith("name runs REST framework's own code: Looking overrides")
    assert of_name.hint == looking
    assert of_book.msg.startswith("book runs REST framework's own code: PrimaryKeyRelatedField")
    assert of_book.hint == looking
    # Each method is named with the class that has it.
    assert of_code.hint.startswith(
        "Whispered would compile without Whispered.get_attribute and Shouted.to_representation. A "
    )


class OfNames:
    """The `Meta` of serializers with a field of the project for the name."""

    model = Publisher
    fields = ("id", "name")


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


class OwnFields(FastReadOnlySerializer):
    name = Shouted()
    names = serializers.ListField(child=Shouted())


class NestsOwnSerializers(FastReadOnlySerializer):
    chosen = Choosing(source="*")
    made = MadeByItself(source="*", many=True)


@pytest.mark.parametrize("cls", [OwnFields, OfRequest, NestsOwnSerializers])
def test_what_costs_its_own_code_and_no_more_is_not_found(found, cls):
    assert found("H302", cls) == []


class OfRelations(FastReadOnlyModelSerializer):
    class Meta:
        model = Author
        fields = ("id", "portrait", "mentors")


def test_a_relation_is_found_that_only_rest_framework_reads(found):
    [message] = found("H302", OfRelations)

    assert message.msg == (
        "portrait runs REST framework's own code: only REST framework knows how to read portrait "
        "of Author."
    )


class LookingSerializer(serializers.ModelSerializer):
    name = Looking()
    Meta = OfNames


class FastListAPIView(FastReadMixin, generics.ListAPIView): ...


def test_what_a_view_or_the_setting_reads_fast_is_found(found, settings):
    assert found("H302", LookingSerializer) == []
    view = view_of(FastListAPIView, LookingSerializer)
    assert len(found("H302", LookingSerializer, view)) == 1
    settings.FASTSERIALIZERS = {**settings.FASTSERIALIZERS, "EVERYWHERE": True}
    assert len(found("H302", LookingSerializer)) == 1


def test_a_nested_serializer_is_told_once_of_its_own_fields(found):
    class FastNested(FastReadOnlyModelSerializer):
        name = Looking()
        Meta = OfNames

    class Nesting(FastReadOnlySerializer):
        plain = LookingSerializer()
        fast = FastNested(many=True)

    assert found("H302", Nesting) == []
    assert len(found("H302", LookingSerializer)) == len(found("H302", FastNested)) == 1


def test_a_nested_serializer_that_reads_by_code_of_its_own_is_found(found):
    class Nested(serializers.Serializer):
        name = serializers.CharField()

        def get_attribute(self, instance):
            return super().get_attribute(instance)

    class Nesting(FastReadOnlySerializer):
        inner = Nested(source="*")

    [message] = found("H302", Nesting)

    assert message.msg.startswith("inner runs REST framework's own code: ")
    assert "Nested would compile without Nested.get_attribute" in message.hint


def test_a_serializer_that_decides_row_by_row_is_found_as_a_whole(found):
    class RowByRow(FastReadOnlySerializer):
        name = serializers.CharField()

        @property
        def fields(self):
            return super().fields

    [message] = found("H302", RowByRow)

    assert message.hint == (
        "Override get_fields() instead of fields: it is called once for a list."
    )
