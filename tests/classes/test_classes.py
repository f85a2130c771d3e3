"""Serializer classes of every shape, their lists, and what `read_only()` makes of them."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer

from fastserializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    read_only,
)
from fastserializers.exceptions import ReadOnlySerializerError
from tests.classes.examples import Fast, Plain, tree
from tests.differential import assert_classes_agree, assert_same, both, every_form, of_a_thing
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
    for cls in (FastReadOnlySerializer, FastReadOnlyModelSerializer, FastReadOnlyMixin):
        assert cls[Book] is cls


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
    agree(make, source)


def test_a_base_without_fields_that_was_used_before_its_subclasses(agree):
    assert FastReadOnlySerializer(THING).data == {}
    assert FastReadOnlySerializer([THING], many=True).data == [{}]

    class Registered:
        def __init_subclass__(cls, **kwargs):
            """Does not call the next one."""

    agree(lambda base: of_a_thing(base, Registered), THING)


def test_with_a_nested_field_that_is_declared_with_an_instance():
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
    inner = of_a_thing(FastReadOnlySerializer)
    for make in (lambda: body(inner, source="*"), lambda: body(Positional)):
        assert list(both(make)[1](source).data) == ["before", "inner", "second", "after"]
    assert_classes_agree(*both(lambda: body(Positional)), source)


# The list that `many=True` makes: in the state that REST framework's would be in.


ROWS = [{"name": "Ada"}, {"name": "Grace"}]


def named(base, *mixins, **attributes):
    attributes["name"] = serializers.CharField()
    return type(base)("NameSerializer", (*mixins, base), attributes)


def test_a_list_class_that_is_named_later_is_taken():
    class Shouting(ListSerializer):
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


class Rows(ListSerializer):
    def to_representation(self, data):
        return super().to_representation(data)


class MakesItsList:
    @classmethod
    def many_init(cls, *args, **kwargs):
        return ListSerializer(*args, **{**kwargs, "child": cls()})


def test_rows_of_lists_of_the_project_are_read_by_a_plan():
    """No field is made for them."""
    meta = type("Meta", (), {"list_serializer_class": Rows})
    for make in (lambda base: named(base, Meta=meta), lambda base: named(base, MakesItsList)):
        for cls in every_form(make)[1:]:
            for _ in range(2):
                listed = cls(ROWS, many=True)
                assert listed.data == ROWS
            assert "fields" not in vars(listed.child)


# The read-only subclasses that `read_only()` makes.


class NamedSerializer(Serializer):
    name = serializers.CharField()


def test_read_only_classes_are_made_once():
    made = read_only(NamedSerializer)
    assert made is not NamedSerializer
    assert read_only(NamedSerializer) is made
    assert read_only(made) is made
    assert issubclass(made, NamedSerializer)
    assert not issubclass(NamedSerializer, FastReadOnlyMixin)
    assert read_only(Fast) is Fast
    assert made.__name__ == "NamedSerializer"
    assert made.__module__ == __name__


def test_read_only_classes_of_subclasses_are_their_own():
    child = type(NamedSerializer)(
        "Child", (NamedSerializer,), {"size": serializers.IntegerField()}
    )
    year = {"made": serializers.DateTimeField(format="%Y")}
    of_read_only = type(NamedSerializer)("OfReadOnly", (read_only(NamedSerializer),), year)
    assert read_only(NamedSerializer)(THING).data == {"name": "Ruritania"}
    assert read_only(child)(THING).data == {"name": "Ruritania", "size": 5}
    assert of_read_only(THING).data == {"name": "Ruritania", "made": "2024"}


def test_read_only_classes_leave_the_class_as_it_is():
    class Outer(Serializer):
        inner = NamedSerializer()
        rows = NamedSerializer(many=True)

    before, row = dict(Outer._declared_fields), {"name": "a"}
    for _ in range(2):
        thing = {"inner": row, "rows": [row]}
        assert read_only(Outer)(thing).data == thing
    assert Outer._declared_fields == before
    assert Outer(data={"inner": row, "rows": []}).is_valid()


def test_read_only_classes_of_serializers_that_nest_themselves_and_each_other():
    plain, leaf = tree(), {"name": "leaf"}
    source = {"name": "root", "branches": [leaf, leaf], "owner": {"trees": [leaf]}}
    assert_classes_agree(plain, read_only(plain), {**source, "branches": [source, leaf]})


def test_read_only_classes_of_drf_s_own_classes():
    for base in (Serializer, ModelSerializer, serializers.HyperlinkedModelSerializer):
        made = read_only(base)
        assert issubclass(made, base), base
        assert issubclass(made, FastReadOnlyMixin), base


def test_read_only_classes_of_nonsense_are_refused():
    for nonsense in (
        *(None, 5, "Plain", Plain(), object, Book),
        *(serializers.BaseSerializer, ListSerializer, serializers.CharField),
    ):
        with pytest.raises(TypeError, match=r"read_only\(\) takes a subclass of .*Serializer"):
            read_only(nonsense)
