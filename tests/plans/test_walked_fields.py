"""Fields that a project goes through, by `fields.items()`, or changes for each row.

`tests/overrides/test_changing_fields.py` has what is changed of them on the way.
"""

from decimal import Decimal
from functools import partial

import pytest
from rest_framework import serializers
from rest_framework.serializers import Serializer
from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers import FastReadOnlySerializer
from fastserializers.compiler.economy import Prices, paid
from fastserializers.plans.versions import Version
from fastserializers.runtime.lazy_fields import LazyFields
from tests.plans.planned import PlannedField


class PartSerializer(Serializer):
    name = serializers.CharField()
    price = serializers.DecimalField(6, 2)


def new_class(base, change):
    """Return a class whose serializers go through their fields, and change what they find so."""

    class ThingSerializer(base):
        name = PlannedField()
        price = serializers.DecimalField(6, 2)
        part = PartSerializer()

        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            change(dict(self.fields.items()))

    return ThingSerializer


THING = {"name": "n", "price": Decimal(1), "part": {"name": "p", "price": Decimal(3)}}


def nothing(fields):
    pass


def an_attribute(fields):
    fields["price"].coerce_to_string = False


def a_nested_field(fields):
    fields["part"].fields["price"].coerce_to_string = False


def nested_fields_that_are_only_walked(fields):
    [*fields["part"].fields.values()]


def ids(change):
    return change.__name__


@pytest.mark.parametrize("change", [nothing, nested_fields_that_are_only_walked], ids=ids)
def test_fields_that_are_not_changed_have_the_plan_of_the_class(change):
    fast = new_class(FastReadOnlySerializer, change)
    for _ in range(3):
        assert fast([THING] * 12, many=True).data[0]["name"] == "n"
    planned = PlannedField.planned
    for source in ([THING] * 12, [THING] * 2):
        assert fast(source, many=True).data[0]["name"] == "n"
    assert PlannedField.planned == planned


@pytest.mark.parametrize("change", [nothing, an_attribute, a_nested_field], ids=ids)
def test_objects_one_by_one_are_those_of_rest_framework_however_many_there_are(change):
    reference, fast = new_class(Serializer, change), new_class(FastReadOnlySerializer, change)
    expected = reference(THING).data
    with paid(Prices()):
        for _ in range(Version.many_walks + 2 * Version.few_walks):
            assert fast(THING).data == expected


def test_rest_framework_makes_the_fields_where_each_object_takes_all_of_them():
    fast = new_class(FastReadOnlySerializer, an_attribute)
    with paid(Prices()):
        made = [type(fast(THING).fields) for _ in range(40) if fast(THING).data]
    assert LazyFields in made
    assert made[-1] is BindingDict


def test_a_list_makes_its_fields_one_by_one_though_it_takes_all_of_them():
    fast = new_class(FastReadOnlySerializer, an_attribute)
    with paid(Prices()):
        for _ in range(40):
            listed = fast([THING] * 12, many=True)
            assert listed.data[0]["name"] == "n"
    assert type(listed.child.fields) is LazyFields


# Fields that change for each row of a list are not planned for each.


class LinkField(serializers.CharField):
    """Gives itself another function for each value, as links of pulpcore do."""

    def to_representation(self, value):
        self.reverse = partial("/{}/".format, value)
        return self.reverse()


class LinkedSerializer(FastReadOnlySerializer):
    name = PlannedField()
    link = LinkField(source="name")

    def get_fields(self):
        return super().get_fields()

    def to_representation(self, instance):
        return {**super().to_representation(instance), "more": 1}


def test_few_rows_are_planned_whose_fields_change_for_each():
    rows = [{"name": f"n{number}"} for number in range(60)]
    expected = [{**row, "link": f"/{row['name']}/", "more": 1} for row in rows]
    assert LinkedSerializer(rows, many=True).data == expected
    planned = PlannedField.planned
    assert LinkedSerializer(rows, many=True).data == expected
    assert 0 < PlannedField.planned - planned < 6
