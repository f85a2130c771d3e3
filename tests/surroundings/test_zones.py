"""Datetimes in every zone of the tz database, on any day of many years."""

from __future__ import annotations

import datetime
import random
import zoneinfo

from dateutil import tz
from django.utils import timezone
from rest_framework import serializers

from tests.differential import both, spelled_out
from tests.values import BERLIN, UTC

FIRST = datetime.datetime(1880, 1, 1, tzinfo=UTC)
SECONDS = int(datetime.timedelta(days=365 * 250).total_seconds())


def moments(seed):
    """Return a few moments of one day each, so that days are met again."""
    numbers = random.Random(seed)  # noqa: S311
    for _ in range(20):
        day = FIRST + datetime.timedelta(seconds=numbers.randrange(SECONDS))
        for _ in range(3):
            yield day + datetime.timedelta(seconds=numbers.randrange(86_400), microseconds=1)


def assert_written_alike(zone, moments):
    """Assert it of a field of the active zone, and of one that has the zone for itself."""
    reference, fast = both(
        lambda: {
            "moment": serializers.DateTimeField(),
            "there": serializers.DateTimeField(default_timezone=zone, source="moment"),
        }
    )
    rows = [{"moment": moment} for moment in moments]
    with timezone.override(zone):
        for given, options in ((rows[0], {}), (rows, {"many": True}), (rows[0], {})):
            expected = spelled_out(reference(given, **options).data)
            assert spelled_out(fast(given, **options).data) == expected, zone


def test_are_written_as_drf_writes_them():
    for seed, name in enumerate(sorted(zoneinfo.available_timezones())[::3]):
        assert_written_alike(zoneinfo.ZoneInfo(name), moments(seed))


def test_on_the_days_on_which_the_offset_changes():
    step = datetime.timedelta(minutes=20)
    for day in ((2024, 3, 31), (2024, 10, 27)):
        midnight = datetime.datetime(*day, tzinfo=UTC)
        assert_written_alike(BERLIN, [midnight + number * step for number in range(-72, 144)])


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
        some = [*moments(7)]
        assert_written_alike(zone, [*some, *(moment.astimezone(zone) for moment in some)])
