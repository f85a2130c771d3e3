"""Rows that lack what a field reads leave nothing for the collector, however many there are."""

from __future__ import annotations

import gc
import itertools
from types import SimpleNamespace

from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from tests.models import Publisher


class Unwilling(SimpleNamespace):
    @property
    def lost(self):
        raise AttributeError("it is lost")


OPTIONS = [
    {"default": "x"},
    {"default": list},
    {"required": False},
    {"allow_null": True},
    {"source": "name.no.such", "required": False},
]
SOURCES = [
    SimpleNamespace(name="a"),
    {"name": "a"},
    Unwilling(name="a"),
    Publisher(name="a"),
]


def lacking(options):
    class LackingSerializer(FastReadOnlySerializer):
        name = serializers.CharField()
        lost = serializers.CharField(**options)

    return LackingSerializer


def garbage_of(serializer_class, rows):
    gc.collect()
    gc.disable()
    try:
        # Kept until the count is done. REST framework's serializers hold their output and are
        # cycles themselves, so that it would count, and on Python 3.14 all of its dictionaries.
        output = serializer_class(rows, many=True).data
        found = gc.collect()
        assert len(output) == len(rows)
        return found
    finally:
        gc.enable()


def test_rows_leave_no_cycles():
    for source, options in itertools.product(SOURCES, OPTIONS):
        serializer_class = lacking(options)
        # The first use is REST framework's, the second compiles.
        for _ in range(2):
            garbage_of(serializer_class, [source])
        few, many = (garbage_of(serializer_class, [source] * rows) for rows in (2, 200))
        assert many - few < 20, (source, options)
