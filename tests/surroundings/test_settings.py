"""Settings, zones, languages and frozen time."""

import datetime
import itertools
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

from fastserializers import FastReadOnlySerializer
from tests.differential import (
    assert_classes_agree,
    assert_same,
    both,
    every_form,
    of_body,
    spelled_out,
)
from tests.processes import output_of
from tests.values import BERLIN, SUMMER, UTC


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
        named = serializers.DateTimeField(format="%H:%M %Z %z", source="made")
        unformatted = serializers.DateTimeField(format=None, source="made")

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
    {"LANGUAGE_CODE": "de"},
    {"USE_TZ": False, "TIME_ZONE": "Asia/Kolkata"},
    {"REST_FRAMEWORK": {"DATETIME_FORMAT": "%d.%m.%Y"}},
    {"REST_FRAMEWORK": {"DATETIME_FORMAT": None, "DATE_FORMAT": None, "TIME_FORMAT": None}},
    {"REST_FRAMEWORK": {"COERCE_DECIMAL_TO_STRING": False}},
    {"REST_FRAMEWORK": {"DURATION_FORMAT": "ISO-8601"}},
    {"REST_FRAMEWORK": {"URL_FIELD_NAME": "href"}},
]


def both_with_all_formats():
    return all_formats(Serializer), all_formats(FastReadOnlySerializer)


every_setting = pytest.mark.parametrize("settings", SETTINGS, ids=str)


@every_setting
def test_settings_that_change_after_a_class_is_defined(settings):
    reference, fast = both_with_all_formats()
    before = assert_classes_agree(reference, fast, MOMENT)
    with override_settings(**settings):
        assert_classes_agree(reference, fast, MOMENT)
    assert assert_classes_agree(reference, fast, MOMENT) == before


@every_setting
def test_settings_that_hold_while_a_class_is_defined(settings):
    with override_settings(**settings):
        reference, fast = both_with_all_formats()
    assert_classes_agree(reference, fast, MOMENT)
    with override_settings(**settings):
        assert_classes_agree(reference, fast, MOMENT)


@every_setting
def test_settings_that_change_under_a_serializer(settings):
    reference, fast = both_with_all_formats()
    # The first use of a class is REST framework's.
    assert_classes_agree(reference, fast, MOMENT)
    expected, found = reference(MOMENT), fast(MOMENT)
    expected_rows, found_rows = reference([MOMENT], many=True), fast([MOMENT], many=True)
    with override_settings(**settings):
        assert spelled_out(found.data) == spelled_out(expected.data)
        assert spelled_out(found_rows.data) == spelled_out(expected_rows.data)


ZONES = ["UTC", "Etc/UTC", "Europe/Berlin", "Europe/London", "Africa/Abidjan"]
ZONES += ["America/St_Johns", ZoneInfo.no_cache("UTC")]
ZONES += [datetime.timezone(datetime.timedelta(hours=3))]
ZONES += [datetime.timezone(datetime.timedelta(0), "GMT")]


def test_the_active_zone_is_the_one_of_the_moment():
    reference, fast = both_with_all_formats()

    def data_in(zone):
        with timezone.override(zone):
            return assert_classes_agree(reference, fast, MOMENT)

    found = [data_in(zone) for zone in (*ZONES, None, *ZONES)]
    assert data_in("Asia/Tokyo") not in found


def test_lazy_texts_are_translated_when_they_are_shown():
    fields = {
        "name": serializers.CharField(),
        "raw": serializers.ReadOnlyField(source="name"),
        "absent": serializers.CharField(default=translation.gettext_lazy("Yes")),
        "pick": serializers.ChoiceField([("Yes", "")], source="name"),
        "slug": serializers.SlugRelatedField("name", read_only=True, source="inner"),
        "text": serializers.StringRelatedField(source="name"),
    }
    inner = SimpleNamespace(name=translation.gettext_lazy("No"))
    source = {"name": translation.gettext_lazy("Yes"), "inner": inner}
    reference, fast = both(fields)
    shown = set()
    for language in ("en", "de", "fr", "en"):
        with translation.override(language):
            assert_classes_agree(reference, fast, source)
            shown.add(fast(source).data["name"])
    assert shown == {"Yes", "Ja", "Oui"}


@pytest.mark.parametrize("text", ["%Y", "iso-8601"])
def test_lazy_formats(text):
    assert_same({"made": serializers.DateTimeField(format=lazystr(text))}, MOMENT)


def test_a_zone_that_changes_with_the_rows():
    def rows():
        for zone in ("Asia/Kathmandu", "UTC", "Europe/Berlin"):
            timezone.activate(zone)
            yield {"made": SUMMER}
        timezone.deactivate()

    def read_twice(cls):
        return [spelled_out(cls(rows(), many=True).data) for _ in range(2)]

    of_moments = of_body({"made": serializers.DateTimeField()}.copy)
    expected, *found = map(read_twice, every_form(of_moments))
    assert found == [expected] * len(found)


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
    there = serializers.DateTimeField(default_timezone=zone, source="moment")
    reference, fast = both({"moment": serializers.DateTimeField(), "there": there})
    rows = [{"moment": moment} for moment in moments]
    with timezone.override(zone):
        for given, options in ((rows[0], {}), (rows, {"many": True}), (rows[0], {})):
            expected = spelled_out(reference(given, **options).data)
            assert spelled_out(fast(given, **options).data) == expected, zone


class Unhashed(datetime.tzinfo):
    """Half an hour east of Greenwich, plus some seconds that no format of ISO 8601 has."""

    __hash__ = None

    def utcoffset(self, moment):
        return datetime.timedelta(minutes=30, seconds=15)

    def dst(self, moment):
        return datetime.timedelta(0)

    def tzname(self, moment):
        return "unhashed"


def test_moments_in_any_zone(subtests):
    for seed, name in enumerate(sorted(zoneinfo.available_timezones())[::3]):
        with subtests.test(zone=name):
            assert_written_alike(zoneinfo.ZoneInfo(name), moments(seed))


@pytest.mark.parametrize(
    "zone",
    [tz.gettz("Europe/Berlin"), tz.tzutc(), tz.tzlocal(), Unhashed()],
    ids=["Berlin", "UTC", "local", "unhashed"],
)
def test_moments_in_zones_of_other_libraries(zone):
    some = [*moments(7)]
    assert_written_alike(zone, [*some, *(moment.astimezone(zone) for moment in some)])


@pytest.mark.parametrize("day", [(2024, 3, 31), (2024, 10, 27)], ids=["spring", "autumn"])
def test_moments_on_the_days_on_which_the_offset_changes(day):
    midnight = datetime.datetime(*day, tzinfo=UTC)
    step = datetime.timedelta(minutes=20)
    assert_written_alike(BERLIN, [midnight + number * step for number in range(-72, 144)])


# Time that a test has frozen: the classes of `datetime` are replaced by others for a while.

REAL = datetime.datetime(2024, 5, 1, 12, 30, tzinfo=UTC)


def row_of(moment):
    own = {"made": moment, "day": moment.date(), "hour": moment.time(), "time": moment - REAL}
    return {**MOMENT, **own}


def assert_frozen_alike(*pairs):
    rows = [row_of(timezone.now()), row_of(REAL), row_of(datetime.datetime.now(tz=UTC))]
    for zone in ("UTC", "Europe/Berlin", "Asia/Kathmandu"):
        with timezone.override(zone):
            for (reference, fast), row in itertools.product(pairs, rows):
                assert_classes_agree(reference, fast, row)


def test_serializers_defined_before_or_while_it_is_frozen():
    defined = both_with_all_formats()
    with freeze_time("2024-01-01 12:00"):
        while_frozen = both_with_all_formats()
        assert_frozen_alike(defined, while_frozen)
    assert_frozen_alike(defined, while_frozen)


@pytest.mark.long
def test_the_library_imported_while_it_is_frozen():
    program = (
        "import os, django; from freezegun import freeze_time\n"
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'\n"
        "with freeze_time('2024-01-01'): django.setup(); import fastserializers\n"
        "from tests.surroundings import test_settings\n"
        "test_settings.test_serializers_defined_before_or_while_it_is_frozen()\n"
    )
    output_of("-c", program)
