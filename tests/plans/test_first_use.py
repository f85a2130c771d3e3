"""The first object of a class is REST framework's: most classes of a process have but one."""

from __future__ import annotations

import linecache

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastReadOnlySerializer, read_only
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.plans.switch import switch
from fastserializers.testing import assert_same_output
from tests.differential import FAST_FORMS, outcome
from tests.models import Publisher

THING = {"name": "Ruritania", "size": 5, "text": "t"}


@pytest.fixture(params=FAST_FORMS, ids=lambda form: form.__name__)
def fast_form(request):
    return request.param


@pytest.fixture(autouse=True)
def _as_in_a_project(monkeypatch):
    monkeypatch.setattr(switch, "is_touched", False)
    monkeypatch.setattr(switch, "leaves_first_object", True)


def declared(base):
    class FirstUsedSerializer(base):
        name = serializers.CharField()
        size = serializers.IntegerField()
        shout = serializers.SerializerMethodField()

        def get_shout(self, thing):
            return thing["name"].upper()

    return FirstUsedSerializer


def compiled_for(name):
    return [file for file in linecache.cache if file.startswith(f"<fastserializers {name} ")]


@pytest.mark.parametrize("many", [(False, False, True), (True, False, False), (False, True, True)])
@pytest.mark.parametrize("source", [THING, {"name": "no size"}, {"name": 1, "size": "x"}])
def test_each_use_gives_the_same(fast_form, source, many):
    reference, fast = declared(Serializer), fast_form(declared, Serializer)
    for is_list in many:
        expected = outcome(reference, lambda: source, many=is_list)
        assert outcome(fast, lambda: source, many=is_list) == expected


def test_nothing_is_compiled_for_the_first_object(fast_form):
    # Equal plans share what is compiled for them.
    name = f"once_{fast_form.__name__}"

    def make(base):
        class OnceSerializer(base):
            name = serializers.CharField()

        OnceSerializer.__name__ = name
        return OnceSerializer

    fast = fast_form(make, Serializer)
    assert fast(THING).data == {"name": "Ruritania"}
    assert not compiled_for(name)
    assert fast(THING).data == {"name": "Ruritania"}
    assert compiled_for(name)


def test_a_serializer_that_was_the_first_reads_more_rows():
    serializer = declared(FastReadOnlySerializer)(THING)
    assert serializer.data == {"name": "Ruritania", "size": 5, "shout": "RURITANIA"}
    for size in range(120):
        row = {"name": "x", "size": size}
        assert serializer.to_representation(row) == {**row, "shout": "X"}


def test_a_class_that_is_changed_after_its_first_object(fast_form):
    reference, fast = declared(Serializer), fast_form(declared, Serializer)
    for serializer_class in (reference, fast):
        outcome(serializer_class, lambda: THING)
        serializer_class._declared_fields["text"] = serializers.CharField()
    assert outcome(fast, lambda: THING) == outcome(reference, lambda: THING)


def test_the_first_serializer_of_a_class_does_not_write():
    class WritingSerializer(Serializer):
        name = serializers.CharField()

        def create(self, validated_data):
            raise AssertionError("half a write")

    with pytest.raises(ReadOnlySerializerError):
        read_only(WritingSerializer)(THING).create({})


def test_a_comparison_is_one_with_compiled_code(db):
    class ComparedSerializer(ModelSerializer):
        class Meta:
            model = Publisher
            fields = ("id", "name")

    assert_same_output(ComparedSerializer, Publisher.objects.create(name="P"))
    assert compiled_for("ComparedSerializer")
