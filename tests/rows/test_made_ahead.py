"""Where each row needs an instance, all are made before the first is represented, as by Django."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone
from rest_framework import serializers

from fastserializers import read_only
from tests.rows.models import ShoutedField, Weighed

pytestmark = pytest.mark.django_db


class LoudField(serializers.CharField):
    """Notes when it is given a row."""

    def get_attribute(self, instance):
        self.context["events"].append("row")
        return super().get_attribute(instance)


class WeighedSerializer(serializers.ModelSerializer):
    shouted = LoudField()

    class Meta:
        model = Weighed
        fields = ("ratio", "shouted")


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


@pytest.fixture
def weighed():
    """Three rows."""
    now = timezone.now()
    Weighed.objects.bulk_create(
        Weighed(
            weight=number,
            moment=now + timedelta(days=number),
            word=f"word {number}",
            shouted=f"thing {number}",
            token=UUID(int=number),
            ratio=number,
        )
        for number in range(3)
    )
    return Weighed.objects.order_by("ratio")


@pytest.mark.parametrize("serializer_class", [WeighedSerializer, read_only(WeighedSerializer)])
def test_columns_are_converted_before_the_first_row_is_represented(
    serializer_class, events, weighed
):
    data = serializer_class(weighed, many=True, context={"events": events}).data
    assert [row["shouted"] for row in data] == ["THING 0", "THING 1", "THING 2"]
    assert events == ["column", "column", "column", "row", "row", "row"]
