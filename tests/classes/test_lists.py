"""The list that `many=True` makes: in the state that REST framework's would be in."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer, read_only
from tests.differential import FAST_FORMS, outcome

ROWS = [{"name": "Ada"}, {"name": "Grace"}]


def named(base):
    class NameSerializer(base):
        name = serializers.CharField()

    return NameSerializer


@pytest.fixture(params=FAST_FORMS, ids=lambda form: form.__name__)
def fast(request):
    made = request.param(named, Serializer)
    # The first two of a class are not made as all that follow.
    for _ in range(3):
        assert made(ROWS, many=True).data == ROWS
        assert made(ROWS[0]).data == ROWS[0]
    return made


def said(serializer, names):
    """Return what a list, or a serializer, says of itself, apart from what is made anew."""
    left_out = {"_creation_counter", "_kwargs", "child", "parent", "instance", "validators"}
    return {name: getattr(serializer, name) for name in names - left_out}


@pytest.mark.parametrize("options", [{}, {"context": {"a": 1}}])
def test_a_list_says_of_itself_what_that_of_rest_framework_does(fast, options):
    reference = named(Serializer)(ROWS, many=True, **options)
    made = fast(ROWS, many=True, **options)
    for its, theirs in ((made, reference), (made.child, reference.child)):
        names = vars(theirs).keys()
        assert said(its, names) == said(theirs, names)
        assert its.instance is theirs.instance
        assert its.context == theirs.context
        assert its.get_validators() == theirs.get_validators()
        assert its._kwargs.keys() == theirs._kwargs.keys()
    assert made.child.parent is made
    assert made._kwargs["child"] is made.child
    assert made.root is made
    assert repr(made.fields if hasattr(made, "fields") else made.child.fields)


def test_a_list_class_that_is_named_later_is_taken():
    class Shouting(serializers.ListSerializer):
        def to_representation(self, data):
            return [{"name": row["name"].upper()} for row in super().to_representation(data)]

    cls = named(FastReadOnlySerializer)
    for _ in range(3):
        assert cls(ROWS, many=True).data == ROWS
    cls.Meta = type("Meta", (), {"list_serializer_class": Shouting})
    assert cls(ROWS, many=True).data == [{"name": "ADA"}, {"name": "GRACE"}]


def test_an_init_that_keeps_its_state_to_itself_also_if_it_is_patched_later(monkeypatch):
    def without_fields(self, instance):
        self.instance = instance
        self.fields = {}

    own, patched = (named(FastReadOnlySerializer) for _ in range(2))
    own.__init__ = without_fields
    for _ in range(3):
        assert own(ROWS[0]).data == {}
        assert patched(ROWS[0]).data == ROWS[0]
    monkeypatch.setattr(patched, "__init__", without_fields, raising=False)
    assert patched(ROWS[0]).data == {}


# List classes of a project, which call `super()`: rows are read by plans, and it stays itself.


THINGS = [
    {"name": "a", "part": {"size": 1}},
    {"name": "b", "part": {"size": 2}},
    {"name": "c", "part": None},
]


class CountedList(serializers.ListSerializer):
    def to_representation(self, data):
        assert type(self) is CountedList
        shown = super().to_representation([row for row in data if row["name"] != "b"])
        return [*shown, {"count": len(shown)}]


class ReversedList(serializers.ListSerializer):
    @property
    def data(self):
        return super().data[::-1]


class LoopingList(serializers.ListSerializer):
    def to_representation(self, data):
        rows = map(self.child.to_representation, data)
        return [dict(row, number=number) for number, row in enumerate(rows)]


def make(base, list_class):
    class PartSerializer(base):
        size = serializers.IntegerField()

    class ThingSerializer(base):
        name = serializers.CharField()
        part = PartSerializer(allow_null=True)
        length = serializers.SerializerMethodField()

        class Meta:
            list_serializer_class = list_class

        def get_length(self, row):
            return len(row["name"])

    class BoxSerializer(base):
        things = ThingSerializer(many=True)

    return ThingSerializer, BoxSerializer


LISTS = [CountedList, ReversedList, LoopingList]


@pytest.mark.parametrize("list_class", LISTS)
def test_list_classes_of_the_project(list_class):
    def of(serializer_class):
        return outcome(lambda rows: serializer_class(rows, many=True), lambda: THINGS)

    reference, box = make(serializers.Serializer, list_class)
    for form in FAST_FORMS:
        fast = form(lambda base: make(base, list_class)[0], serializers.Serializer)
        assert of(fast) == of(reference), form
        fast_box = form(lambda base: make(base, list_class)[1], serializers.Serializer)
        source = {"things": THINGS}
        assert outcome(fast_box, lambda: source) == outcome(box, lambda: source), form  # noqa: B023


def test_rows_of_a_list_class_of_the_project_are_read_by_a_plan():
    class Rows(serializers.ListSerializer):
        def to_representation(self, data):
            return super().to_representation(data)

    class Declared(Serializer):
        name = serializers.CharField()

        class Meta:
            list_serializer_class = Rows

    for _ in range(2):
        listed = read_only(Declared)(ROWS, many=True)
        assert listed.data == ROWS
    assert "fields" not in vars(listed.child)
