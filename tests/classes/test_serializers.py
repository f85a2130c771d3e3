"""The data of a serializer, and what it is used for besides."""

from __future__ import annotations

import copy
import datetime
import functools
import itertools
import pickle
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers.plans.marks import mark
from tests.classes.examples import Fast, Plain, declared
from tests.differential import FAST_FORMS, every_form, outcome, spelled_out, without_addresses
from tests.named import by_name
from tests.values import THING, UTC


def with_values_of_its_own(base):
    """Return a class that has values of its own for DRF's attributes."""

    class ExampleSerializer(declared(base)):
        allow_null = read_only = write_only = partial = True
        required = False
        default = initial = {"name": "class"}
        label = help_text = source = "class"
        style = error_messages = default_error_messages = {"class": "class"}

    return ExampleSerializer


def error_of(use):
    with pytest.raises(Exception) as raised:  # noqa: PT011
        use()
    return raised.type, str(raised.value)


def data_of_drf_s_types(cls):
    one, rows = cls(THING), cls([THING], many=True)
    given = one.data, one.data.copy(), rows.data
    owners = [data.serializer is each for data, each in zip(given, (one, one, rows), strict=True)]
    return [*map(spelled_out, given)], repr(one.data), owners


def data_made_once_and_copied_each_time(cls):
    one, rows = cls(THING), cls([THING], many=True)
    one.data["name"] = one.data["inner"]["size"] = "changed"
    one.instance = {**THING, "name": "another"}
    rows.data.append("one more")
    rows.data[0]["name"] = "changed"
    return one.data, rows.data


def data_made_again_after_an_error(cls):
    source = dict(THING)
    one = cls(source)
    del source["name"]
    error = error_of(lambda: one.data)
    source["name"] = "there again"
    return error, one.data


def data_of_no_instance(cls):
    return [spelled_out(cls(**given).data) for given in ({}, {"many": True}, {"context": {}})]


def data_that_is_set(cls):
    one, taken_away, given = (cls(THING) for _ in range(3))
    one.instance, taken_away.instance = {**THING, "name": "another"}, None
    given._data = {"set": 1}
    return one.data, taken_away.data, given.data


def data_of_rows_that_fail_half_way(cls):
    seen = []

    def rows():
        for number in range(3):
            seen.append(number)
            yield THING if number < 1 else {}

    return error_of(lambda: cls(rows(), many=True).data), seen


def partial_data(cls):
    partly = {"name": "n", "made": None, "size": 1}
    return [
        [cls(partly, partial=partial).data, cls([partly], many=True, partial=partial).data]
        for partial in (False, True)
    ]


def shown(cls):
    all_options = (
        *({}, {"many": True}, {"instance": THING}, {"instance": [THING], "many": True}),
        *({"context": {"a": 1}}, {"read_only": True, "source": "other", "help_text": "Help"}),
    )
    return [(repr(cls(**options)), str(cls(**options))) for options in all_options]


def bound_fields(cls):
    one = cls(THING)
    found = [(type(field), field.name, field.value, field.errors) for field in one]
    return found, [field.name for field in cls()], error_of(lambda: one["nothing"])


ATTRIBUTES = (
    *("allow_empty", "allow_null", "context", "default", "default_empty_html", "field_name"),
    *("default_error_messages", "default_validators", "error_messages", "help_text", "initial"),
    *("instance", "label", "max_length", "min_length", "partial", "read_only", "required"),
    *("source", "style", "validators", "write_only"),
)


def attributes(cls):
    """Return what serializers, lists and their children say of themselves."""

    def said_by(serializer):
        return {name: getattr(serializer, name, "missing") for name in ATTRIBUTES}

    found = []
    for context in ({}, {"a": 1}):
        one, rows = cls(THING, context=context), cls([THING], many=True, context=context)
        found += [said_by(one), one.root is one, [*one.fields], said_by(rows), rows.root is rows]
        found += [said_by(rows.child), rows.child.parent is rows, [*rows.child.fields]]
    return found, said_by(cls()), [*cls().fields]


def cached_fields(cls):
    one = cls(THING)
    found = ["fields" in vars(one), isinstance(one.fields, serializers.BindingDict)]
    fields = vars(one)["fields"]
    found += [fields is one.fields, fields.pop("made").field_name]
    del one.fields
    found += [*one.fields]
    one.fields = {"only": fields["name"]}
    return found, one.fields == {"only": fields["name"]}, one.data


def nothing_that_it_shares_with_another(cls):
    first, second = cls(THING), cls(THING)
    for shared in (first.context, first.style, first.error_messages):
        shared["mark"] = 1
    first.fields.pop("name")
    own = second.context, second.style, second.error_messages
    return own, "name" in second.data, "name" in first.data


def the_context_that_it_is_given(cls):
    context = {"mark": 1}
    rows = cls([THING], many=True, context=context)
    given = cls(THING, context=context).context, rows.context, rows.child.context
    return [each is context for each in given], cls(THING, context=None).context


def a_function(cls):
    twice = cls()
    many = cls(many=True).to_representation([THING])
    represented = [twice.to_representation(THING) for _ in range(2)]
    return spelled_out(represented), many, error_of(lambda: cls().to_representation(None))


USES = {
    **by_name(data_of_drf_s_types, data_made_once_and_copied_each_time, data_that_is_set),
    **by_name(data_made_again_after_an_error, data_of_no_instance, partial_data, attributes),
    **by_name(data_of_rows_that_fail_half_way, shown, bound_fields, a_function, cached_fields),
    **by_name(nothing_that_it_shares_with_another, the_context_that_it_is_given),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
@pytest.mark.parametrize("make", [declared, with_values_of_its_own])
def test_a_serializer_has_what_drf_s_has(use, make):
    reference, *forms = every_form(make)
    expected = use(reference)
    for form, fast in zip(FAST_FORMS, forms, strict=True):
        # The first two of a class are not made as all that follow.
        assert [use(fast) for _ in range(3)] == [expected] * 3, form


def test_data_of_anything():
    def make(base):
        return type(base)("Example", (base,), {"name": serializers.CharField(default="default")})

    nothing = [None, 0, "", False, {}, [], (), set(), object(), lambda: THING]
    rows = [None, THING, {}]
    makes = [
        *(lambda value=value: value for value in (*nothing, rows, [rows], {1, 2}, range(2))),
        *(lambda: iter(rows), lambda: map(dict, rows), lambda: SimpleNamespace(__iter__=None)),
    ]
    options = [{}, {"many": True}, {"context": {}}, {"partial": True}]
    for source, given in itertools.product(makes, options):
        expected, *actual = (
            without_addresses(outcome(functools.partial(cls, **given), source))
            for cls in every_form(make)
        )
        assert actual == [expected] * len(actual), (source(), given)


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301


@pytest.mark.parametrize("is_read", [False, True])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, through_pickle])
def test_a_serializer_is_copied_and_pickled_as_drf_s_is(again, is_read):
    """One of a fast class, and one that is marked; also after a look at its fields."""

    def made(cls, source, *, is_looked_at, is_marked=False):
        options = {"many": True} if type(source) is list else {}
        serializer = cls(source, context={"a": 1}, **options)
        if is_marked:
            mark(serializer)
        if is_looked_at:
            assert getattr(serializer, "child", serializer).fields["name"]
        if is_read:
            assert serializer.data
        return serializer

    sources, ways = (None, THING, [THING, THING]), [(Fast, False), (Plain, True)]
    for source, is_looked_at, (cls, is_marked) in itertools.product(sources, (False, True), ways):
        reference = made(Plain, source, is_looked_at=is_looked_at)
        fast = made(cls, source, is_looked_at=is_looked_at, is_marked=is_marked)
        expected, actual = again(reference), again(fast)
        assert type(actual) is type(fast)
        assert repr(actual).replace("Fast(", "Plain(") == repr(expected)
        assert spelled_out(actual.data) == spelled_out(expected.data)
        child = getattr(actual, "child", actual)
        # The fields of a shallow copy are those of its original.
        assert again is copy.copy or child.fields["shouted"].parent is child
        if source is not None:
            shown = spelled_out(expected.to_representation(source))
            assert spelled_out(actual.to_representation(source)) == shown
        assert spelled_out(again(fast.data)) == spelled_out(again(reference.data))


@pytest.mark.parametrize("plain_inside", [False, True], ids=["fast inside", "plain inside"])
def test_serializers_in_lists_are_read_alike(agree, plain_inside):
    def make(base):
        def get_label(self, row):
            return row["label"], type(self.parent).__name__, self.context.get("mark")

        inner = {
            "name": serializers.CharField(),
            "made": serializers.DateTimeField(required=False),
            "label": serializers.SerializerMethodField(),
            "get_label": get_label,
        }
        inner = type(base)("Inner", (Serializer if plain_inside else base,), inner)
        fields = {
            "rows": serializers.ListField(child=inner()),
            "by_name": serializers.DictField(child=inner()),
            "deep": serializers.DictField(child=serializers.ListField(child=inner(many=True))),
        }
        return type(base)("Outer", (base,), fields)

    row = {"name": "a", "made": datetime.datetime(2024, 1, 1, tzinfo=UTC), "label": "b"}
    no_label, no_item = {"name": "no label"}, SimpleNamespace(name="no item")
    lists = [], [row, None, row], (row,), [row, no_label], [{"label": 1}], [no_item]
    for rows in (*lists, [lambda: None], ["text"], "text", 5, {"a": row}):
        by_name, deep = {"first": row, 2: None}, {"a": [[row], []], "b": ()}
        source = {"rows": rows, "by_name": by_name, "deep": deep}
        for changed in ({}, {"by_name": {"a": rows}}, {"deep": {"a": [rows]}}, {"deep": rows}):
            agree(make, {**source, **changed})
