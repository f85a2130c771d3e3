"""What 150,000 calls of serializers leave behind: nothing, but for caches that are bounded."""

import datetime
import gc
import itertools
import sys
import weakref
from decimal import Decimal
from types import SimpleNamespace

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
from fastserializers.compiler.functions import Functions
from tests.differential import made_fast
from tests.values import SUMMER

pytestmark = pytest.mark.long


class Part(Serializer):
    size = serializers.IntegerField()


class Thing(FastReadOnlySerializer):
    name = serializers.CharField()
    made = serializers.DateTimeField()
    price = serializers.DecimalField(8, 2)
    mark = serializers.SerializerMethodField()
    words = serializers.ListField(child=serializers.CharField())
    parts = Part(many=True)

    def get_mark(self, thing):
        return self.context.get("mark")


class Chosen(Thing):
    """Has the fields that its context names."""

    def get_fields(self):
        fields = super().get_fields()
        return {name: fields[name] for name in self.context["names"]}


def thing_of(number, cls=SimpleNamespace):
    thing = cls()
    thing.name, thing.words = f"thing {number}", ["a", f"{number}"]
    thing.price, thing.parts = Decimal(number), [{"size": number}]
    thing.made = SUMMER + datetime.timedelta(days=number)
    return thing


# What a process does all day, with a number that is another one each time.


def one_object(number):
    assert Thing(thing_of(number)).data["price"] == f"{number}.00"


NAMES = list(itertools.combinations(["name", "made", "price", "mark", "words", "parts"], 3))


def another_choice_of_fields(number):
    context = {"names": NAMES[number % len(NAMES)], "mark": number}
    assert tuple(Chosen(thing_of(number), context=context).data) == context["names"]
    rows = Chosen([thing_of(number)] * 2, many=True, context=context).data
    assert tuple(rows[1]) == context["names"]


def another_type(number):
    assert Thing(thing_of(number, type(f"Type{number}", (), {}))).data["mark"] is None


def another_class(number):
    class Momentary(Serializer):
        name = serializers.CharField()
        price = serializers.IntegerField(min_value=number)

    assert made_fast(Momentary)(thing_of(number)).data["price"] == number


CALLS = {
    one_object: 140_000,
    another_choice_of_fields: 6_000,
    another_type: 6 * Functions.most,
    another_class: 464,
}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
def test_calls_without_end_leave_the_process_no_larger(call):
    numbers = itertools.count()

    def repeat(times):
        for number in itertools.islice(numbers, times):
            call(number)
        gc.collect()

    def growth(times):
        blocks = sys.getallocatedblocks()
        repeat(times)
        return sys.getallocatedblocks() - blocks

    # Which fills the caches to their bounds: every type twice over.
    repeat(2 * Functions.most)
    # What one call leaves behind, they all do: a round without any shows that none does. Tables
    # that grow and shrink make some noise.
    assert any(growth(CALLS[call]) < 250 for _ in range(3))


# What is let go.


class Context(dict):
    """A dictionary that can be referred to weakly."""


def of_an_object():
    thing, context = thing_of(1, type("Thing", (), {})), Context(mark=1)
    made = Thing(thing, context=context), Thing([thing], many=True, context=context)
    assert all(serializer.data for serializer in made)
    return thing, context, *made


def of_a_request():
    class Requested(FastReadOnlySerializer):
        def get_fields(self):
            return self.context["fields"]

    field = serializers.CharField(source="name", validators=[])
    assert Requested(thing_of(1), context={"fields": {"text": field}}).data["text"]
    return (field,)


@pytest.mark.parametrize("make", [of_an_object, of_a_request])
def test_what_nobody_needs_any_more_is_let_go(make):
    references = [weakref.ref(each) for each in make()]
    gc.collect()
    assert [reference() for reference in references] == [None] * len(references)
