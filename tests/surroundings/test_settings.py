"""Settings, zones, languages and frozen time."""

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
from freezegun import freeze_time
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import assert_alike, made_of, outcomes, spelled_out
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
    {"USE_TZ": False, "TIME_ZONE": "Asia/Kolkata"},
    {"REST_FRAMEWORK": {"DATETIME_FORMAT": "%d.%m.%Y"}},
    {"REST_FRAMEWORK": {"DATETIME_FORMAT": None, "DATE_FORMAT": None, "TIME_FORMAT": None}},
    {"REST_FRAMEWORK": {"COERCE_DECIMAL_TO_STRING": False}},
    {"REST_FRAMEWORK": {"DURATION_FORMAT": "ISO-8601"}},
]


def of_moment():
    return MOMENT


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_settings_that_change_before_and_after_a_class_or_a_serializer_is_made(settings):
    cls = all_formats(Serializer)
    one, rows = cls(MOMENT), cls([MOMENT], many=True)
    before = assert_alike(outcomes, cls, of_moment)
    with override_settings(**settings):
        assert_alike(outcomes, cls, of_moment)
        made_now = all_formats(Serializer)
        assert_alike(lambda: [spelled_out(one.data), spelled_out(rows.data)])
    assert assert_alike(outcomes, cls, of_moment) == before
    assert_alike(outcomes, made_now, of_moment)


ZONES = ["UTC", "Etc/UTC", "Europe/Berlin", "Europe/London", "Africa/Abidjan"]
ZONES += ["America/St_Johns", ZoneInfo.no_cache("UTC")]
ZONES += [datetime.timezone(datetime.timedelta(hours=3))]
ZONES += [datetime.timezone(datetime.timedelta(0), "GMT")]


def test_the_active_zone_is_the_one_of_the_moment():
    cls = all_formats(Serializer)

    def data_in(zone):
        with timezone.override(zone):
            return assert_alike(outcomes, cls, of_moment)

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
    cls = made_of(fields)

    def name_in(language):
        with translation.override(language):
            (_, row), _ = assert_alike(outcomes, cls, lambda: source)
            return dict(row)["name"]

    assert [*map(name_in, ("en", "de", "fr", "en"))] == [
        (str, repr(text)) for text in ("Yes", "Ja", "Oui", "Yes")
    ]


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


def written_in(zone, moments):
    """Return what a field of the active zone makes of them, and one that has the zone itself."""
    there = serializers.DateTimeField(default_timezone=zone, source="moment")
    cls = made_of({"moment": serializers.DateTimeField(), "there": there})
    rows = [{"moment": moment} for moment in moments]
    with timezone.override(zone):
        return spelled_out(cls(rows[0]).data), spelled_out(cls(rows, many=True).data)


def test_moments_in_any_zone():
    zones = enumerate(sorted(zoneinfo.available_timezones())[::3])
    cases = [(zoneinfo.ZoneInfo(name), [*moments(seed)]) for seed, name in zones]
    assert_alike(lambda: {str(zone): written_in(zone, some) for zone, some in cases})


@pytest.mark.parametrize(
    "zone", [tz.gettz("Europe/Berlin"), tz.tzlocal()], ids=["Berlin", "local"]
)
def test_moments_in_zones_of_other_libraries(zone):
    some = [*moments(7)]
    assert_alike(written_in, zone, [*some, *(moment.astimezone(zone) for moment in some)])


@pytest.mark.parametrize("day", [(2024, 3, 31), (2024, 10, 27)], ids=["spring", "autumn"])
def test_moments_on_the_days_on_which_the_offset_changes(day):
    midnight = datetime.datetime(*day, tzinfo=UTC)
    step = datetime.timedelta(minutes=20)
    assert_alike(written_in, BERLIN, [midnight + number * step for number in range(-72, 144)])


# Time that a test has frozen: the classes of `datetime` are replaced by others for a while.

REAL = datetime.datetime(2024, 5, 1, 12, 30, tzinfo=UTC)


def row_of(moment):
    own = {"made": moment, "day": moment.date(), "hour": moment.time(), "time": moment - REAL}
    return {**MOMENT, **own}


def assert_frozen_alike(cls, zone):
    rows = [row_of(timezone.now()), row_of(REAL), row_of(datetime.datetime.now(tz=UTC))]
    with timezone.override(zone):
        assert_alike(lambda: [outcomes(cls, row.copy) for row in rows])


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu"])
def test_serializers_defined_before_or_while_it_is_frozen(zone):
    defined = all_formats(Serializer)
    with freeze_time("2024-01-01 12:00"):
        while_frozen = all_formats(Serializer)
        assert_frozen_alike(defined, zone)
        assert_frozen_alike(while_frozen, zone)
    assert_frozen_alike(defined, zone)
    assert_frozen_alike(while_frozen, zone)
