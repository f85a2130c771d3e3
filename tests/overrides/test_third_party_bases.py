"""Bases as other packages write them."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from fastserializers import FastReadOnlyMixin
from tests.differential import outcome
from tests.models import Book
from tests.values import THING


class TestThirdPartyBases:
    def test_a_base_that_keeps_a_list_of_its_subclasses(self, fast_form):
        def make(base):
            class Registered(base):
                known = []

                def __init_subclass__(cls, **kwargs):
                    Registered.known.append(cls.__name__)

            class ExampleSerializer(Registered):
                name = serializers.CharField()

            return ExampleSerializer

        assert fast_form(make, Serializer)(THING).data == {"name": "Ruritania"}
        assert fast_form(make, Serializer)([THING], many=True).data == [{"name": "Ruritania"}]

    def test_a_base_that_overrides_everything_behind_the_mixin(self, agree, calls):
        class ThirdParty(Serializer):
            def __init__(self, *args, **kwargs):
                calls.append((len(args), sorted(kwargs)))
                self.extra = kwargs.pop("extra", None)
                super().__init__(*args, **kwargs)

            def __new__(cls, *args, **kwargs):
                calls.append("__new__")
                return super().__new__(cls, *args, **kwargs)

            @classmethod
            def many_init(cls, *args, **kwargs):
                calls.append("many_init")
                return super().many_init(*args, **kwargs)

            def get_fields(self):
                calls.append("get_fields")
                return super().get_fields()

            def to_representation(self, instance):
                calls.append("to_representation")
                return {"third": super().to_representation(instance)}

            @property
            def data(self):
                calls.append("data")
                return super().data

        def plain():
            class ExampleSerializer(ThirdParty):
                name = serializers.CharField()

            return ExampleSerializer

        def fast():
            class ExampleSerializer(FastReadOnlyMixin, ThirdParty):
                name = serializers.CharField()

            return ExampleSerializer

        def make(base):
            return plain()

        agree(make, THING)
        agree(make, THING, context={})
        outcomes = []
        for serializer_class in (plain(), fast()):
            calls.clear()
            outcomes.append((outcome(serializer_class, lambda: THING), list(calls)))
        assert outcomes[1] == outcomes[0]

    @pytest.mark.parametrize("returned", ["text", ["a"], {"a": 1}, 5, None], ids=repr)
    def test_a_base_serializer_without_fields(self, returned):
        class HighScore(BaseSerializer):
            def to_representation(self, instance):
                return returned

        fast = type("HighScore", (FastReadOnlyMixin, HighScore), {"__module__": __name__})
        for many in (False, True):
            assert outcome(fast, lambda: 5, many=many) == outcome(HighScore, lambda: 5, many=many)

    def test_a_base_serializer_written_on_the_mixin_itself(self):
        def make(*bases):
            class HighScore(*bases):
                def to_representation(self, instance):
                    return f"{instance} points"

            return HighScore

        assert make(BaseSerializer)(5).data == "5 points"
        assert make(FastReadOnlyMixin, BaseSerializer)(5).data == "5 points"

    def test_a_list_serializer_behind_the_mixin(self):
        class Listed(ListSerializer):
            child = serializers.CharField()

        fast = type("Listed", (FastReadOnlyMixin, Listed), {})
        assert fast(["a"]).data == Listed(["a"]).data == ["a"]

    def test_generic_serializers(self, agree):
        def make(base):
            class Generic(base[Book]):
                name = serializers.CharField()

            class ExampleSerializer(Generic[Book]):
                size = serializers.IntegerField()

            return ExampleSerializer

        agree(make, THING)
