"""`SerializerMethodField` and its methods."""

from __future__ import annotations

import functools

from django.core.exceptions import ObjectDoesNotExist
from rest_framework import serializers
from rest_framework.fields import SkipField

from tests.values import THING


class Overridden(serializers.SerializerMethodField):
    def to_representation(self, value):
        return [super().to_representation(value)]


class Renamed(serializers.SerializerMethodField):
    @property
    def method_name(self):
        return self.context["method"]

    @method_name.setter
    def method_name(self, name):
        pass


class Bound(serializers.SerializerMethodField):
    def bind(self, field_name, parent):
        self.method_name = parent.context["method"]
        super().bind(field_name, parent)


class TestMethodFields:
    def test_errors_in_a_method(self, agree):
        errors = SkipField("s"), KeyError("k"), AttributeError("a"), ValueError("v")
        for error in (*errors, ObjectDoesNotExist("o")):
            for nested in (False, True):

                def make(base, error=error, nested=nested):
                    class Inner(base):
                        method = serializers.SerializerMethodField()

                        def get_method(self, thing):
                            raise error

                    class ExampleSerializer(base):
                        inner = Inner(source="*", required=False)
                        name = serializers.CharField()

                    return ExampleSerializer if nested else Inner

                assert agree(make, THING) == (type(error), str(error))

    def test_a_method_that_is_missing(self, agree):
        def make(base):
            class ExampleSerializer(base):
                method = serializers.SerializerMethodField()

            return ExampleSerializer

        assert agree(make, THING)[0] is AttributeError

    def test_methods_found_in_every_possible_place(self, agree):
        def make(base):
            class Parent(base):
                inherited = serializers.SerializerMethodField()
                changed = serializers.SerializerMethodField()
                named = serializers.SerializerMethodField("other")
                static = serializers.SerializerMethodField()
                callable = serializers.SerializerMethodField()
                missing = serializers.SerializerMethodField()
                overridden = Overridden()
                renamed = Renamed()
                bound = Bound()

                def get_inherited(self, thing):
                    return thing["name"]

                def get_changed(self, thing):
                    return "parent"

                def other(self, thing):
                    return self.field_name, self.parent, self.instance is thing

                @staticmethod
                def get_static(thing):
                    return thing["size"]

                get_callable = staticmethod(functools.partial(dict, more=1))

                def __getattr__(self, name):
                    if name == "get_missing":
                        return lambda thing: "found"
                    raise AttributeError(name)

                def get_overridden(self, thing):
                    return None

            class ExampleSerializer(Parent):
                def get_changed(self, thing):
                    return super().get_changed(thing), "child"

            return ExampleSerializer

        methods = "get_static", "get_inherited", "get_static"
        agree(make, THING, contexts=[{"method": method} for method in methods])

    def test_a_method_that_a_property_chooses(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                method = serializers.SerializerMethodField()

                @property
                def get_method(self):
                    calls.append("property")
                    return self.odd if len(calls) % 2 else self.even

                def odd(self, thing):
                    return "odd"

                def even(self, thing):
                    return "even"

            return ExampleSerializer

        agree(make, THING)

    def test_the_serializer_that_a_nested_method_sees(self, agree):
        def make(base):
            class Inner(base):
                method = serializers.SerializerMethodField()

                def get_method(self, thing):
                    self.seen = getattr(self, "seen", 0) + 1
                    parent = self.parent if self.field_name else self.parent.parent
                    return [
                        self.seen,
                        self.field_name,
                        self.source,
                        self.read_only,
                        self.instance,
                        self.context["mark"],
                        list(parent.fields),
                        parent.instance is None,
                        parent.fields["inner"] is self,
                    ]

            class ExampleSerializer(base):
                inner = Inner(read_only=True)
                rows = Inner(many=True, source="others")
                name = serializers.CharField()

            return ExampleSerializer

        source = {"inner": THING, "others": [THING, THING], "name": "n"}
        agree(make, source, contexts=[{"mark": "!"}])
