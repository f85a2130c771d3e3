"""All that would write is refused."""

from __future__ import annotations

import re

import pytest
from rest_framework import fields, serializers
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers import FastReadOnlySerializer, read_only
from fastserializers.exceptions import ReadOnlySerializerError
from tests.classes.examples import Fast, Plain
from tests.values import THING


def assert_refuses_to_write(serializer_class):
    name = serializer_class.__name__
    message = rf"{name} is read-only.*writable serializer.*get_serializer_class"
    attempts = {
        "data": lambda: serializer_class(data={}),
        "data and instance": lambda: serializer_class(THING, data={}, partial=True),
        "positional data": lambda: serializer_class(THING, {}),
        "no data": lambda: serializer_class(data=None),
        "rows of data": lambda: serializer_class(data=[], many=True),
        "is_valid": lambda: serializer_class(THING).is_valid(),
        "is_valid or raise": lambda: serializer_class(THING).is_valid(raise_exception=True),
        "save": lambda: serializer_class(THING).save(),
        "save with arguments": lambda: serializer_class(THING).save(owner=1),
        "create": lambda: serializer_class().create({}),
        "update": lambda: serializer_class().update(THING, {}),
        "run_validation": lambda: serializer_class().run_validation({}),
        "is_valid of rows": lambda: serializer_class([THING], many=True).is_valid(),
        "save rows": lambda: serializer_class([THING], many=True).save(),
        "create rows": lambda: serializer_class(many=True).create([{}]),
        "validate rows": lambda: serializer_class(many=True).run_validation([{}]),
        "validate no rows": lambda: serializer_class(many=True).run_validation([]),
        "update rows": lambda: serializer_class(many=True).update([THING], [{}]),
    }
    for attempt, write in attempts.items():
        with pytest.raises(ReadOnlySerializerError) as error:
            pytest.fail(f"{attempt} gave {write()!r}")
        assert re.search(message, str(error.value), re.DOTALL), attempt


class Popping(FastReadOnlySerializer):
    def __init__(self, *args, **kwargs):
        kwargs.pop("extra", None)
        super().__init__(*args, **kwargs)


class Writing(Serializer):
    name = serializers.CharField()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)

    def is_valid(self, *, raise_exception=False):
        return True

    def run_validation(self, data=fields.empty):
        return data

    def save(self, **kwargs):
        return "saved"

    create = update = save


class TestWritingIsRefused:
    @pytest.mark.parametrize("cls", [Fast, read_only(Plain), Popping, read_only(Writing)])
    def test_in_every_way(self, cls):
        assert_refuses_to_write(cls)
        assert issubclass(ReadOnlySerializerError, TypeError)
        for name in ("errors", "validated_data"):
            with pytest.raises(ReadOnlySerializerError, match="does not validate"):
                getattr(cls(THING), name)

    def test_with_a_list_class_of_the_project(self):
        class ExampleSerializer(FastReadOnlySerializer):
            class Meta:
                list_serializer_class = type("Listed", (ListSerializer,), {})

        for write in (
            lambda: ExampleSerializer(data=[], many=True),
            lambda: ExampleSerializer(many=True).run_validation([{}]),
        ):
            with pytest.raises(ReadOnlySerializerError, match="ExampleSerializer"):
                write()

    @pytest.mark.parametrize("many", [False, True])
    def test_nested_in_a_writable_serializer(self, many):
        class Inner(FastReadOnlySerializer):
            name = serializers.CharField()

        class Outer(Serializer):
            title = serializers.CharField()
            inner = Inner(many=many)

        class ReadOnlyInside(Outer):
            inner = Inner(many=many, read_only=True)

        for value in ({"name": "a"}, {}, None, [], [{"name": "a"}], "text"):
            data = {"title": "t", "inner": value}
            with pytest.raises(ReadOnlySerializerError, match=r"Inner is read-only.*read_only="):
                Outer(data=data).is_valid()
            # One that is declared to be read-only is not asked.
            outer = ReadOnlyInside(data=data)
            assert outer.is_valid()
            assert outer.validated_data == {"title": "t"}
