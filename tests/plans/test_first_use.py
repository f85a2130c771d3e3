"""The first use of a class is REST framework's: most classes of a process have but one."""

from __future__ import annotations

import itertools
import linecache
from collections import Counter
from functools import partial

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer, read_only
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.testing import assert_same_output
from tests.differential import FAST_FORMS, every_form, outcome_once, spelled_out
from tests.hunting.changing import CHANGES, before_each_row
from tests.models import Publisher

# The first use of a class is REST framework's: most classes of a process have but one.


THING = {"name": "Ruritania", "size": 5, "text": "t"}


def declared(base):
    class FirstUsedSerializer(base):
        name = serializers.CharField()
        size = serializers.IntegerField()
        shout = serializers.SerializerMethodField()

        def get_shout(self, thing):
            return thing["name"].upper()

    return FirstUsedSerializer


def is_compiled(name):
    return any(file.startswith(f"<fastserializers {name} ") for file in linecache.cache)


def test_each_use_gives_the_same():
    sources = [THING, {"name": "no size"}, {"name": 1, "size": "x"}]
    orders = [(False, False, True), (True, False, False), (False, True, True)]
    for source, order in itertools.product(sources, orders):
        reference, *forms = every_form(declared)
        for many, fast in itertools.product(order, forms):
            expected = outcome_once(reference, lambda: source, many=many)  # noqa: B023
            assert outcome_once(fast, lambda: source, many=many) == expected  # noqa: B023


@pytest.mark.parametrize("form", FAST_FORMS, ids=lambda form: form.__name__)
@pytest.mark.parametrize("many", [False, True])
def test_the_second_use_is_compiled(form, many):
    # Equal plans share what is compiled for them.
    name = f"used_{form.__name__}_{many}"
    fast = form(
        lambda base: type(base)(name, (base,), {"name": serializers.CharField()}), Serializer
    )
    source = [THING] * 100 if many else THING
    assert fast(source, many=many).data
    assert not is_compiled(name)
    assert fast(source, many=many).data
    assert is_compiled(name)


def test_rows_of_the_database_are_compiled_at_once(db):
    class AtOnceSerializer(FastReadOnlyModelSerializer):
        class Meta:
            model = Publisher
            fields = ("name",)

    Publisher.objects.create(name="P")
    assert AtOnceSerializer(Publisher.objects.all(), many=True).data == [{"name": "P"}]
    assert is_compiled("AtOnceSerializer")


def test_a_comparison_is_one_with_compiled_code(db):
    class ComparedSerializer(ModelSerializer):
        class Meta:
            model = Publisher
            fields = ("id", "name")

    assert_same_output(ComparedSerializer, Publisher.objects.create(name="P"))
    assert is_compiled("ComparedSerializer")


def test_a_serializer_that_was_the_first_reads_more_rows():
    serializer = declared(FastReadOnlySerializer)(THING)
    assert serializer.data == {"name": "Ruritania", "size": 5, "shout": "RURITANIA"}
    for size in range(120):
        row = {"name": "x", "size": size}
        assert serializer.to_representation(row) == {**row, "shout": "X"}


def test_the_first_serializer_of_a_class_does_not_write():
    class WritingSerializer(Serializer):
        name = serializers.CharField()

        def create(self, validated_data):
            raise AssertionError("half a write")

    with pytest.raises(ReadOnlySerializerError):
        read_only(WritingSerializer)(THING).create({})


def test_fields_of_the_project_are_made_and_bound_no_more_often_than_ever():
    calls = []

    class Made(serializers.CharField):
        def __init__(self, **options):
            # As a field does that asks the database for its choices.
            calls.append("made")
            super().__init__(**options)

    class Copied:
        """An argument that says how often it is copied."""

        def __deepcopy__(self, memo):
            calls.append("copied")
            return Copied()

    class Bound(serializers.CharField):
        def bind(self, field_name, parent):
            super().bind(field_name, parent)
            calls.append(f"bound {self.context['mark']}")

    class Secret(serializers.CharField):
        def __init__(self, **options):
            calls.append("secret")
            super().__init__(write_only=True, **options)

    def make(base, kind=Made):
        class Inner(base):
            name = kind()
            size = serializers.IntegerField()

        class Outer(base):
            name = kind()
            listed = serializers.ListField(child=Made(), source="name")
            copied = serializers.ListField(child=Made(help_text=Copied()), source="name")
            styled = Made(style={"by": [Copied()]}, source="name")
            secret = Secret()
            inner = Inner(source="*")
            rows = Inner(many=True, source="parts")

        return Outer

    source = {**THING, "parts": [THING]}
    for kind in (Made, Bound):
        for form in FAST_FORMS:
            fast = form(partial(make, kind=kind), Serializer)
            reference = make(Serializer, kind)
            for many in (False, False, True, False):
                noted = []
                for serializer_class in (reference, fast):
                    calls.clear()
                    context = {"mark": 1}
                    found = outcome_once(serializer_class, lambda: source, context, many=many)
                    noted.append((found, Counter(calls)))
                assert noted[1][0] == noted[0][0], (form, kind)
                # A field that nobody asks for is not made.
                assert noted[1][1] <= noted[0][1], (form, kind)


# A serializer whose fields are made anew, replaced or changed between rows.


ROWS = [
    {
        "pk": number,
        "kind": kind,
        "name": f"name {number}",
        "inner": {"a": 1, "b": 2},
        "secret": number,
    }
    for number, kind in enumerate("aabbaacaab")
]


def by_row(change, base):
    """Return a serializer of which the fields are changed before each row."""

    class Inner(base):
        a = serializers.IntegerField()
        b = serializers.IntegerField()

    class ExampleSerializer(before_each_row(CHANGES[change]), base):
        kind = serializers.CharField()
        name = serializers.CharField()
        inner = Inner()
        secret = serializers.IntegerField()

        def get_fields(self):
            fields = super().get_fields()
            if getattr(self, "turn", 0) % 4 > 1:
                del fields["secret"]
            return fields

    return ExampleSerializer


@pytest.mark.parametrize("change", CHANGES)
def test_each_row_has_the_fields_of_its_turn(change):
    """In a list, and where one serializer is asked again and again."""

    def readings(cls):
        one = cls()
        listed = spelled_out(cls(ROWS, many=True).data)
        return listed, [spelled_out(one.to_representation(row)) for row in ROWS]

    reference, *forms = every_form(lambda base: by_row(change, base))
    expected = readings(reference)
    for form, fast in zip(FAST_FORMS, forms, strict=True):
        assert [readings(fast), readings(fast)] == [expected, expected], form
