"""`to_representation()`, `data` and what else a project overrides to say what is given."""

from __future__ import annotations

from collections import UserDict, defaultdict

import pytest
from django.utils import translation
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import ListSerializer, Serializer

from tests.values import THING


class TestRepresentation:
    def test_an_override_that_calls_super(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def to_representation(self, instance):
                    calls.append(instance["name"])
                    return {"more": 1, **super().to_representation(instance)}

            return ExampleSerializer

        agree(make, THING)

    def test_an_override_that_does_not_call_super(self, agree):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def to_representation(self, instance):
                    return {"upper": instance["name"].upper()}

            return ExampleSerializer

        agree(make, THING)

    @pytest.mark.parametrize(
        "returned",
        [None, "text", 5, [], ["a"], [("a", 1)], defaultdict(list, a=1), UserDict(a=1), {}],
        ids=repr,
    )
    def test_an_override_that_returns_something_else(self, agree, returned):
        def make(base):
            class ExampleSerializer(base):
                def to_representation(self, instance):
                    return returned

            return ExampleSerializer

        agree(make, THING)

    @pytest.mark.parametrize(
        "error", [SkipField(), KeyError("k"), AttributeError("a"), ValueError()]
    )
    @pytest.mark.parametrize("many", [False, True])
    def test_an_override_that_raises_in_a_nested_serializer(self, agree, error, many):
        def make(base):
            class Inner(base):
                def to_representation(self, instance):
                    raise error

            class ExampleSerializer(base):
                inner = Inner(many=many)
                name = serializers.CharField()

            return ExampleSerializer

        agree(make, {**THING, "inner": [THING] if many else THING})

    @pytest.mark.parametrize("many", [False, True])
    @pytest.mark.parametrize("plain_inside", [False, True])
    def test_an_override_in_a_nested_serializer(self, agree, calls, many, plain_inside):
        def make(base):
            class Inner(Serializer if plain_inside else base):
                name = serializers.CharField()

                def to_representation(self, instance):
                    calls.append((self.field_name, self.parent.field_name, self.context["mark"]))
                    return [super().to_representation(instance)]

            class ExampleSerializer(base):
                inner = Inner(many=many)

            return ExampleSerializer

        agree(make, {"inner": [THING, THING] if many else THING}, context={"mark": "!"})

    def test_an_override_between_two_fast_classes(self, agree, calls):
        def make(base):
            class First(base):
                name = serializers.CharField()

            class Second(First):
                def to_representation(self, instance):
                    calls.append("second")
                    return super().to_representation({**instance, "name": "second"})

            class ExampleSerializer(Second):
                size = serializers.IntegerField()

            return ExampleSerializer

        agree(make, THING)

    def test_a_list_serializer_of_the_project(self, agree, calls):
        def make(base):
            class Listed(ListSerializer):
                def to_representation(self, data):
                    calls.append(len(data))
                    return super().to_representation([*data, *data])[::-1]

            class ExampleSerializer(base):
                name = serializers.CharField()

                class Meta:
                    list_serializer_class = Listed

            class Outer(base):
                things = ExampleSerializer(many=True)

            return Outer

        agree(make, {"things": [THING, {"name": "Other"}]})

    @pytest.mark.parametrize("returned", ["text", {"rows": []}, None], ids=repr)
    def test_a_list_serializer_that_returns_no_list(self, agree, returned):
        def make(base):
            class Listed(ListSerializer):
                def to_representation(self, data):
                    return returned

                @property
                def data(self):
                    return super(ListSerializer, self).data

            class ExampleSerializer(base):
                class Meta:
                    list_serializer_class = Listed

            return ExampleSerializer

        agree(make, THING)

    def test_a_list_serializer_that_calls_its_child_itself(self, agree, calls):
        def make(base):
            class Listed(ListSerializer):
                def to_representation(self, data):
                    calls.append(type(self.child).__name__)
                    return [{"row": self.child.to_representation(item)} for item in data]

            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.SerializerMethodField()

                class Meta:
                    list_serializer_class = Listed

                def get_size(self, thing):
                    return [self.parent.__class__.__name__, thing["size"]]

            return ExampleSerializer

        agree(make, THING)

    def test_a_list_serializer_that_reads_otherwise(self, agree, calls):
        class Filtered(ListSerializer):
            def get_attribute(self, instance):
                calls.append("get_attribute")
                return [row for row in super().get_attribute(instance) if row["size"] > 3]

        class Chosen(ListSerializer):
            def bind(self, field_name, parent):
                super().bind(field_name, parent)
                if not self.context.get("all"):
                    self.child.fields.pop("size")

        class Shortened(ListSerializer):
            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                if translation.get_language() == "de":
                    self.child.fields.pop("size")

        def make(base):
            def inner(list_class):
                meta = type("Meta", (), {"list_serializer_class": list_class})
                body = {"name": serializers.CharField(), "size": serializers.IntegerField()}
                return type(base)("Inner", (base,), {**body, "Meta": meta})(
                    many=True, source="rows"
                )

            class ExampleSerializer(base):
                filtered = inner(Filtered)
                chosen = inner(Chosen)
                shortened = inner(Shortened)

            return ExampleSerializer

        source = {"rows": [THING, {**THING, "size": 2}]}
        for context in ({}, {"all": True}, {}):
            agree(make, source, context=context)
        with translation.override("de"):
            agree(make, source)

    def test_a_representation_set_on_one_serializer(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            one = serializer_class(THING)
            one.to_representation = lambda instance: {"set": instance["name"]}
            assert one.data == {"set": "Ruritania"}
            rows = serializer_class([THING], many=True)
            rows.child.to_representation = lambda instance: "set"
            assert rows.data == ["set"]
            rows = serializer_class([THING], many=True)
            rows.to_representation = lambda instances: ["set"]
            assert rows.data == ["set"]

    def test_another_child_put_into_a_list(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

            return ExampleSerializer

        class Other(Serializer):
            size = serializers.IntegerField()

        rows = fast_form(make, Serializer)([THING], many=True)
        rows.child = Other()
        assert rows.data == [{"size": 5}]

    def test_data_is_overridden(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                @property
                def data(self):
                    calls.append("data")
                    return {"wrapped": super().data}

            return ExampleSerializer

        agree(make, THING)

    def test_the_first_values_are_overridden(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField(initial="first")

                def get_initial(self):
                    return {**super().get_initial(), "more": 1}

            return ExampleSerializer

        expected = make(Serializer)().data
        assert fast_form(make, Serializer)().data == expected == {"name": "first", "more": 1}
