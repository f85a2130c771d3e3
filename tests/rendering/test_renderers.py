"""`OrjsonRenderer` writes what DRF's `JSONRenderer` writes."""

from __future__ import annotations

import collections
import enum
import gc
import json
import math
import re
import uuid
import weakref

import pytest
from django.contrib.auth.models import User
from django.urls import path
from django.utils.safestring import SafeString
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rest_framework.parsers import JSONParser
from rest_framework.relations import Hyperlink
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList
from rest_framework.views import APIView

from fastserializers.parsers import OrjsonParser
from fastserializers.renderers import OrjsonRenderer
from tests.rendering.values import ODD_VALUES, Shouting, outcome, values

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*')


def with_one_spelling_of_floats(body):
    """Return `body` with its floats as Python writes them: JSON leaves their exponent open."""

    def respell(found):
        token = found[0]
        is_float = not token.startswith(b'"') and re.search(rb"[.eE]", token)
        return repr(float(token)).encode() if is_float else token

    return TOKEN.sub(respell, body) if isinstance(body, bytes) else body


def rendered(renderer, value, accepted_media_type=None, renderer_context=None):
    return with_one_spelling_of_floats(
        outcome(lambda: renderer.render(value, accepted_media_type, renderer_context))
    )


def both_with(**attributes):
    """Return our renderer and DRF's, each of a subclass with these attributes."""
    return [type("Own", (cls,), attributes)() for cls in (OrjsonRenderer, JSONRenderer)]


def links(count):
    return [
        {"url": Hyperlink(f"/books/{number}/", number), "title": SafeString("é"), "none": None}
        for number in range(count)
    ]


PLACES = {
    "alone": lambda value: value,
    "in a row": lambda value: ReturnDict({"a": 1.5, "b": value}, serializer=None),
    "in a page": lambda value: {"next": None, "results": ReturnList([[value]], serializer=None)},
    "before links": lambda value: [value, *links(2)],
    "after links": lambda value: ReturnList([*links(20), value], serializer=None),
    "after a page of links": lambda value: {
        "results": ReturnList(links(2), serializer=None), "last": value
    },
    "in rows of their own": lambda value: (ReturnDict({"a": [value]}, serializer=None),),
    "in an OrderedDict": lambda value: collections.OrderedDict(a=links(1), b=value),
    "in a dict with its own items": lambda value: Shouting(a=links(1), b=value),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_every_value_is_rendered_as_by_json_renderer(place):
    for options, accepted in (
        ({}, "application/json"),
        ({}, "application/json; indent=2"),
        ({"strict": False}, "application/json"),
    ):
        ours, reference = both_with(**options)
        for name, make in ODD_VALUES.items():
            expected = rendered(reference, place(make()), accepted)
            assert rendered(ours, place(make()), accepted) == expected, (name, options, accepted)


@settings(deadline=None, max_examples=150)
@given(values, st.sampled_from([None, "application/json; indent=2", "application/json; indent=3"]))
@example([None, [math.nan]], None)
def test_any_value_is_rendered_as_by_json_renderer(value, accepted):
    assert rendered(OrjsonRenderer(), value, accepted) == rendered(JSONRenderer(), value, accepted)


def test_a_member_of_an_enum_that_is_no_choices_is_written_as_its_value():
    class Colour(enum.Enum):
        RED = "red"

    class Priority(int, enum.Enum):
        HIGH = 1, "high"

        def __new__(cls, number, value):
            member = int.__new__(cls, number)
            member._value_ = value
            return member

    with pytest.raises(TypeError, match="not JSON serializable"):
        JSONRenderer().render([Colour.RED])
    assert OrjsonRenderer().render([Colour.RED]) == b'["red"]'
    assert JSONRenderer().render([Priority.HIGH]) == b"[1]"
    assert OrjsonRenderer().render([Priority.HIGH]) == b'["high"]'


class Unavailable:
    """A value whose connection is gone; counts how often it was asked."""

    def __init__(self, error):
        self.error = error
        self.asked = 0

    def tolist(self):
        self.asked += 1
        raise self.error


def test_rendered_data_is_not_left_for_the_garbage_collector():
    def rendered_once(value):
        data = ReturnList([value, uuid.UUID(int=1), Hyperlink("/", 1)], serializer=None)
        outcome(lambda: OrjsonRenderer().render(data))
        return weakref.ref(data)

    gc.disable()
    try:
        for value in (1, math.nan, 2**64, object(), iter([1]), Unavailable(OSError)):
            assert rendered_once(value)() is None, value
    finally:
        gc.enable()


class HexUUIDEncoder(JSONEncoder):
    def default(self, obj):
        return obj.hex if isinstance(obj, uuid.UUID) else super().default(obj)


INDENTS = [None, 0, 1, 2, 4, 8, 9, -1, "\t", "2", 2.0, True]
SET = [
    *({"compact": False}, {"ensure_ascii": True}, {"ensure_ascii": True, "compact": False}),
    *({"encoder_class": HexUUIDEncoder}, {"strict": False}),
    *({"get_indent": lambda *arguments, indent=indent: indent} for indent in INDENTS),
]


def test_what_a_subclass_sets_and_an_indent_are_honoured():
    value = {"id": uuid.UUID(int=1), "text": "é\x7f\u2028", "list": [1, [], {}], "none": None}
    calls = [(attributes, ()) for attributes in SET]
    calls += [
        ({}, (accepted, {"indent": indent}))
        for indent in INDENTS
        for accepted in ("application/json", f"application/json; indent={indent}")
    ]
    for attributes, arguments in calls:
        ours, reference = both_with(**attributes)
        expected = rendered(reference, value, *arguments)
        assert rendered(ours, value, *arguments) == expected, (attributes, arguments)


def test_a_failing_value_is_asked_once_and_its_exception_gets_through():
    for error in (ConnectionError("gone"), SystemExit(1), KeyError("a")):
        value = Unavailable(error)
        with pytest.raises(type(error)) as caught:
            OrjsonRenderer().render({"a": [*links(2), value]})
        assert caught.value is error
        assert caught.value.__context__ is None
        assert value.asked == 1


@pytest.mark.django_db
def test_a_queryset_is_evaluated_once(django_assert_num_queries):
    User.objects.create(username="ada", last_name="\u2028")

    def data(other):
        users = User.objects.values("username", "last_name", "last_login")
        return {"users": users, "other": other}

    for other in (1, None, 2**64, math.nan):
        reference = rendered(JSONRenderer(), data(other))
        with django_assert_num_queries(1):
            assert rendered(OrjsonRenderer(), data(other)) == reference, other


class Example(APIView):
    def get(self, request, name):
        return Response(ODD_VALUES[name]())

    def post(self, request, name):
        data = {"type": type(request.data).__name__, "data": request.data}
        return Response(data, status=201, headers={"X-Name": name})

    def delete(self, request, name):
        return Response(status=204)


BEFORE = {"parser_classes": [JSONParser], "renderer_classes": [JSONRenderer, BrowsableAPIRenderer]}
AFTER = {
    "parser_classes": [OrjsonParser],
    "renderer_classes": [OrjsonRenderer, BrowsableAPIRenderer],
}
urlpatterns = [
    path("reference/<name>/", Example.as_view(**BEFORE)),
    path("fast/<name>/", Example.as_view(**AFTER)),
]


def responses(method, name, **request):
    """Return what a client sees of the reference's endpoint and of ours."""
    seen = []
    for endpoint in ("reference", "fast"):
        response = getattr(APIClient(), method)(f"/{endpoint}/{name}/", **request)
        # A page says where it is, and has another token each time.
        content = re.sub(rb'/%s/|"csrfToken": "\w+"' % endpoint.encode(), b"", response.content)
        body = with_one_spelling_of_floats(content)
        seen.append((response.status_code, dict(response.headers), body))
    return seen


ACCEPTED = [
    *("application/json", "application/json; indent=2", "application/json; indent=4"),
    *("application/xml", "*/*", "text/html"),
]
REQUESTS = [
    {},
    *({"headers": {"accept": accepted}} for accepted in ACCEPTED),
    *({"data": {"format": "json"}}, {"data": {"format": "xml"}}),
]


@pytest.mark.urls(__name__)
def test_an_endpoint_answers_as_before():
    names = ("ReturnDict", "lazy translation", "none", "line separators")
    calls = [("get", name, options) for name in names for options in REQUESTS]
    calls += [(method, "none", {}) for method in ("put", "delete", "options")]
    posted = {"data": '{"a": [1, null, "é"]}', "content_type": "application/json"}
    calls.append(("post", "x", posted))
    for method, name, options in calls:
        reference, fast = responses(method, name, **options)
        assert fast == reference, (method, name, options)


def test_a_float_keeps_its_value_and_stays_a_float():
    floats = [1e16, 1e-7, 5e-324, -0.0, 1.0]
    assert list(map(repr, json.loads(OrjsonRenderer().render(floats)))) == list(map(repr, floats))
