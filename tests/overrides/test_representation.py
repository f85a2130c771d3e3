"""`to_representation()`, `data` and what else a project overrides to say what is given."""

from __future__ import annotations

from collections import UserDict, defaultdict

from django.utils import translation
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.serializers import ListSerializer, Serializer

from tests.differential import every_form
from tests.values import THING


def named(base):
    return type(base)("ExampleSerializer", (base,), {"name": serializers.CharField()})


def listed_by(base, list_class):
    body = {"name": serializers.CharField(), "size": serializers.IntegerField()}
    meta = type("Meta", (), {"list_serializer_class": list_class})
    return type(base)("ListedSerializer", (base,), {**body, "Meta": meta})


class TestRepresentation:
    def test_an_override_that_does_not_call_super(self, agree):
        returns = [None, "text", 5, [], ["a"], [("a", 1)], defaultdict(list, a=1), {}]
        for returned in (*returns, UserDict(a=1), {"upper": "RURITANIA"}):

            def make(base, returned=returned):
                class ExampleSerializer(named(base)):
                    def to_representation(self, instance):
                        return returned

                return ExampleSerializer

            agree(make, THING)

    def test_an_override_that_raises_in_a_nested_serializer(self, agree):
        for error in (SkipField(), KeyError("k"), AttributeError("a"), ValueError()):
            for many in (False, True):

                def make(base, error=error, many=many):
                    class Inner(base):
                        def to_representation(self, instance):
                            raise error

                    class ExampleSerializer(base):
                        inner = Inner(many=many)
                        name = serializers.CharField()

                    return ExampleSerializer

                agree(make, {**THING, "inner": [THING] if many else THING})

    def test_an_override_in_a_nested_serializer(self, agree, calls):
        def noting(base):
            class Inner(named(base)):
                def to_representation(self, instance):
                    calls.append((self.field_name, self.parent.field_name, self.context["mark"]))
                    return [super().to_representation(instance)]

            return Inner

        def make(base):
            class ExampleSerializer(base):
                inner = noting(base)()
                inners = noting(base)(many=True)
                plain = noting(Serializer)(source="inner")
                plains = noting(Serializer)(source="inners", many=True)

            return ExampleSerializer

        source = {"inner": THING, "inners": [THING, THING]}
        agree(make, source, contexts=[{"mark": "!"}])

    def test_an_override_between_two_fast_classes(self, agree, calls):
        def make(base):
            class Second(named(base)):
                def to_representation(self, instance):
                    calls.append("second")
                    return super().to_representation({**instance, "name": "second"})

            class ExampleSerializer(Second):
                size = serializers.IntegerField()

            return ExampleSerializer

        agree(make, THING)

    def test_one_that_is_set_on_a_serializer(self):
        for serializer_class in (*every_form(named), *every_form(named)):
            for _ in range(2):
                one = serializer_class(THING)
                one.to_representation = lambda instance: {"set": instance["name"]}
                assert one.data == {"set": "Ruritania"}
                rows = serializer_class([THING], many=True)
                rows.child.to_representation = lambda instance: "set"
                assert rows.data == ["set"]
                rows = serializer_class([THING], many=True)
                rows.to_representation = lambda instances: ["set"]
                assert rows.data == ["set"]

    def test_data_is_overridden(self, agree, calls):
        def make(base):
            class ExampleSerializer(named(base)):
                @property
                def data(self):
                    calls.append("data")
                    return {"wrapped": super().data}

            return ExampleSerializer

        agree(make, THING)

    def test_the_first_values_are_overridden(self):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField(initial="first")

                def get_initial(self):
                    return {**super().get_initial(), "more": 1}

            return ExampleSerializer

        for serializer_class in every_form(make):
            assert serializer_class().data == {"name": "first", "more": 1}


class TestLists:
    def test_one_that_returns_no_list(self, agree):
        for returned in ("text", {"rows": []}, None):

            class Listed(ListSerializer):
                def to_representation(self, data):
                    return returned  # noqa: B023

                @property
                def data(self):
                    return super(ListSerializer, self).data

            agree(lambda base: listed_by(base, Listed), THING)

    def test_one_whose_child_s_methods_look_at_it(self, agree, calls):
        class Listed(ListSerializer):
            pass

        def make(base):
            class ExampleSerializer(listed_by(base, Listed)):
                size = serializers.SerializerMethodField()

                def get_size(self, thing):
                    return [self.parent.__class__.__name__, thing["size"]]

            return ExampleSerializer

        agree(make, THING)

    def test_ones_that_read_otherwise(self, agree, calls):
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
            class ExampleSerializer(base):
                filtered = listed_by(base, Filtered)(many=True, source="rows")
                chosen = listed_by(base, Chosen)(many=True, source="rows")
                shortened = listed_by(base, Shortened)(many=True, source="rows")

            return ExampleSerializer

        source = {"rows": [THING, {**THING, "size": 2}]}
        agree(make, source, contexts=[{}, {"all": True}, {}])
        with translation.override("de"):
            agree(make, source)

    def test_another_child_put_into_one(self):
        class Other(Serializer):
            size = serializers.IntegerField()

        for serializer_class in (*every_form(named), *every_form(named)):
            for _ in range(2):
                rows = serializer_class([THING], many=True)
                rows.child = Other()
                assert rows.data == [{"size": 5}]
