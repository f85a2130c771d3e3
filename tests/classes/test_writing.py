"""All that would write is refused."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers import FastReadOnlySerializer
from fastserializers.exceptions import ReadOnlySerializerError
from tests.classes.writing import assert_refuses_to_write


class TestWritingIsRefused:
    def test_in_every_way(self, fast):
        assert_refuses_to_write(fast)

    def test_with_a_constructor_of_the_project(self):
        class ExampleSerializer(FastReadOnlySerializer):
            def __init__(self, *args, **kwargs):
                kwargs.pop("extra", None)
                super().__init__(*args, **kwargs)

        assert_refuses_to_write(ExampleSerializer)

    def test_with_a_list_class_of_the_project(self):
        class Listed(ListSerializer):
            pass

        class ExampleSerializer(FastReadOnlySerializer):
            class Meta:
                list_serializer_class = Listed

        with pytest.raises(ReadOnlySerializerError, match="ExampleSerializer"):
            ExampleSerializer(data=[], many=True)
        with pytest.raises(ReadOnlySerializerError, match="ExampleSerializer"):
            ExampleSerializer(many=True).run_validation([{}])

    def test_the_error_is_a_type_error(self):
        assert issubclass(ReadOnlySerializerError, TypeError)

    @pytest.mark.parametrize("many", [False, True])
    def test_nested_in_a_writable_serializer(self, many):
        class Inner(FastReadOnlySerializer):
            name = serializers.CharField()

        class Outer(Serializer):
            title = serializers.CharField()
            inner = Inner(many=many)

        for value in ({"name": "a"}, {}, None, [], [{"name": "a"}], "text"):
            outer = Outer(data={"title": "t", "inner": value})
            with pytest.raises(ReadOnlySerializerError, match=r"Inner is read-only.*read_only="):
                outer.is_valid()

    @pytest.mark.parametrize("many", [False, True])
    def test_nested_read_only_in_a_writable_serializer_is_not_asked(self, many):
        class Inner(FastReadOnlySerializer):
            name = serializers.CharField()

        class Outer(Serializer):
            title = serializers.CharField()
            inner = Inner(many=many, read_only=True)

        outer = Outer(data={"title": "t", "inner": "ignored"})
        assert outer.is_valid()
        assert outer.validated_data == {"title": "t"}
