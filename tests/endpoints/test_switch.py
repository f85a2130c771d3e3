"""FASTSERIALIZERS = {"ENABLED": False}: REST framework's own code runs, everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import BytesIO
from threading import Thread

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.http import JsonResponse
from django.test import override_settings
from rest_framework import serializers
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer

from fastserializers import FastReadOnlySerializer
from fastserializers.debug import source_of
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.parsers import OrjsonParser
from fastserializers.plans.switch import reading_by
from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import OrjsonResponse
from fastserializers.testing import assert_same_output

OFF = {"ENABLED": False}


class TellsWhoReads(serializers.CharField):
    """Asks its stack whether REST framework's `to_representation()` of the serializer calls it."""

    def to_representation(self, value):
        frame = sys._getframe(1)
        while not frame.f_code.co_filename.endswith("rest_framework/serializers.py"):
            if re.search(r"^<fastserializers|/fastserializers/", frame.f_code.co_filename):
                return "fast"
            frame = frame.f_back
        return "drf"


class NameSerializer(FastReadOnlySerializer):
    name = TellsWhoReads()


@override_settings(FASTSERIALIZERS=OFF)
def test_switched_off_json_is_that_of_rest_framework_and_django():
    for data in ({"a": 1e-7, "é": [None, True]}, [], None, "text"):
        assert OrjsonRenderer().render(data) == JSONRenderer().render(data), data
    data = {"a": 1, "é": [1.5]}
    assert OrjsonResponse(data).content == JsonResponse(data).content
    expected = JsonResponse(data, DjangoJSONEncoder, json_dumps_params={"indent": 2}).content
    assert OrjsonResponse(data, json_dumps_params={"indent": 2}).content == expected

    def parsed(parser, body):
        try:
            return parser.parse(BytesIO(body))
        except Exception as error:
            return type(error).__name__.replace("RecursionError", "ParseError")

    for body in (b'{"a": [1, 2.5]}', b"[" * 20000):
        assert parsed(OrjsonParser(), body) == parsed(JSONParser(), body), body[:20]


def test_the_fast_code_is_compared_and_shown_whatever_the_setting_says(settings):
    for settings.FASTSERIALIZERS in (OFF, {"VERIFY": 1}, {}):
        with pytest.raises(AssertionError, match="differs at name"):
            assert_same_output(NameSerializer, {"name": "a"})
        assert "def " in source_of(NameSerializer, dict), settings.FASTSERIALIZERS
        with pytest.raises(ReadOnlySerializerError):
            NameSerializer(data={"name": "a"})


def test_one_thread_reads_by_rest_framework_and_another_does_not():
    def name():
        return NameSerializer().to_representation({"name": "a"})["name"]

    seen = []
    with reading_by("drf"):
        other = Thread(target=lambda: seen.append(name()))
        other.start()
        other.join()
        assert name() == "drf"
    assert seen == ["fast"]


DIFFERENTIAL = ["tests/links", "tests/relations"]


@pytest.mark.long
def test_the_suite_finds_no_difference_with_it_switched_off():
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *DIFFERENTIAL],
        env=os.environ | {"FASTSERIALIZERS_ENABLED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4000:]
