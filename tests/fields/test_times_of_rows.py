"""Datetimes of rows that no instances are made of, as the database has them."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework import serializers

from tests.differential import both, outcome
from tests.values import UTC

MOMENTS = [
    datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC),
    datetime.datetime(2024, 1, 1, 23, 30, 0, 1, tzinfo=UTC),
    # Local mean time, and the night in which clocks are put back in Berlin.
    datetime.datetime(1850, 1, 1, tzinfo=UTC),
    datetime.datetime(2024, 10, 27, 1, 30, tzinfo=UTC),
    # There is no such moment in zones to the west.
    datetime.datetime(1, 1, 1, tzinfo=UTC),
]


@pytest.mark.django_db
def test_in_any_zone():
    for number, moment in enumerate(MOMENTS):
        User.objects.create(username=f"user {number}", date_joined=moment)
    reference, fast = both(
        lambda: {
            "joined": serializers.DateTimeField(source="date_joined"),
            "login": serializers.DateTimeField(source="last_login"),
        }
    )
    for zone in ("UTC", "Europe/Berlin", "America/St_Johns"):
        for user in User.objects.order_by("pk"):
            with timezone.override(zone):
                expected, found = (
                    outcome(lambda rows: cls(rows, many=True), lambda: users(user.pk))  # noqa: B023
                    for cls in (reference, fast)
                )
            assert found == expected, (zone, user.date_joined)


def users(pk):
    return User.objects.filter(pk=pk)
