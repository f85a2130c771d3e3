"""Serializer classes of every shape."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
)
from fastserializers.exceptions import ReadOnlySerializerError
from tests.differential import assert_classes_agree, assert_same, both, of_a_thing
from tests.models import Book
from tests.values import THING


def test_made_by_type_without_a_module():
    reference, fast = both(lambda: {"to_representation": lambda self, thing: {"own": thing}})
    assert fast.__module__ == "rest_framework.serializers"
    assert assert_classes_agree(reference, fast, 5)[1] == [("own", (int, "5"))]


@pytest.mark.parametrize("name", ["Serializer", "ModelSerializer", "ExampleSerializer"])
def test_made_by_type_that_override_things_under_drf_s_names(agree, name):
    def make(base):
        get_fields = {"get_fields": lambda self: {"size": serializers.IntegerField()}}
        inner = type(Serializer)(name, (Serializer,), get_fields)
        return type(base)(name, (base,), {"inner": inner(source="*")})

    agree(make, THING)


def test_generic_subscripts():
    assert FastReadOnlySerializer[Book] is FastReadOnlySerializer
    assert FastReadOnlyModelSerializer[Book] is FastReadOnlyModelSerializer
    assert FastReadOnlyMixin[Book] is FastReadOnlyMixin


def test_plain_subclasses_of_fast_ones_and_fast_ones_of_plain_ones():
    plain = of_a_thing(Serializer)
    fast = of_a_thing(Serializer, FastReadOnlyMixin, name="Fast")
    again = type(fast)("Again", (fast,), {"made": serializers.DateTimeField()})
    other = type(fast)("Other", (Serializer,), {"price": serializers.DecimalField(8, 2)})
    of_both = type(fast)("Both", (other, fast), {})
    late = type(fast)("Late", (plain, FastReadOnlySerializer), {})
    expected = {"name": "Ruritania", "size": 5}
    assert fast(THING).data == late(THING).data == expected
    assert again(THING).data == {**expected, "made": "2024-07-01T12:30:00Z"}
    assert of_both([THING], many=True).data == [{"price": "2.34", **expected}]
    for refusing in (fast, again, of_both, late):
        with pytest.raises(ReadOnlySerializerError, match=refusing.__name__):
            refusing(data={})


def test_without_fields():
    for source in (THING, None):
        assert_same(dict, source)
    assert_same(
        lambda: {"inner": Serializer(), "rows": Serializer(many=True)}, {"inner": 1, "rows": [1]}
    )


def test_nested_thirty_deep(agree):
    def make(base):
        made = type(base)("Level", (base,), {"name": serializers.CharField()})
        for number in range(30):
            body = {"name": serializers.CharField(), "inner": made(many=bool(number % 2))}
            made = type(base)(f"Level{number}", (base,), body)
        return made

    source = {"name": "innermost"}
    for number in range(30):
        source = {"name": str(number), "inner": [source] if number % 2 else source}
    agree(make, lambda: source)


def test_a_base_without_fields_that_was_used_before_its_subclasses(agree):
    assert FastReadOnlySerializer(THING).data == {}
    assert FastReadOnlySerializer([THING], many=True).data == [{}]

    class Registered:
        def __init_subclass__(cls, **kwargs):
            """Does not call the next one."""

    agree(lambda base: of_a_thing(base, Registered), THING)


def test_with_a_nested_field_that_is_declared_with_an_instance():
    class Inner(FastReadOnlySerializer):
        name = serializers.CharField()

    class Positional(FastReadOnlySerializer):
        def __init__(self, instance=None, **kwargs):
            super().__init__(instance, **kwargs)

    def body(inner, **options):
        return {
            "before": serializers.CharField(source="name"),
            **{name: inner(THING, **options) for name in ("inner", "second")},
            "after": serializers.CharField(source="name"),
        }

    source = {**THING, "inner": {}, "second": {}}
    for make in (lambda: body(Inner, source="*"), lambda: body(Positional)):
        _, fast = both(make)
        assert list(fast(source).data) == ["before", "inner", "second", "after"]
    assert_classes_agree(*both(lambda: body(Positional)), source)
