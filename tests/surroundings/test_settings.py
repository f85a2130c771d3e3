"""Settings, time zones and languages."""

from __future__ import annotations

import datetime
from decimal import Decimal
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.test import override_settings
from django.utils import timezone, translation
from django.utils.functional import lazystr
from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer, read_only
from tests.differential import assert_classes_agree, assert_same, both, spelled_out
from tests.values import SUMMER


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
