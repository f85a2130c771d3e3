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


# More than the objects of one serializer, which are in circles.
ROWS = 1000


def lacking(options):
    class LackingSerializer(FastReadOnlySerializer):
        name = serializers.CharField()
        lost = serializers.CharField(**options)

    return LackingSerializer


def test_rows_leave_no_cycles():
    for source, options in itertools.product(SOURCES, OPTIONS):
        serializer_class = lacking(options)
        # The first use is REST framework's, the second compiles.
        for _ in range(2):
            assert len(serializer_class([source], many=True).data) == 1
        gc.collect()
        gc.disable()
        try:
            # Kept until the count is done: it is in the cycle of its serializer with its fields,
            # of which Python 3.14 counts every dictionary.
            output = serializer_class([source] * ROWS, many=True).data
            assert len(output) == ROWS
            assert gc.collect() < ROWS, (source, options)
        finally:
            gc.enable()
