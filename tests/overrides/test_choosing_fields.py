"""Serializers that choose their fields, and nested ones that are not used."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer
from rest_framework.utils.serializer_helpers import BindingDict

from tests.differential import every_form, outcome, value_of
from tests.models import Book, Publisher
from tests.values import THING


class TestFieldsChosenByTheSerializer:
    def test_get_fields_that_adds_and_removes(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                def get_fields(self):
                    calls.append("get_fields")
                    fields = super().get_fields()
                    del fields["size"]
                    return {"made": serializers.DateTimeField(), **fields}

            return ExampleSerializer

        agree(make, THING)

    @pytest.mark.parametrize("many", [False, True])
    def test_get_fields_that_nests_the_serializer_in_itself(self, agree, many):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def get_fields(self):
                    fields = super().get_fields()
                    fields["inner"] = type(self)(many=many, required=False)
                    return fields

            return ExampleSerializer

        inner = {"name": "two", "inner": [] if many else {"name": "three"}}
        agree(make, {"name": "one", "inner": [inner, inner] if many else inner})

    def test_a_fields_property_that_changes_from_row_to_row(self):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()
                rows = 0

                @property
                def fields(self):
                    self.rows += 1
                    fields = BindingDict(self)
                    names = ["name", "size"] if self.rows % 2 else ["size"]
                    for name in names:
                        fields[name] = self.get_fields()[name]
                    return fields

            return ExampleSerializer

        reference, *forms = every_form(make)
        expected = reference([THING] * 12, many=True).data
        for fast in forms:
            for _ in range(2):
                assert fast([THING] * 12, many=True).data == expected

    def test_readable_fields_are_overridden(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                @property
                def _readable_fields(self):
                    calls.append("readable")
                    return [field for field in super()._readable_fields if field.label == "Size"]

            class Outer(base):
                one = ExampleSerializer(source="*")
                rows = ExampleSerializer(many=True)

            return Outer

        agree(make, {**THING, "rows": [THING, THING]})


class TestNestedSerializersThatAreNotUsed:
    """DRF makes the fields of a serializer when it needs them, so not for nothing and no rows."""

    def test_mistakes_in_one_whose_value_is_none(self, agree):
        def wrong(base):
            class Inner(base):
                class Meta:
                    model = Publisher
                    fields = ["nothing"]

            return Inner

        def make(base):
            class ExampleSerializer(base):
                publisher = wrong(base)()
                publishers = wrong(base)(many=True)
                plain = wrong(ModelSerializer)(source="publisher")
                plains = wrong(ModelSerializer)(source="publishers", many=True)

                class Meta:
                    model = Book
                    fields = ["title", "publisher", "publishers", "plain", "plains"]

            return ExampleSerializer

        source = {"title": "T", "publisher": None, "publishers": []}
        result = agree(make, source, base=ModelSerializer)
        assert value_of(result)["title"] == "'T'"

    def test_no_fields_are_made_for_no_rows(self, calls):
        def make(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Publisher
                    fields = ["nothing"]

                def get_fields(self):
                    calls.append("get_fields")
                    return super().get_fields()

            return ExampleSerializer

        def failing():
            raise ValueError("no rows")
            yield

        reference, *forms = every_form(make, ModelSerializer)
        for fast in forms:
            assert [fast([], many=True).data for _ in range(2)] == [[], []]
            for source in (lambda: 5, failing):
                expected = outcome(lambda rows: reference(rows, many=True), source)
                assert outcome(lambda rows: fast(rows, many=True), source) == expected  # noqa: B023
        assert calls == []

    def test_no_fields_are_made_for_a_nested_serializer_without_a_value(self, agree, calls):
        def make(base):
            class Inner(base):
                def get_fields(self):
                    calls.append("get_fields")
                    return super().get_fields()

            class ExampleSerializer(base):
                inner = Inner()

            return ExampleSerializer

        agree(make, {"inner": None})

    def test_one_that_needs_a_context_it_does_not_get(self, agree):
        class Demanding(serializers.CharField):
            def bind(self, field_name, parent):
                super().bind(field_name, parent)
                self.context["needed"]

        def make(base):
            class Inner(base):
                name = Demanding()

            class ExampleSerializer(base):
                inner = Inner()

            return ExampleSerializer

        for inner in (None, THING):
            agree(make, {"inner": inner}, contexts=[{}, {"needed": 1}, {}])
