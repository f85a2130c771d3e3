"""The data of a serializer."""

from __future__ import annotations

import functools
import itertools
import pickle
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from tests.classes.examples import Plain
from tests.differential import every_form, outcome, spelled_out, without_addresses
from tests.values import THING


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301


class TestData:
    def test_is_of_drf_s_types(self, fast):
        one, rows = fast(THING), fast([THING], many=True)
        assert type(one.data) is ReturnDict
        assert one.data.serializer is one
        assert type(one.data.copy()) is ReturnDict
        assert one.data.copy().serializer is one
        assert type(rows.data) is ReturnList
        assert rows.data.serializer is rows
        assert spelled_out(one.data) == spelled_out(Plain(THING).data)
        assert spelled_out(rows.data) == spelled_out(Plain([THING], many=True).data)
        assert repr(one.data) == repr(Plain(THING).data)

    def test_is_made_once_and_copied_each_time(self, fast):
        for serializer_class in (Plain, fast):
            one = serializer_class(THING)
            first = one.data
            first["name"] = "changed"
            first["inner"]["size"] = "changed"
            assert one.data["name"] == "Ruritania"
            assert one.data["inner"] == {"size": "changed"}
            one.instance = {**THING, "name": "another"}
            assert one.data["name"] == "Ruritania"
            rows = serializer_class([THING], many=True)
            rows.data.append("one more")
            rows.data[0]["name"] = "changed"
            assert [row["name"] for row in rows.data] == ["changed"]

    def test_that_is_set_from_outside_is_kept(self, fast):
        for serializer_class in (Plain, fast):
            one = serializer_class(THING)
            one._data = {"set": 1}
            assert one.data == {"set": 1}

    def test_after_an_error_is_made_again(self, fast):
        for serializer_class in (Plain, fast):
            source = dict(THING)
            one = serializer_class(source)
            del source["name"]
            with pytest.raises(KeyError):
                one.data  # noqa: B018
            source["name"] = "there again"
            assert one.data["name"] == "there again"

    def test_of_anything(self):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField(default="default")

            return ExampleSerializer

        nothing = [None, 0, "", False, {}, [], (), set(), object(), lambda: THING]
        rows = [None, THING, {}]
        makes = [
            *(lambda value=value: value for value in (*nothing, rows, [rows], {1, 2}, range(2))),
            lambda: iter(rows),
            lambda: (row for row in rows),
            lambda: map(dict, rows),
            lambda: SimpleNamespace(__iter__=None),
        ]
        options = [{}, {"many": True}, {"context": {}}, {"partial": True}]
        for source, given in itertools.product(makes, options):
            expected, *actual = (
                without_addresses(outcome(functools.partial(cls, **given), source))
                for cls in every_form(make)
            )
            assert actual == [expected] * len(actual), (source(), given)

    def test_of_no_instance_at_all(self, fast):
        assert spelled_out(fast().data) == spelled_out(Plain().data)
        assert spelled_out(fast(many=True).data) == spelled_out(Plain(many=True).data)
        assert spelled_out(fast(context={}).data) == spelled_out(Plain(context={}).data)

    def test_of_rows_that_fail_half_way(self, fast):
        seen = []

        def rows():
            for number in range(3):
                seen.append(number)
                yield THING if number < 1 else {}

        for serializer_class in (Plain, fast):
            seen.clear()
            with pytest.raises(KeyError):
                serializer_class(rows(), many=True).data  # noqa: B018
            assert seen == [0, 1]
