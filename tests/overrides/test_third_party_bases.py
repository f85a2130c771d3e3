"""Bases as other packages write them."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from fastserializers import FastReadOnlyMixin
from tests.differential import outcome, outcome_and_calls
from tests.values import THING


def test_a_base_that_overrides_everything_behind_the_mixin(calls):
    class ThirdParty(Serializer):
        name = serializers.CharField()

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

    class Fast(FastReadOnlyMixin, ThirdParty):
        pass

    for context in (None, {}):
        for many in (False, True, False, 12, 12):
            expected = outcome_and_calls(ThirdParty, lambda: THING, calls, context, many=many)
            assert outcome_and_calls(Fast, lambda: THING, calls, context, many=many) == expected


def test_a_base_serializer_without_fields():
    for returned in ("text", ["a"], {"a": 1}, 5, None):

        class HighScore(BaseSerializer):
            def to_representation(self, instance):
                return returned  # noqa: B023

        class Fast(FastReadOnlyMixin, HighScore):
            pass

        for many in (False, True):
            expected = outcome(HighScore, lambda: 5, many=many)
            assert outcome(Fast, lambda: 5, many=many) == expected


def test_a_base_serializer_written_on_the_mixin_itself():
    class HighScore(FastReadOnlyMixin, BaseSerializer):
        def to_representation(self, instance):
            return f"{instance} points"

    assert [HighScore(5).data for _ in range(2)] == ["5 points"] * 2


def test_a_list_serializer_behind_the_mixin():
    class Listed(ListSerializer):
        child = serializers.CharField()

    fast = type("Listed", (FastReadOnlyMixin, Listed), {})
    assert fast(["a"]).data == Listed(["a"]).data == ["a"]
