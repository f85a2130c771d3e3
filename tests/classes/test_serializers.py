"""The data of a serializer, and what it is used for besides."""

import copy
import datetime
import functools
import itertools
import pickle
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
from fastserializers.reading.state import state_of
from fastserializers.views import reading_fast
from tests.classes.examples import Fast, Plain, declared
from tests.differential import (
    made_fast,
    made_of,
    outcome,
    read_fast,
    spelled_out,
    without_addresses,
)
from tests.named import all_of
from tests.values import THING, UTC


def used_twice(use, cls):
    """Return the same of the first serializer of a class and of one after it."""
    return use(cls), use(cls)


def assert_alike(use):
    """Assert that classes that read fast, or only read, are used as DRF's; return as what."""
    expected = used_twice(use, declared(Serializer))
    assert read_fast(used_twice, use, declared(Serializer)) == expected
    assert used_twice(use, declared(FastReadOnlySerializer)) == expected
    return expected[0]


def error_of(use, *arguments):
    with pytest.raises(Exception) as raised:  # noqa: PT011
        use(*arguments)
    return raised.type, str(raised.value)


def data_of(serializer):
    return serializer.data


def test_data_is_of_drf_s_types():
    def use(cls):
        one, rows = cls(THING), cls([THING], many=True)
        data, copied, listed = one.data, one.data.copy(), rows.data
        assert data.serializer is copied.serializer is one
        assert listed.serializer is rows
        return spelled_out(data), spelled_out(copied), spelled_out(listed), repr(data)

    assert_alike(use)


def test_data_of_an_object_is_made_once_and_copied_each_time():
    def use(cls):
        one = cls(THING)
        one.data["name"] = one.data["inner"]["size"] = "changed"
        one.instance = {**THING, "name": "another"}
        return one.data

    assert assert_alike(use)["name"] == "Ruritania"


def test_data_is_made_again_after_an_error():
    def use(cls):
        source = dict(THING)
        one = cls(source)
        del source["name"]
        error = error_of(data_of, one)
        source["name"] = "there again"
        return error, one.data

    (error, _), data = assert_alike(use)
    assert error is KeyError
    assert data["name"] == "there again"


def test_data_of_no_instance():
    assert_alike(lambda cls: [spelled_out(cls().data), spelled_out(cls(many=True).data)])


def test_data_is_of_the_instance_that_is_set():
    def use(cls):
        one, taken_away = cls(THING), cls(THING)
        one.instance, taken_away.instance = {**THING, "name": "another"}, None
        return one.data, taken_away.data

    assert assert_alike(use)[0]["name"] == "another"


def test_data_of_rows_that_fail_half_way():
    def use(cls):
        rows = iter([THING, {}, THING])
        return error_of(data_of, cls(rows, many=True)), [*rows]

    assert assert_alike(use)[1] == [THING]


SOURCES = [None, THING, {}]
ANYTHING = {
    "none": None,
    "zero": 0,
    "a list": SOURCES,
    "a list in a list": [SOURCES],
    "an empty text": "",
    "an empty dict": {},
    "an empty list": [],
    "an object": object(),
    "a function": data_of,
    "a set": {1, 2},
}


ITERATORS = {"an iterator": iter, "a map": functools.partial(map, dict)}
MAKES = {name: functools.partial(copy.copy, value) for name, value in ANYTHING.items()}
MAKES |= {name: functools.partial(make, SOURCES) for name, make in ITERATORS.items()}
OPTIONS = {
    "one": {},
    "many": {"many": True},
    "context": {"context": {}},
    "partial": {"partial": 1},
}


def outcomes(serializer_class):
    """Return what a class makes of anything, in each way to make a serializer."""
    return {
        (name, way): without_addresses(
            outcome(functools.partial(serializer_class, **options), make)
        )
        for name, make in MAKES.items()
        for way, options in OPTIONS.items()
    }


def test_data_of_anything():
    cls = made_of({"name": serializers.CharField(default="default")})
    expected = outcomes(cls)
    assert read_fast(outcomes, cls) == expected
    assert outcomes(made_fast(cls)) == expected


def test_its_bound_fields():
    def use(cls):
        one = cls(THING)
        bound = [(type(field), field.name, field.value, field.errors) for field in one]
        return bound, [field.name for field in cls()], error_of(one.__getitem__, "nothing")

    assert_alike(use)


OPTIONS_OF_VALUES = ["allow_empty", "allow_null", "default", "initial", "required", "source"]
OPTIONS_OF_VALUES += ["max_length", "min_length", "partial", "read_only", "write_only"]
SHOWN = ["default_empty_html", "field_name", "help_text", "label", "style"]
MESSAGES = ["default_error_messages", "default_validators", "error_messages", "validators"]
ATTRIBUTES = [*OPTIONS_OF_VALUES, *SHOWN, *MESSAGES, "context", "instance"]


def attributes_of(serializer):
    return {name: getattr(serializer, name, "missing") for name in ATTRIBUTES}


def test_attributes_of_serializers_of_lists_and_of_their_children():
    def use(cls):
        context = {"a": 1}
        one, rows = cls(THING, context=context), cls([THING], many=True, context=context)
        assert one.root is one
        assert rows.root is rows.child.parent is rows
        said = [attributes_of(serializer) for serializer in (cls(), one, rows, rows.child)]
        return said, [*one.fields], [*rows.child.fields]

    assert_alike(use)


def test_its_fields_are_cached_and_may_be_changed():
    def use(cls):
        one = cls(THING)
        assert "fields" not in vars(one)
        fields = one.fields
        assert isinstance(fields, serializers.BindingDict)
        assert vars(one)["fields"] is one.fields is fields
        return fields.pop("made").field_name, [*one.fields]

    name, others = assert_alike(use)
    assert (name, "made" in others) == ("made", False)


def test_it_shares_nothing_with_another():
    def use(cls):
        first, second = cls(THING), cls(THING)
        first.context["mark"] = first.style["mark"] = first.error_messages["mark"] = 1
        first.fields.pop("name")
        own = second.context, second.style, second.error_messages
        return own, "name" in second.data, "name" in first.data

    _, *has_name = assert_alike(use)
    assert has_name == [True, False]


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301


def that_is_marked(**options):
    with reading_fast():
        serializer = Plain(**options)
        state_of(getattr(serializer, "child", serializer))
    return serializer


class Uses:
    """What is done with a serializer before it is copied."""

    def nothing(serializer):
        return serializer

    def looks_at_its_fields(serializer):
        assert getattr(serializer, "child", serializer).fields["name"]
        return serializer

    def reads_it(serializer):
        assert serializer.data
        return serializer

    def takes_a_field_away(serializer):
        getattr(serializer, "child", serializer).fields.pop("shouted")
        return serializer


SOURCES_OF_COPIES = [{"instance": THING}, {"instance": [THING, THING], "many": True}]


def shown_by_copies(make, again):
    """Return what a copy shows of itself and of its data, of each serializer after each use."""
    copies = [
        again(used(make(**options, context={"a": 1})))
        for options, used in itertools.product(SOURCES_OF_COPIES, all_of(Uses).values())
    ]
    return [
        (repr(serializer), spelled_out(serializer.data), spelled_out(again(serializer.data)))
        for serializer in copies
    ]


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, through_pickle])
@pytest.mark.parametrize("make", [Fast, that_is_marked])
def test_it_is_copied_and_pickled_as_drf_s_is(make, again):
    expected = shown_by_copies(Plain, again)
    assert [
        (shown.replace("Fast(", "Plain("), *data) for shown, *data in shown_by_copies(make, again)
    ] == expected


@pytest.mark.parametrize("again", [copy.deepcopy, through_pickle])
def test_a_copy_has_fields_of_its_own(again):
    serializer = Fast(THING)
    assert serializer.data
    copied = again(serializer)
    assert type(copied) is Fast
    assert copied.fields["shouted"].parent is copied


def labelled_things(base):
    class Inner(base):
        name = serializers.CharField()
        made = serializers.DateTimeField(required=False)
        label = serializers.SerializerMethodField()

        def get_label(self, row):
            return row["label"], type(self.parent).__name__, self.context.get("mark")

    class Outer(base):
        rows = serializers.ListField(child=Inner())
        by_name = serializers.DictField(child=Inner())
        deep = serializers.DictField(child=serializers.ListField(child=Inner(many=True)))

    return Outer


ROW = {"name": "a", "made": datetime.datetime(2024, 1, 1, tzinfo=UTC), "label": "b"}
LISTS = {
    "no rows": [],
    "rows": [ROW, None, ROW],
    "a tuple": (ROW,),
    "a row without a name": [{"label": 1}],
    "an object": [SimpleNamespace(name="no item")],
    "a number": 5,
}


@pytest.mark.parametrize("rows", LISTS.values(), ids=LISTS)
def test_serializers_in_lists_and_dicts_are_read_alike(agree, rows):
    source = {"rows": rows, "by_name": {"first": ROW, 2: None}, "deep": {"a": [[ROW], []]}}
    agree(labelled_things, source)
    agree(labelled_things, {**source, "by_name": {"a": rows}})
    agree(labelled_things, {**source, "deep": {"a": [rows], "b": ()}})
    agree(labelled_things, {**source, "deep": rows})
