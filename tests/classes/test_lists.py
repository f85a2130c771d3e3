"""The list that `many=True` makes: in the state that REST framework's would be in."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
from tests.differential import FAST_FORMS

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


def test_a_serializer_whose_init_keeps_its_state_to_itself():
    class OwnSerializer(FastReadOnlySerializer):
        name = serializers.CharField()

        def __init__(self, instance):
            self.instance = instance
            self.fields = {}

    for _ in range(3):
        assert OwnSerializer(ROWS[0]).data == {}


def test_an_init_that_is_patched_later_decides(monkeypatch):
    cls = named(FastReadOnlySerializer)
    for _ in range(3):
        assert cls(ROWS[0]).data == ROWS[0]

    def without_fields(self, instance):
        self.instance = instance
        self.fields = {}

    monkeypatch.setattr(cls, "__init__", without_fields, raising=False)
    assert cls(ROWS[0]).data == {}
