"""Every way to the data of a fast serializer obeys ENABLED, and is proved with VERIFY."""

from __future__ import annotations

import json
import logging
import re
import sys
from io import BytesIO

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.http import JsonResponse
from django.test import override_settings
from rest_framework import pagination, serializers
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer

from fastserializers import FastReadOnlyMixin, FastReadOnlySerializer, read_only
from fastserializers.debug import source_of
from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.parsers import OrjsonParser
from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import OrjsonResponse, StreamingOrjsonResponse
from fastserializers.streams import iterate
from fastserializers.testing import assert_same_output
from tests.endpoints.paginators import FastTags, OptionalLimit, answer_of, four_rows
from tests.endpoints.test_verification import Differing
from tests.hunting.changing import ChoosesFieldsForTheRequest
from tests.hunting.overriding import AddsAKey, WrapsItsData
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


class Enveloped(serializers.ListSerializer):
    def to_representation(self, data):
        return [{"row": row} for row in super().to_representation(data)]


class Sorted(serializers.ListSerializer):
    @property
    def data(self):
        return sorted(super().data, key=lambda row: row["label"])


def telling(*mixins, **options):
    meta = type("Meta", (TellingSerializer.Meta,), options)
    return type(TellingSerializer)("Own", (*mixins, TellingSerializer), {"Meta": meta})


def with_list(list_class):
    return telling(list_serializer_class=list_class)


class BoardSerializer(serializers.Serializer):
    tag = TellingSerializer(source="first")
    tags = TellingSerializer(source="all", many=True)


def tags():
    return Tag.objects.order_by("pk")


def one(cls):
    return lambda: read_only(cls)(tags().first()).data


def many(cls, source=tags, **options):
    return lambda: read_only(cls)(source(), many=True, **options).data


def stream(cls):
    return lambda: list(iterate(read_only(cls)(tags(), many=True), chunk_size=2))


def response(cls):
    return lambda: json.loads(
        b"".join(StreamingOrjsonResponse(read_only(cls)(tags(), many=True), chunk_size=2))
    )


def page(base, cls=TellingSerializer):
    pages = four_rows(base, page_size=2, default_limit=2)
    options = {"queryset": tags(), "serializer_class": cls, "pagination_class": pages}
    return lambda: answer_of(FastTags, **options).data["results"]


FAST, HAS_FIELDS = telling(FastReadOnlyMixin), telling(ChoosesFieldsForTheRequest)
ENVELOPED, LISTED = map(with_list, (Enveloped, type("Listed", (serializers.ListSerializer,), {})))
WAYS = {
    "one": one(TellingSerializer),
    "a class that is fast itself": lambda: FAST(tags().first()).data,
    "a list of one that is fast itself": lambda: FAST(tags(), many=True).data,
    "a queryset": many(TellingSerializer),
    "a list": many(TellingSerializer, lambda: list(tags())),
    "a manager": many(TellingSerializer, lambda: Tag.objects),
    "values": many(TellingSerializer, lambda: tags().values("id", "label")),
    "its own representation": one(telling(AddsAKey)),
    "a list with its own representation": many(telling(AddsAKey)),
    "its own data": one(telling(WrapsItsData)),
    "its own fields": one(HAS_FIELDS),
    "a list with its own fields": many(HAS_FIELDS, context={"user": 1}),
    "a list class of the project's": many(LISTED),
    "a list class that represents": many(ENVELOPED),
    "a list class with data of its own": many(with_list(Sorted)),
    "nested": lambda: read_only(BoardSerializer)(Tag.objects).data,
    "a stream": stream(TellingSerializer),
    "a stream of a list class": stream(LISTED),
    "a stream of a list class that represents": stream(ENVELOPED),
    "a streamed response": response(TellingSerializer),
    "numbered pages": page(pagination.PageNumberPagination),
    "pages by offset": page(pagination.LimitOffsetPagination),
    "pages by cursor": page(pagination.CursorPagination),
    "a slice of the project's": page(OptionalLimit),
    "pages of a list class": page(pagination.PageNumberPagination, ENVELOPED),
}
# What has fields of its own is read by REST framework's code as long as it has few rows.
OWN_FIELDS = {"its own fields", "a list with its own fields"}

pytestmark = pytest.mark.usefixtures("tags")
rows_or_not = pytest.mark.parametrize("rows", [False, True], ids=["instances", "rows"])


@rows_or_not
def test_it_may_be_switched_at_any_time(rows, settings):
    for name, way in WAYS.items():
        for enabled, who in ((True, "fast"), (False, "drf"), (True, "fast")):
            settings.FASTSERIALIZERS = {"ENABLED": enabled, "ROWS": rows}
            # The first use of a class may be REST framework's.
            way()
            readers = set(re.findall(r"'who': '(\w+)'", str(way())))
            assert readers == {who} or (enabled and name in OWN_FIELDS), (name, enabled)


@rows_or_not
def test_with_verify_it_is_proved_and_rest_frameworks_is_sent(rows, settings, caplog):
    caplog.set_level(logging.DEBUG, "fastserializers.verify")
    settings.FASTSERIALIZERS = {"VERIFY": 1, "ROWS": rows}
    for name, way in WAYS.items():
        caplog.clear()
        assert set(re.findall(r"by (\w+)", str(way()))) == {"drf"}, name
        found = [record for record in caplog.records if record.name == "fastserializers.verify"]
        assert {record.levelname for record in found} == {"ERROR"}, name
        assert all(record.path.endswith("label") for record in found), name
        values = {record.drf_value.partition(" by ")[2] for record in found}
        assert values == {"drf' (str)"}, name


# What else the switch decides on.


class NameSerializer(FastReadOnlySerializer):
    name = TellsWhoReads()


@override_settings(FASTSERIALIZERS={"ENABLED": False})
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
    for settings.FASTSERIALIZERS in ({"ENABLED": False}, {"VERIFY": 1}, {}):
        with pytest.raises(AssertionError, match="differs at name"):
            assert_same_output(NameSerializer, {"name": "a"})
        assert "def " in source_of(NameSerializer, dict), settings.FASTSERIALIZERS
        with pytest.raises(ReadOnlySerializerError):
            NameSerializer(data={"name": "a"})
