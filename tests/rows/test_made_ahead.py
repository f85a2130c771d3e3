"""Where each row needs an instance, all are made before the first is represented, as by Django."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from fastserializers import read_only
from tests.rows.models import ShoutedField, Thing

pytestmark = pytest.mark.django_db


class LoudField(serializers.CharField):
    """Notes when it is given a row."""

    def get_attribute(self, instance):
        self.context["events"].append("row")
        return super().get_attribute(instance)


class ThingSerializer(serializers.ModelSerializer):
    shouted = LoudField()

    class Meta:
        model = Thing
        fields = ("name", "shouted")


@pytest.fixture
def events(monkeypatch):
    """What happens while a list is read."""
    noted = []
    convert = ShoutedField.from_db_value

    def noting(field, value, expression, connection):
        noted.append("column")
        return convert(field, value, expression, connection)

    monkeypatch.setattr(ShoutedField, "from_db_value", noting)
    return noted


@pytest.mark.parametrize("serializer_class", [ThingSerializer, read_only(ThingSerializer)])
def test_columns_are_converted_before_the_first_row_is_represented(serializer_class, events):
    for name in ("one", "three", "two"):
        Thing.objects.create(name=name, shouted=name)
    things = Thing.objects.only("name", "shouted")
    data = serializer_class(things, many=True, context={"events": events}).data
    assert [row["shouted"] for row in data] == ["ONE", "THREE", "TWO"]
    assert events == ["column", "column", "column", "row", "row", "row"]
