"""Rows that lack what a field reads leave nothing for the collector, however many there are."""

from __future__ import annotations

import gc
from types import SimpleNamespace

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from tests.models import Publisher


class Unwilling(SimpleNamespace):
    @property
    def lost(self):
        raise AttributeError("it is lost")


OPTIONS = {
    "a default": {"default": "x"},
    "a default that is called": {"default": list},
    "not required": {"required": False},
    "nothing allowed": {"allow_null": True},
    "a path": {"source": "name.no.such", "required": False},
}
SOURCES = {
    "an object": SimpleNamespace(name="a"),
    "a mapping": {"name": "a"},
    "a property": Unwilling(name="a"),
    "a model": Publisher(name="a"),
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_rows_leave_no_cycles(source, options):
    class LackingSerializer(FastReadOnlySerializer):
        name = serializers.CharField()
        lost = serializers.CharField(**options)

    def garbage_of(rows):
        gc.collect()
        gc.disable()
        try:
            assert len(LackingSerializer([source] * rows, many=True).data) == rows
            return gc.collect()
        finally:
            gc.enable()

    garbage_of(1)
    assert garbage_of(200) - garbage_of(2) < 20
