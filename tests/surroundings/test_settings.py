"""Settings, zones, languages and frozen time."""

from __future__ import annotations

import datetime
import random
import zoneinfo
from decimal import Decimal
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from dateutil import tz
from django.test import override_settings
from django.utils import timezone, translation
from django.utils.functional import lazystr
from freezegun import freeze_time
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer, read_only
from tests.differential import assert_classes_agree, assert_same, both, spelled_out
from tests.processes import output_of
from tests.values import BERLIN, SUMMER, UTC

# Settings, time zones and languages.


def all_formats(base):
    class Inner(Serializer):
        made = serializers.DateTimeField()
        price = serializers.DecimalField(8, 2)

    class ExampleSerializer(base):
        made = serializers.DateTimeField()
        day = serializers.DateField()
        hour = serializers.TimeField()
        price = serializers.DecimalField(8, 2)
        time = serializers.DurationField()
        inner = Inner(source="*")
        rows = Inner(many=True)

    return ExampleSerializer


MOMENT = {
    "made": SUMMER,
    "day": SUMMER.date(),
    "hour": datetime.time(9, 30),
    "price": Decimal("2.5"),
    "time": datetime.timedelta(days=1, hours=2),
}
MOMENT = {**MOMENT, "rows": [MOMENT, {**MOMENT, "made": SUMMER.replace(tzinfo=None)}]}
SETTINGS = [
    {"USE_TZ": False},
    {"TIME_ZONE": "Asia/Kolkata"},
    {"USE_TZ": False, "TIME_ZONE": "Asia/Kolkata"},
    {"LANGUAGE_CODE": "de"},
    {"REST_FRAMEWORK": {"DATETIME_FORMAT": "%d.%m.%Y"}},
    {"REST_FRAMEWORK": {"DATETIME_FORMAT": None, "DATE_FORMAT": None, "TIME_FORMAT": None}},
    {"REST_FRAMEWORK": {"COERCE_DECIMAL_TO_STRING": False}},
    {"REST_FRAMEWORK": {"DURATION_FORMAT": "ISO-8601"}},
    {"REST_FRAMEWORK": {"URL_FIELD_NAME": "href"}},
]
FORMS = (lambda: all_formats(FastReadOnlySerializer), lambda: read_only(all_formats(Serializer)))


@pytest.mark.parametrize("make", FORMS, ids=["base", "twin"])
def test_settings(make):
    """That change after the class is defined, while it is, and under a serializer of it."""
    for settings in SETTINGS:
        reference, fast = all_formats(Serializer), make()
        before = assert_classes_agree(reference, fast, MOMENT)
        with override_settings(**settings):
            assert_classes_agree(reference, fast, MOMENT)
            while_they_hold = all_formats(Serializer), make()
        assert assert_classes_agree(reference, fast, MOMENT) == before
        assert_classes_agree(*while_they_hold, MOMENT)
        with override_settings(**settings):
            assert_classes_agree(*while_they_hold, MOMENT)
        for source, options in ((MOMENT, {}), ([MOMENT], {"many": True}), (MOMENT, {})):
            one, other = reference(source, **options), fast(source, **options)
            with override_settings(**settings):
                assert spelled_out(other.data) == spelled_out(one.data), settings


class TestZonesAndLanguages:
    ZONES = [
        "UTC",
        "Europe/Berlin",
        datetime.timezone(datetime.timedelta(hours=3)),
        datetime.timezone(datetime.timedelta(0), "GMT"),
        ZoneInfo.no_cache("UTC"),
        "America/St_Johns",
        "Etc/UTC",
        "Europe/London",
        "Africa/Abidjan",
    ]

    @pytest.mark.parametrize("make", FORMS, ids=["base", "twin"])
    def test_the_active_zone_is_the_one_of_the_moment(self, make):
        reference, fast = all_formats(Serializer), make()
        for zone in (*self.ZONES, None, *self.ZONES):
            with timezone.override(zone):
                assert_classes_agree(reference, fast, MOMENT)
        timezone.activate("Asia/Tokyo")
        tokyo = assert_classes_agree(reference, fast, MOMENT)
        timezone.deactivate()
        assert assert_classes_agree(reference, fast, MOMENT) != tokyo

    def test_the_name_of_the_zone(self):
        for zone in self.ZONES:
            with timezone.override(zone):
                assert_same(
                    lambda: {
                        "made": serializers.DateTimeField(format="%H:%M %Z %z"),
                        "raw": serializers.DateTimeField(format=None, source="made"),
                    },
                    MOMENT,
                )

    def test_lazy_texts_are_translated_when_they_are_shown(self):
        def body():
            return {
                "name": serializers.CharField(),
                "raw": serializers.ReadOnlyField(source="name"),
                "absent": serializers.CharField(default=translation.gettext_lazy("Yes")),
                "pick": serializers.ChoiceField([("Yes", "")], source="name"),
                "slug": serializers.SlugRelatedField("name", read_only=True, source="inner"),
                "text": serializers.StringRelatedField(source="name"),
            }

        inner = SimpleNamespace(name=translation.gettext_lazy("No"))
        source = {"name": translation.gettext_lazy("Yes"), "inner": inner}
        reference, fast = both(body)
        shown = set()
        for language in ("en", "de", "fr", "en"):
            with translation.override(language):
                assert_classes_agree(reference, fast, source)
                shown.add(fast(source).data["name"])
        assert shown == {"Yes", "Ja", "Oui"}

    def test_lazy_formats(self):
        form = lazystr("%Y")
        assert_same(lambda: {"made": serializers.DateTimeField(format=form)}, MOMENT)
        assert_same(
            lambda: {"made": serializers.DateTimeField(format=lazystr("iso-8601"))}, MOMENT
        )


# Datetimes in every zone of the tz database, on any day of many years.


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


# Time that a test has frozen: the classes of `datetime` are replaced by others for a while.


REAL = datetime.datetime(2024, 5, 1, 12, 30, tzinfo=UTC)


def body():
    return {
        "moment": serializers.DateTimeField(),
        "there": serializers.DateTimeField(source="moment", default_timezone=UTC),
        "date": serializers.DateField(),
        "time": serializers.TimeField(),
        "duration": serializers.DurationField(),
        "price": serializers.DecimalField(5, 2),
    }


def row_of(moment):
    return {
        "moment": moment,
        "date": moment.date(),
        "time": moment.time(),
        "duration": moment - REAL,
        "price": Decimal(3),
    }


def assert_frozen_alike(reference, fast):
    rows = [row_of(timezone.now()), row_of(REAL), row_of(datetime.datetime.now(tz=UTC))]
    for zone in ("UTC", "Europe/Berlin", "Asia/Kathmandu"):
        with timezone.override(zone):
            expected = spelled_out(reference(rows, many=True).data)
            assert spelled_out(fast(rows, many=True).data) == expected
            for row in rows:
                assert spelled_out(fast(row).data) == spelled_out(reference(row).data)


def test_serializers_read_while_it_is_frozen_and_after():
    reference, fast = both(body)
    with freeze_time("2024-01-01 12:00"):
        assert_frozen_alike(reference, fast)
    assert_frozen_alike(reference, fast)


def test_serializers_defined_while_it_is_frozen():
    with freeze_time("2024-01-01 12:00"):
        reference, fast = both(body)
        assert_frozen_alike(reference, fast)
    assert_frozen_alike(reference, fast)


@pytest.mark.long
def test_the_library_imported_while_it_is_frozen():
    program = (
        "import os, django; from freezegun import freeze_time\n"
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'\n"
        "with freeze_time('2024-01-01'): django.setup(); import fastserializers\n"
        "from tests.surroundings import test_settings\n"
        "test_settings.test_serializers_read_while_it_is_frozen_and_after()\n"
    )
    output_of("-c", program)
