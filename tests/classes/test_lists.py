"""The list that `many=True` makes: in the state that REST framework's would be in."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer, FastSerializerMixin, read_only
from fastserializers.plans.marks import mark

ROWS = [{"name": "Ada"}, {"name": "Grace"}]


def named(base):
    class NameSerializer(base):
        name = serializers.CharField()

    return NameSerializer


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


# List classes of a project, which call `super()`: rows are read by plans.


class Rows(serializers.ListSerializer):
    def to_representation(self, data):
        return super().to_representation(data)


class ListedByAnother(Serializer):
    name = serializers.CharField()

    class Meta:
        list_serializer_class = Rows


class MakesItsList(Serializer):
    name = serializers.CharField()

    @classmethod
    def many_init(cls, *args, **kwargs):
        return serializers.ListSerializer(*args, **{**kwargs, "child": cls()})


@pytest.mark.parametrize("cls", [ListedByAnother, MakesItsList])
def test_rows_of_lists_of_the_project_are_read_by_a_plan(cls):
    """No field is made for them."""

    def marked(*args, **options):
        serializer = cls(*args, **options)
        mark(serializer)
        return serializer

    for make in (read_only(cls), type("Fast", (FastSerializerMixin, cls), {}), marked):
        for _ in range(2):
            listed = make(ROWS, many=True)
            assert listed.data == ROWS
        assert "fields" not in vars(listed.child)
