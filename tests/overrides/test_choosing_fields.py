"""Serializers that choose their fields, and nested ones that are not used."""

from __future__ import annotations

import pytest
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer
from rest_framework.utils.serializer_helpers import BindingDict

from tests.differential import outcome, value_of
from tests.models import Book, Publisher
from tests.overrides.fields import Shouted
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

    def test_get_fields_that_depends_on_the_context(self, agree, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                def get_fields(self):
                    fields = super().get_fields()
                    return {name: fields[name] for name in self.context["names"]}

            return ExampleSerializer

        fast = fast_form(make, Serializer)
        for names in (["name"], ["size", "name"], [], ["name", "size"], ["name"]):
            agree(make, THING, context={"names": names})
            assert list(fast(THING, context={"names": names}).data) == names
        assert agree(make, THING, context={})[0] is KeyError

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

    def test_serializers_that_nest_each_other(self, agree):
        def make(base):
            class AuthorSerializer(base):
                name = serializers.CharField()

            class BookSerializer(base):
                title = serializers.CharField()
                author = AuthorSerializer(required=False)

            AuthorSerializer._declared_fields["books"] = BookSerializer(many=True, required=False)
            return AuthorSerializer

        one = {"name": "one", "books": [{"title": "A", "author": {"name": "two", "books": []}}]}
        agree(make, {"name": "root", "books": [{"title": "B", "author": one}, {"title": "C"}]})

    def test_a_serializer_declared_within_itself(self, agree):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

            ExampleSerializer._declared_fields["inner"] = ExampleSerializer(many=True)
            return ExampleSerializer

        leaf = {"name": "leaf", "inner": []}
        agree(make, {"name": "root", "inner": [leaf, {"name": "branch", "inner": [leaf, leaf]}]})

    @pytest.mark.parametrize("cached", [False, True])
    def test_a_fields_property_as_in_dynamic_fields(self, agree, calls, cached):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()
                missing = serializers.CharField()

                @(cached_property if cached else property)
                def fields(self):
                    calls.append("fields")
                    fields = super().fields
                    for name in set(fields) - set(self.context["names"]):
                        fields.pop(name, None)
                    return fields

            return ExampleSerializer

        agree(make, THING, context={"names": ["size"]})
        agree(make, THING, context={"names": ["size", "name"]})
        agree(make, THING, context={"names": ["size", "missing"]})

    def test_a_fields_property_that_makes_the_fields_itself(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                link = serializers.ListField()

                @property
                def fields(self):
                    calls.append("fields")
                    fields = BindingDict(self)
                    for name, field in self.get_fields().items():
                        fields[name] = field
                    fields["link"].default = ["default"]
                    return fields

            return ExampleSerializer

        agree(make, THING)

    def test_a_fields_property_that_changes_from_row_to_row(self, fast_form):
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

        expected = make(Serializer)([THING] * 3, many=True).data
        assert fast_form(make, Serializer)([THING] * 3, many=True).data == expected

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

    @pytest.mark.parametrize(
        "hook", ["get_field_names", "build_standard_field", "get_extra_kwargs"]
    )
    def test_hooks_of_the_model_serializer(self, agree, hook):
        class Changed:
            def get_field_names(self, declared_fields, info):
                names = super().get_field_names(declared_fields, info)
                return [*names, "code"] if hook == "get_field_names" else names

            def build_standard_field(self, field_name, model_field):
                field_class, kwargs = super().build_standard_field(field_name, model_field)
                if hook == "build_standard_field" and self.context.get("shout"):
                    field_class = Shouted
                return field_class, kwargs

            def get_extra_kwargs(self):
                extra = super().get_extra_kwargs()
                if hook == "get_extra_kwargs" and self.context.get("shout"):
                    extra["name"] = {"source": "code"}
                return extra

        def make(base):
            class ExampleSerializer(Changed, base):
                class Meta:
                    model = Publisher
                    fields = ["name"]

            return ExampleSerializer

        for context in ({}, {"shout": True}, {}):
            agree(make, Publisher(name="n", code="c"), base=ModelSerializer, context=context)


class TestNestedSerializersThatAreNotUsed:
    """DRF makes the fields of a serializer when it needs them, so not for nothing and no rows."""

    @pytest.mark.parametrize("plain_inside", [False, True])
    @pytest.mark.parametrize("many", [False, True])
    def test_mistakes_in_one_whose_value_is_none(self, agree, plain_inside, many):
        def make(base):
            class Inner(ModelSerializer if plain_inside else base):
                class Meta:
                    model = Publisher
                    fields = ["nothing"]

            class ExampleSerializer(base):
                publisher = Inner(many=many)

                class Meta:
                    model = Book
                    fields = ["title", "publisher"]

            return ExampleSerializer

        source = {"title": "T", "publisher": [] if many else None}
        result = agree(make, source, base=ModelSerializer)
        assert value_of(result)["title"] == "'T'"

    def test_mistakes_in_one_that_has_no_rows(self, fast_form, calls):
        def make(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Publisher
                    fields = ["nothing"]

            return ExampleSerializer

        assert make(ModelSerializer)([], many=True).data == []
        assert fast_form(make, ModelSerializer)([], many=True).data == []

        def failing():
            raise ValueError("no rows")
            yield

        reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
        for source in (lambda: 5, failing):
            expected = outcome(lambda rows: reference(rows, many=True), source)
            assert outcome(lambda rows: fast(rows, many=True), source) == expected

    def test_no_fields_are_made_for_no_rows(self, fast_form, calls):
        def make(base):
            class ExampleSerializer(base):
                def get_fields(self):
                    calls.append("get_fields")
                    return super().get_fields()

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            assert serializer_class([], many=True).data == []
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

        agree(make, {"inner": None})
        agree(make, {"inner": THING})
        agree(make, {"inner": THING}, context={"needed": 1})
