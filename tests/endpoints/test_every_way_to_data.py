"""Every way to the data of a fast serializer obeys ENABLED, and is proved with VERIFY."""

import json
import logging
import re
import sys
from functools import partial
from io import BytesIO

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.http import JsonResponse
from django.test import override_settings
from rest_framework import pagination, serializers
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer

from fastserializers import FastReadOnlySerializer
from fastserializers.debug import source_of
from fastserializers.parsers import OrjsonParser
from fastserializers.reading import class_plan
from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import OrjsonResponse, StreamingOrjsonResponse
from fastserializers.streams import iterate
from fastserializers.testing import assert_same_output
from fastserializers.views import reading_fast
from tests.differential import made_fast
from tests.endpoints.paginators import FastTags, OwnSlices, answer_of, four_rows
from tests.endpoints.test_verification import Differing
from tests.hunting.changing import ChoosesFieldsForTheRequest
from tests.hunting.overriding import AddsAKey
from tests.models import Tag


class TellsWhoReads(serializers.CharField):
    """Asks its stack whether REST framework's `to_representation()` of the serializer calls it."""

    def to_representation(self, value):
        frame = sys._getframe(1)
        while not frame.f_code.co_filename.endswith("rest_framework/serializers.py"):
            if re.search(r"^<fastserializers|/fastserializers/", frame.f_code.co_filename):
                return "fast"
            frame = frame.f_back
        return "drf"


class TellingSerializer(serializers.ModelSerializer):
    label = Differing()
    who = TellsWhoReads(source="label")

    class Meta:
        model = Tag
        fields = ("id", "label", "who")


class WithItsOwnFields(ChoosesFieldsForTheRequest, TellingSerializer): ...


class WithItsOwnRepresentation(AddsAKey, TellingSerializer): ...


class Enveloped(serializers.ListSerializer):
    def to_representation(self, data):
        return [{"row": row} for row in super().to_representation(data)]


class EnvelopedSerializer(TellingSerializer):
    class Meta(TellingSerializer.Meta):
        list_serializer_class = Enveloped


class BoardSerializer(serializers.Serializer):
    tag = TellingSerializer(source="first")
    tags = TellingSerializer(source="all", many=True)
    by_method = serializers.SerializerMethodField()

    def get_by_method(self, manager):
        return made_fast(TellingSerializer)(manager.all(), many=True).data


# The ways, each a function that reads the tags by a class.


TAGS = Tag.objects.order_by("pk")


def data(cls, make_source, **options):
    return made_fast(cls)(make_source(), **options).data


def a_list():
    return list(TAGS.all())


def a_stream(cls):
    return list(iterate(made_fast(cls)(TAGS.all(), many=True), chunk_size=2))


def a_streamed_response(cls):
    response = StreamingOrjsonResponse(made_fast(cls)(TAGS.all(), many=True), chunk_size=2)
    return json.loads(b"".join(response))


def a_page(cls, base):
    pages = four_rows(base, page_size=2, default_limit=2)
    options = {"queryset": TAGS.all(), "serializer_class": cls, "pagination_class": pages}
    return answer_of(FastTags, **options).data["results"]


WAYS = {
    "one": partial(data, TellingSerializer, TAGS.first),
    "a queryset": partial(data, TellingSerializer, TAGS.all, many=True),
    "a list": partial(data, TellingSerializer, a_list, many=True),
    "its own representation": partial(data, WithItsOwnRepresentation, TAGS.first),
    "its own fields": partial(data, WithItsOwnFields, TAGS.first),
    "a list with its own fields": partial(
        data, WithItsOwnFields, TAGS.all, many=True, context={"user": 1}
    ),
    "a list class of the project's": partial(data, EnvelopedSerializer, TAGS.all, many=True),
    "nested": partial(data, BoardSerializer, lambda: Tag.objects),
    "a stream": partial(a_stream, TellingSerializer),
    "a streamed response": partial(a_streamed_response, TellingSerializer),
    "numbered pages": partial(a_page, TellingSerializer, pagination.PageNumberPagination),
    "a slice of the project's": partial(a_page, TellingSerializer, OwnSlices),
}
# One object with own fields is REST framework's.
OWN_FIELDS = ("its own fields",)


def readers(way, **setting):
    """Return which of both codes has read."""
    with override_settings(FASTSERIALIZERS=setting):
        return set(re.findall(r"'who': '(\w+)'", str(way())))


@pytest.mark.parametrize("name", WAYS)
def test_it_may_be_switched_at_any_time(tags, name):
    way, fast = WAYS[name], {"drf"} if name in OWN_FIELDS else {"fast"}

    assert readers(way, ENABLED=True, ROWS=False) == fast
    assert readers(way, ENABLED=False) == {"drf"}
    assert readers(way, ENABLED=True, ROWS=True) == fast


@pytest.mark.parametrize("rows", [True, False], ids=["rows", "instances"])
def test_with_verify_it_is_proved_and_rest_frameworks_is_sent(subtests, tags, rows, caplog):
    caplog.set_level(logging.DEBUG, "fastserializers.verify")

    for name, way in WAYS.items():
        with subtests.test(way=name):
            assert_proved(way, caplog, ROWS=rows)


def assert_proved(way, caplog, **setting):
    """Assert that a difference is logged for each label, and that REST framework's is sent."""
    caplog.clear()
    with override_settings(FASTSERIALIZERS={"VERIFY": 1, **setting}):
        assert set(re.findall(r"by (\w+)", str(way()))) == {"drf"}
    found = [record for record in caplog.records if record.name == "fastserializers.verify"]
    assert {record.levelname for record in found} == {"ERROR"}
    assert all(record.path.endswith("label") for record in found)
    assert {record.drf_value.partition(" by ")[2] for record in found} == {"drf' (str)"}


# What else the switch decides on.


class NameSerializer(FastReadOnlySerializer):
    name = TellsWhoReads()


@pytest.fixture
def switched_off(settings):
    settings.FASTSERIALIZERS = {"ENABLED": False}


@pytest.mark.parametrize("data", [{"a": 1e-7, "é": [None, True]}, [], None, "text"], ids=str)
def test_switched_off_the_renderer_is_rest_framework_s(switched_off, data):
    assert OrjsonRenderer().render(data) == JSONRenderer().render(data)


def test_switched_off_the_response_is_django_s(switched_off):
    data = {"a": 1, "é": [1.5]}
    assert OrjsonResponse(data).content == JsonResponse(data).content
    expected = JsonResponse(data, DjangoJSONEncoder, json_dumps_params={"indent": 2}).content
    assert OrjsonResponse(data, json_dumps_params={"indent": 2}).content == expected


def parsed(parser, body):
    try:
        return parser.parse(BytesIO(body))
    except Exception as error:
        return type(error).__name__.replace("RecursionError", "ParseError")


@pytest.mark.parametrize("body", [b'{"a": [1, 2.5]}', b"[" * 20000], ids=["valid", "too deep"])
def test_switched_off_the_parser_is_rest_framework_s(switched_off, body):
    assert parsed(OrjsonParser(), body) == parsed(JSONParser(), body)


every_setting = pytest.mark.parametrize(
    "setting", [{"ENABLED": False}, {"VERIFY": 1}], ids=["off", "verify"]
)


@every_setting
def test_the_fast_code_is_compared_whatever_the_setting_says(settings, setting):
    settings.FASTSERIALIZERS = setting
    with pytest.raises(AssertionError, match="differs at name"):
        assert_same_output(NameSerializer, {"name": "a"})


def test_a_class_that_a_function_has_created_is_compared_at_once(monkeypatch):
    monkeypatch.setattr(class_plan, "ROWS_OF_CREATED_CLASS", 100)
    created = type("Created", (NameSerializer,), {})
    with pytest.raises(AssertionError, match="differs at name"):
        assert_same_output(created, {"name": "a"})


@every_setting
def test_the_fast_code_is_shown_whatever_the_setting_says(settings, setting):
    settings.FASTSERIALIZERS = setting
    assert "def " in source_of(NameSerializer, dict)


# A stream is read after the view that made it has returned.


class BoardOfTagsSerializer(TellingSerializer):
    by_method = serializers.SerializerMethodField()

    class Meta(TellingSerializer.Meta):
        fields = ("who", "by_method")

    def get_by_method(self, tag):
        return TellingSerializer(tag).data["who"]


def stream_of_rows():
    return iterate(BoardOfTagsSerializer(TAGS.all(), many=True), chunk_size=2)


def stream_of_a_serializer():
    return StreamingOrjsonResponse(BoardOfTagsSerializer(TAGS.all(), many=True), chunk_size=2)


def stream_of_a_generator():
    return StreamingOrjsonResponse(BoardOfTagsSerializer(tag).data for tag in TAGS.all())


@pytest.mark.parametrize("make", [stream_of_rows, stream_of_a_serializer, stream_of_a_generator])
def test_a_stream_is_read_as_when_it_was_made(tags, make):
    with reading_fast():
        fast = make()
    plain = make()

    assert set(re.findall("fast|drf", "".join(map(str, fast)))) == {"fast"}
    with reading_fast():
        assert set(re.findall("fast|drf", "".join(map(str, plain)))) == {"drf"}
