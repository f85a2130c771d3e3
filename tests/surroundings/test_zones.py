"""Datetimes in every zone of the tz database, on any day of many years."""

from __future__ import annotations

import datetime
import random
import zoneinfo

from dateutil import tz
from django.utils import timezone
from rest_framework import serializers

from tests.differential import both, spelled_out
from tests.values import UTC

FIRST = datetime.datetime(1880, 1, 1, tzinfo=UTC)
SECONDS = int(datetime.timedelta(days=365 * 250).total_seconds())


def moments(seed):
    """Return a few moments of one day each, so that days are met again."""
    numbers = random.Random(seed)  # noqa: S311
    for _ in range(20):
        day = FIRST + datetime.timedelta(seconds=numbers.randrange(SECONDS))
        for _ in range(3):
            yield day + datetime.timedelta(seconds=numbers.randrange(86_400), microseconds=1)


def test_are_written_as_drf_writes_them():
    reference, fast = both(lambda: {"moment": serializers.DateTimeField()})
    for seed, name in enumerate(sorted(zoneinfo.available_timezones())[::3]):
        rows = [{"moment": moment} for moment in moments(seed)]
        with timezone.override(name):
            expected = spelled_out(reference(rows, many=True).data)
            assert spelled_out(fast(rows, many=True).data) == expected


def test_on_the_days_on_which_the_offset_changes():
    reference, fast = both(lambda: {"moment": serializers.DateTimeField()})
    step = datetime.timedelta(minutes=20)
    with timezone.override("Europe/Berlin"):
        for day in ((2024, 3, 31), (2024, 10, 27)):
            midnight = datetime.datetime(*day, tzinfo=UTC)
            rows = [{"moment": midnight + number * step} for number in range(-72, 144)]
            expected = spelled_out(reference(rows, many=True).data)
            assert spelled_out(fast(rows, many=True).data) == expected


class Unhashed(datetime.tzinfo):
    """Half an hour east of Greenwich, plus some seconds that no format of ISO 8601 has."""

    __hash__ = None

    def utcoffset(self, moment):
        return datetime.timedelta(minutes=30, seconds=15)

    def dst(self, moment):
        return datetime.timedelta(0)

    def tzname(self, moment):
        return "unhashed"


def test_in_zones_of_other_libraries():
    berlin, east = tz.gettz("Europe/Berlin"), tz.tzoffset("east", 3600)
    for zone in (berlin, tz.tzutc(), east, tz.tzlocal(), Unhashed()):
        assert_same_in(zone)


def assert_same_in(zone):
    body = {
        "moment": serializers.DateTimeField,
        "there": lambda: serializers.DateTimeField(default_timezone=zone, source="moment"),
    }
    reference, fast = both(lambda: {name: field() for name, field in body.items()})
    rows = [{"moment": moment} for moment in moments(7)]
    rows += [{"moment": row["moment"].astimezone(zone)} for row in rows]
    with timezone.override(zone):
        fast(rows[0]).data  # noqa: B018
        expected = spelled_out(reference(rows, many=True).data)
        assert spelled_out(fast(rows, many=True).data) == expected
        assert spelled_out(fast(rows[0]).data) == spelled_out(reference(rows[0]).data)
