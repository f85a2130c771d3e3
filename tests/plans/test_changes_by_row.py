"""Fields that change for each row of a list are not planned for each."""

from __future__ import annotations

from functools import partial

from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from tests.plans.planned import PlannedField


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


def test_few_rows_are_planned():
    rows = [{"name": f"n{number}"} for number in range(60)]
    expected = [{**row, "link": f"/{row['name']}/", "more": 1} for row in rows]
    assert LinkedSerializer(rows, many=True).data == expected
    planned = PlannedField.planned
    assert LinkedSerializer(rows, many=True).data == expected
    assert 0 < PlannedField.planned - planned < 6
