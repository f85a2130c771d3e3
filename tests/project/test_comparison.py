"""The first difference between what both codes make of a source."""

import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework import serializers
from rest_framework.utils.serializer_helpers import ReturnDict

from fastserializers.proof.compare import compare
from fastserializers.proof.differences import differences
from tests.differential import spelled_out
from tests.values import Text


def first_difference(drf, fast):
    return next(differences(drf, fast), None)


RETURNED = "{} (rest_framework.utils.serializer_helpers.ReturnDict)"


@pytest.mark.parametrize(
    ("drf", "fast", "difference"),
    [
        (ReturnDict({}, serializer=None), {}, ("", RETURNED, "{} (dict)")),
        (1, 2, ("", "1 (int)", "2 (int)")),
        (1, True, ("", "1 (int)", "True (bool)")),
        ("a", Text("a"), ("", "'a' (str)", "'a' (tests.values.Text)")),
        ([1, 2], [1], ("[1]", "2 (int)", "nothing")),
        ({"a": 1}, {"a": 1, "b": 2}, ("b", "nothing", "2 (int)")),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, ("", ".a, .b (order)", ".b, .a (order)")),
        ({1: "x"}, {True: "x"}, ("[1]", "'x' (str)", "nothing")),
        ({"two words": 1}, {"two words": 2}, ("['two words']", "1 (int)", "2 (int)")),
        (
            [{}, {"author": {"names": ["Ada"]}}],
            [{}, {"author": {"names": [None]}}],
            ("[1].author.names[0]", "'Ada' (str)", "None (NoneType)"),
        ),
    ],
    ids=str,
)
def test_the_first_difference_says_where_it_is_and_what_either_has(drf, fast, difference):
    found = first_difference(drf, fast)

    assert (found.path, str(found.drf), str(found.fast)) == difference


def containers(inner):
    names = st.sampled_from(["a", "b", "two words"])
    return (
        st.lists(inner, max_size=2) | st.tuples(inner) | st.dictionaries(names, inner, max_size=3)
    )


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 1) | st.floats() | st.sampled_from(["", "a", "0"]),
    containers,
    max_leaves=4,
)


def bytes_in_memory():
    return memoryview(b"bytes")


def rows_one_by_one():
    yield from [1, {"a": 2}]


def odd_numbers_and_keys():
    return [{"a": Decimal("NaN"), 1: datetime.date(2024, 1, 1)}]


@pytest.mark.parametrize("make", [bytes_in_memory, rows_one_by_one, odd_numbers_and_keys])
def test_what_is_made_twice_is_equal(make):
    assert first_difference(make(), make()) is None


@given(VALUES, VALUES)
def test_two_values_differ_if_their_types_texts_or_orders_do(one, other):
    assert (first_difference(one, other) is None) == (spelled_out(one) == spelled_out(other))
    assert first_difference(one, one) is None


def test_of_long_texts_the_place_where_they_differ_is_shown():
    text = str(first_difference(["x" * 5000 + "one"], ["x" * 5000 + "other"]))

    assert len(text) < 500
    assert "xone'" in text
    assert "xother'" in text


class Tag(serializers.Serializer):
    name = serializers.CharField()


@pytest.mark.parametrize(
    ("cls", "message"),
    [
        (Tag(), "Give the class Tag, not one of its serializers"),
        (dict, "Give a subclass of rest_framework.serializers.Serializer"),
    ],
    ids=["a serializer", "no serializer"],
)
def test_what_can_not_read_fast_is_refused(cls, message):
    with pytest.raises(TypeError, match=message):
        compare(cls, dict, many=False)
