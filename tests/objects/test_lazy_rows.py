"""Rows that code of the project's yields one by one, and which may change things in between."""

from __future__ import annotations

import datetime
import decimal
from decimal import Decimal

import pytest
from django.utils import timezone, translation
from rest_framework import serializers

from tests.differential import FAST_FORMS
from tests.values import UTC

MOMENT = datetime.datetime(2024, 5, 1, 12, tzinfo=UTC)
ROW = {"moment": MOMENT, "price": Decimal("1234567.891"), "parts": [{"moment": MOMENT}]}


def make(base):
    class PartSerializer(base):
        moment = serializers.DateTimeField()

    class ThingSerializer(base):
        moment = serializers.DateTimeField()
        price = serializers.DecimalField(None, 2, localize=True)
        parts = PartSerializer(many=True)

    return ThingSerializer


def zones():
    for zone in ("UTC", "Europe/Berlin", "Asia/Tokyo"):
        with timezone.override(zone):
            yield ROW


def languages():
    for language in ("en", "de", "fr"):
        with translation.override(language):
            yield ROW


def contexts():
    for rounding in (decimal.ROUND_UP, decimal.ROUND_DOWN):
        with decimal.localcontext() as context:
            context.rounding = rounding
            context.prec = 12
            yield ROW


class Rows(list):
    """A list that looks like any other, until somebody iterates it."""

    def __iter__(self):
        return zones()


class Indexed:
    """Has its rows by number, as sequences had before there were iterators."""

    def __getitem__(self, number):
        if number == 3:
            timezone.deactivate()
            raise IndexError
        timezone.activate(["UTC", "Asia/Kathmandu", "Europe/London"][number])
        return ROW


SOURCES = {
    "zones": zones,
    "languages": languages,
    "contexts": contexts,
    "a_list": lambda: Rows([ROW]),
    "indexed": Indexed,
}


def make_outer(base):
    class OuterSerializer(base):
        things = make(base)(many=True)
        moment = serializers.DateTimeField()

    return OuterSerializer


@pytest.mark.parametrize("form", FAST_FORMS)
@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_so_is_each_row_of_a_nested_list(form, source, settings):
    settings.USE_THOUSAND_SEPARATOR = True
    reference, fast = make_outer(serializers.Serializer), form(make_outer, serializers.Serializer)
    expected = reference({"things": source(), "moment": MOMENT}).data
    assert fast({"things": source(), "moment": MOMENT}).data == expected


@pytest.mark.parametrize("form", FAST_FORMS)
@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_each_row_is_represented_by_what_holds_for_it(form, source, settings):
    settings.USE_THOUSAND_SEPARATOR = True
    reference, fast = make(serializers.Serializer), form(make, serializers.Serializer)
    expected = reference(source(), many=True).data
    assert fast(source(), many=True).data == expected
