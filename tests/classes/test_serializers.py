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
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from fastserializers import FastReadOnlySerializer
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.plans.marks import mark
from tests.classes.examples import Fast, Plain, renamed
from tests.differential import both, every_form, outcome, spelled_out, without_addresses
from tests.values import THING, UTC

# The data of a serializer.


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


# What a serializer is used for besides its data.


class TestTheSerializer:
    def test_shows_itself_as_drf_s_does(self, fast):
        for options in (
            {},
            {"many": True},
            {"instance": THING},
            {"instance": [THING], "many": True},
            {"context": {"a": 1}},
            {"read_only": True, "source": "other", "help_text": "Help"},
        ):
            assert renamed(repr(fast(**options))) == repr(Plain(**options))
            assert renamed(str(fast(**options))) == str(Plain(**options))

    def test_gives_bound_fields(self, fast):
        one, expected = fast(THING), Plain(THING)
        assert [field.name for field in one] == [field.name for field in expected]
        assert [type(field) for field in one] == [type(field) for field in expected]
        for name in ("name", "made", "extra", "inner"):
            assert one[name].value == expected[name].value
            assert one[name].errors == expected[name].errors
            assert type(one[name]) is type(expected[name])
        assert [field.name for field in fast()] == [field.name for field in Plain()]
        with pytest.raises(KeyError):
            one["nothing"]

    def test_has_the_attributes_that_drf_sets(self, fast):
        for options in ({}, {"instance": THING}, {"instance": THING, "context": {"a": 1}}):
            one, expected = fast(**options), Plain(**options)
            for name in (
                *("allow_null", "default", "field_name", "help_text", "initial", "instance"),
                *("label", "parent", "partial", "read_only", "required", "source", "style"),
                *("write_only", "context", "root", "validators", "error_messages"),
                *("default_validators", "default_error_messages", "default_empty_html"),
            ):
                missing = object()
                actual = getattr(one, name, missing)
                if name == "root":
                    assert actual is one
                else:
                    assert actual == getattr(expected, name, missing), name
            assert list(one.fields) == list(expected.fields)
            for name in ("errors", "validated_data"):
                with pytest.raises(ReadOnlySerializerError, match="does not validate"):
                    getattr(one, name)

    def test_shares_nothing_with_another(self, fast):
        for serializer_class in (Plain, fast):
            first, second = serializer_class(THING), serializer_class(THING)
            first.context["mark"] = 1
            first.style["mark"] = 1
            first.error_messages["mark"] = 1
            first.fields.pop("name")
            assert second.context == {}
            assert second.style == {}
            assert "mark" not in second.error_messages
            assert "name" in second.data
            assert "name" not in first.data

    def test_keeps_the_context_it_is_given(self, fast):
        context = {"mark": 1}
        assert fast(THING, context=context).context is context
        assert fast(THING, context=None).context is None
        rows = fast([THING], many=True, context=context)
        assert rows.context is context
        assert rows.child.context is context

    @pytest.mark.parametrize("is_read", [False, True])
    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, through_pickle])
    def test_is_copied_and_pickled_as_drf_s_is(self, again, is_read):
        """One of a fast class, and one that is marked; also after a look at its fields."""

        def made(cls, source, options, *, is_looked_at, is_marked=False):
            serializer = cls(source, context={"a": 1}, **options)
            if is_marked:
                mark(serializer)
            if is_looked_at:
                assert getattr(serializer, "child", serializer).fields["name"]
            if is_read:
                assert serializer.data
            return serializer

        for source, options in ((None, {}), (THING, {}), ([THING, THING], {"many": True})):
            for is_looked_at, is_marked in itertools.product((False, True), repeat=2):
                reference = made(Plain, source, options, is_looked_at=is_looked_at)
                cls, marks = (Plain, {"is_marked": True}) if is_marked else (Fast, {})
                fast = made(cls, source, options, is_looked_at=is_looked_at, **marks)
                expected, actual = again(reference), again(fast)
                assert type(actual) is type(fast)
                assert renamed(repr(actual)) == repr(expected)
                assert spelled_out(actual.data) == spelled_out(expected.data)
                if source is not None:
                    shown = spelled_out(expected.to_representation(source))
                    assert spelled_out(actual.to_representation(source)) == shown
                data, expected_data = again(fast.data), again(reference.data)
                assert type(data) is type(expected_data)
                assert data == expected_data

    def test_partial_leaves_out_what_has_only_a_default(self, fast):
        def body():
            return {"missing": serializers.CharField(default="default")}

        reference, made_fast = both(body)
        for partial in (False, True):
            for options in ({}, {"many": True}):
                source = [{}] if options else {}
                expected = reference(source, partial=partial, **options).data
                assert made_fast(source, partial=partial, **options).data == expected

    def test_may_be_used_as_a_function(self, fast):
        assert fast().to_representation(THING) == Plain().to_representation(THING)
        many = fast(many=True).to_representation([THING])
        assert many == Plain(many=True).to_representation([THING])
        with pytest.raises(AttributeError) as expected:
            Plain().to_representation(None)
        with pytest.raises(AttributeError) as error:
            fast().to_representation(None)
        assert renamed(str(error.value)) == str(expected.value)

    def test_has_the_class_s_own_values_for_drf_s_attributes(self):
        def make(base):
            class ExampleSerializer(base):
                allow_null = read_only = write_only = partial = True
                required = False
                default = {"name": "class"}
                label = help_text = source = "class"
                style = {"class": 1}
                initial = {"name": "class"}
                error_messages = {"class": "class"}
                default_error_messages = {"mine": "class"}

            return ExampleSerializer

        reference, fast = make(Serializer), make(FastReadOnlySerializer)
        for options in ({}, {"instance": THING}):
            expected, actual = vars(reference(**options)), vars(fast(**options))
            for made in (expected, actual):
                del made["_creation_counter"]
            assert actual == expected


@pytest.mark.parametrize("plain_inside", [False, True], ids=["fast inside", "plain inside"])
class TestSerializersInLists:
    row = {"name": "a", "made": datetime.datetime(2024, 1, 1, tzinfo=UTC), "label": "b"}

    def make(self, base, plain_inside):
        def get_label(self, row):
            return row["label"], type(self.parent).__name__, self.context.get("mark")

        body = {
            "name": serializers.CharField(),
            "made": serializers.DateTimeField(required=False),
            "label": serializers.SerializerMethodField(),
            "get_label": get_label,
        }
        inner_base = Serializer if plain_inside else base
        inner = type(base)("Inner", (inner_base,), body)
        lists = serializers.ListField(child=inner(many=True))
        fields = {
            "rows": serializers.ListField(child=inner()),
            "by_name": serializers.DictField(child=inner()),
            "deep": serializers.DictField(child=lists),
        }
        return type(base)("Outer", (base,), fields)

    def test_are_read_alike(self, agree, plain_inside):
        row = self.row
        for rows in (
            [],
            [row, None, row],
            (row,),
            [row, {"name": "no label"}],
            [{"label": 1}],
            [SimpleNamespace(name="no item")],
            [lambda: None],
            ["text"],
            "text",
            5,
            {"a": row},
        ):
            source = {
                "rows": rows,
                "by_name": {"first": row, 2: None},
                "deep": {"a": [[row], []], "b": ()},
            }
            for changed in ({}, {"by_name": {"a": rows}}, {"deep": {"a": [rows]}}, {"deep": rows}):
                changed_source = {**source, **changed}
                agree(
                    functools.partial(self.make, plain_inside=plain_inside),
                    lambda changed_source=changed_source: changed_source,
                )
