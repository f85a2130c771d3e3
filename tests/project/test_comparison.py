"""Finding the first difference, and a reference that REST framework's own code makes alone."""

import datetime
import os
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rest_framework import serializers
from rest_framework.utils.serializer_helpers import ReturnDict

import fastserializers
from fastserializers import FastReadOnlyMixin, FastReadOnlySerializer
from fastserializers.proof.compare import compare, differences
from fastserializers.switch import reading_by
from tests.differential import made_fast, spelled_out
from tests.values import Text

LIBRARY = Path(fastserializers.__file__).parent
FAST_CODE = [f"{LIBRARY / room}{os.sep}" for room in ("compiler", "runtime")]


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


class FastTag(FastReadOnlySerializer):
    name = serializers.CharField()


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


class Mixed(serializers.Serializer):
    """A plain class that reaches fast ones in every way there is."""

    declared = FastTag(source="*")
    declared_list = FastTag(many=True, source="rows")
    by_read_only = made_fast(Tag)(source="*")
    items = serializers.ListField(child=FastTag(), source="rows")
    by_method = serializers.SerializerMethodField()

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["added"] = FastTag(source="*")

    def get_by_method(self, instance):
        return [FastTag(instance).data, FastTag(instance["rows"], many=True).data]


class FastMixed(FastReadOnlyMixin, Mixed): ...


SOURCE = {"name": "Ada", "rows": [{"name": "Ada"}, {"name": "Bob"}]}


def code_run_by(function):
    """The files with generated code, or with what that calls, of which a function runs code."""
    run = set()

    def note(frame, event, argument):
        if event == "call":
            run.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return {file for file in run if file.startswith(("<fastserializers", *FAST_CODE))}


@pytest.mark.parametrize("serializer_class", [FastTag, Mixed, FastMixed])
@pytest.mark.parametrize("many", [False, True])
def test_nothing_but_drf_reads_for_the_reference(serializer_class, many):
    source = [SOURCE, SOURCE] if many else SOURCE

    def read():
        return serializer_class(source, **({"many": True} if many else {})).data

    expected = read()
    assert code_run_by(read)
    with reading_by("drf"):
        assert not code_run_by(read)
        assert spelled_out(read()) == spelled_out(expected)
    assert code_run_by(read)
    with pytest.raises(ZeroDivisionError), reading_by("drf"), reading_by("drf"):
        raise ZeroDivisionError
    assert code_run_by(read)
    # What it nests is compared, too.
    difference, drf, _ = compare(serializer_class, lambda: source, many=many)
    assert difference is None
    assert spelled_out(drf.value) == spelled_out(expected)
