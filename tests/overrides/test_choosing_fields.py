"""Serializers that choose their fields, and nested ones that are not used."""

from __future__ import annotations

import pytest
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer
from rest_framework.utils.serializer_helpers import BindingDict

from tests.differential import every_form, outcome, value_of
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

    def test_get_fields_that_depends_on_the_context(self, agree):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                def get_fields(self):
                    fields = super().get_fields()
                    return {name: fields[name] for name in self.context["names"]}

            return ExampleSerializer

        chosen = ["name"], ["size", "name"], [], ["name", "size"], ["name"]
        agree(make, THING, contexts=[{"names": names} for names in chosen])
        assert agree(make, THING, contexts=[{}])[0] is KeyError

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

        chosen = ["size"], ["size", "name"], ["size", "missing"]
        agree(make, THING, contexts=[{"names": names} for names in chosen])

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

    def test_hooks_of_the_model_serializer(self, agree):
        class Named:
            def get_field_names(self, declared_fields, info):
                return [*super().get_field_names(declared_fields, info), "code"]

        class Built:
            def build_standard_field(self, field_name, model_field):
                field_class, kwargs = super().build_standard_field(field_name, model_field)
                return Shouted if self.context.get("shout") else field_class, kwargs

        class Extra:
            def get_extra_kwargs(self):
                extra = super().get_extra_kwargs()
                return (
                    {**extra, "name": {"source": "code"}} if self.context.get("shout") else extra
                )

        for hooks in (Named, Built, Extra):

            def make(base, hooks=hooks):
                class ExampleSerializer(hooks, base):
                    class Meta:
                        model = Publisher
                        fields = ["name"]

                return ExampleSerializer

            publisher = Publisher(name="n", code="c")
            contexts = {}, {"shout": True}, {}
            agree(make, publisher, base=ModelSerializer, contexts=contexts)


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
