"""Languages, zones and prefixes of addresses are those of the thread that represents."""

from __future__ import annotations

import asyncio
import datetime
from types import SimpleNamespace

import pytest
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer

MOMENT = datetime.datetime(2026, 7, 1, 12, tzinfo=datetime.timezone.utc)
ROWS = [SimpleNamespace(day=gettext_lazy("Monday"), moment=MOMENT, pk=1)] * 2


def represented(base):
    class DaySerializer(base):
        day = serializers.CharField()
        moment = serializers.DateTimeField()
        link = serializers.HyperlinkedIdentityField("plain-book")

    lists = [DaySerializer(ROWS, many=True, context={"request": None}) for _ in range(2)]
    return [rows.data for rows in lists]


@pytest.fixture
def surroundings():
    before = get_script_prefix()
    with translation.override("fr"), timezone.override("Europe/Paris"):
        set_script_prefix("/shop/")
        yield
    set_script_prefix(before)


def test_another_thread_has_those_of_its_own(surroundings):
    async def in_a_thread(base):
        represented(base)
        return await asyncio.to_thread(represented, base)

    expected = asyncio.run(in_a_thread(serializers.Serializer))
    assert asyncio.run(in_a_thread(FastReadOnlySerializer)) == expected
