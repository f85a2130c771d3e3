"""`OrjsonRenderer` writes what DRF's `JSONRenderer` writes."""

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
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList
from rest_framework.views import APIView

from fastserializers.parsers import OrjsonParser
from fastserializers.renderers import OrjsonRenderer
from tests.named import all_of
from tests.rendering.values import NAMES, odd_value, outcome, values

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
    """Return our renderer and REST framework's, each of a subclass with these attributes."""
    return [type("Own", (base,), attributes)() for base in (OrjsonRenderer, JSONRenderer)]


def links(count):
    return [
        {"url": Hyperlink(f"/books/{number}/", number), "title": SafeString("é"), "none": None}
        for number in range(count)
    ]


class Places:
    """What a value may stand in."""

    def alone(value):
        return value

    def in_a_row(value):
        return ReturnDict({"a": 1.5, "b": value}, serializer=None)

    def in_a_page(value):
        return {"next": None, "results": ReturnList([[value]], serializer=None)}

    def before_links(value):
        return [value, *links(2)]

    def after_links(value):
        return ReturnList([*links(20), value], serializer=None)

    def after_a_page_of_links(value):
        return {"results": ReturnList(links(2), serializer=None), "last": value}

    def in_an_ordered_dict(value):
        return collections.OrderedDict(a=links(1), b=value)


PLACES = all_of(Places)


def rendered_values(renderer, place, accepted):
    """Return what a renderer writes for each of the odd values, by the value's name."""
    return {name: rendered(renderer, place(odd_value(name)), accepted) for name in NAMES}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_every_value_is_rendered_as_by_json_renderer(place):
    def bodies(renderer, lenient):
        return [
            rendered_values(renderer, place, "application/json"),
            rendered_values(renderer, place, "application/json; indent=2"),
            rendered_values(lenient, place, "application/json"),
        ]

    lenient, lenient_reference = both_with(strict=False)
    assert bodies(OrjsonRenderer(), lenient) == bodies(JSONRenderer(), lenient_reference)


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


@pytest.fixture
def without_the_garbage_collector():
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    "value",
    [1, math.nan, object(), Unavailable(OSError)],
    ids=["number", "nan", "object", "value that raises"],
)
def test_rendered_data_is_not_left_for_the_garbage_collector(without_the_garbage_collector, value):
    def rendered_once():
        data = ReturnList([value, uuid.UUID(int=1), Hyperlink("/", 1)], serializer=None)
        outcome(lambda: OrjsonRenderer().render(data))
        return weakref.ref(data)

    assert rendered_once()() is None


class HexUUIDEncoder(JSONEncoder):
    def default(self, obj):
        return obj.hex if isinstance(obj, uuid.UUID) else super().default(obj)


DOCUMENT = {"id": uuid.UUID(int=1), "text": "é\x7f\u2028", "list": [1, [], {}], "none": None}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("compact", False),
        ("ensure_ascii", True),
        ("encoder_class", HexUUIDEncoder),
        ("strict", False),
    ],
)
def test_what_a_subclass_sets_is_honoured(name, value):
    ours, reference = both_with(**{name: value})

    assert rendered(ours, DOCUMENT) == rendered(reference, DOCUMENT)


@pytest.mark.parametrize("indent", [None, 0, 2, 2.0, 9], ids=repr)
def test_an_indent_is_honoured(indent):
    def get_indent(renderer, accepted_media_type, renderer_context):
        return indent

    def bodies(renderer, own):
        asked = f"application/json; indent={indent}"
        return [
            rendered(renderer, DOCUMENT, "application/json", {"indent": indent}),
            rendered(renderer, DOCUMENT, asked, {}),
            rendered(own, DOCUMENT),
        ]

    ours, reference = both_with(get_indent=get_indent)
    assert bodies(OrjsonRenderer(), ours) == bodies(JSONRenderer(), reference)


@pytest.mark.parametrize("error", [ConnectionError("gone"), SystemExit(1)], ids=repr)
def test_a_failing_value_is_asked_once_and_its_exception_gets_through(error):
    value = Unavailable(error)
    with pytest.raises(type(error)) as caught:
        OrjsonRenderer().render({"a": [*links(2), value]})
    assert caught.value is error
    assert caught.value.__context__ is None
    assert value.asked == 1


@pytest.mark.django_db
@pytest.mark.parametrize("other", [1, 2**64, math.nan])
def test_a_queryset_is_evaluated_once(django_assert_num_queries, other):
    User.objects.create(username="ada", last_name="\u2028")

    def data():
        users = User.objects.values("username", "last_name", "last_login")
        return {"users": users, "other": other}

    reference = rendered(JSONRenderer(), data())
    with django_assert_num_queries(1):
        assert rendered(OrjsonRenderer(), data()) == reference


class Example(APIView):
    def get(self, request, name):
        return Response(odd_value(name))

    def post(self, request, name):
        data = {"type": type(request.data).__name__, "data": request.data}
        return Response(data, status=201, headers={"X-Name": name})


BEFORE = {"parser_classes": [JSONParser], "renderer_classes": [JSONRenderer]}
AFTER = {"parser_classes": [OrjsonParser], "renderer_classes": [OrjsonRenderer]}
urlpatterns = [
    path("reference/<name>/", Example.as_view(**BEFORE)),
    path("fast/<name>/", Example.as_view(**AFTER)),
]


def answer(endpoint, method, name, **request):
    """Return what a client sees of the reference's endpoint, or of ours."""
    response = getattr(APIClient(), method)(f"/{endpoint}/{name}/", **request)
    # A page says where it is, and has another token each time.
    content = re.sub(rb'/%s/|"csrfToken": "\w+"' % endpoint.encode(), b"", response.content)
    return response.status_code, dict(response.headers), with_one_spelling_of_floats(content)


def test_a_float_keeps_its_value_and_stays_a_float():
    floats = [1e16, 1e-7, 5e-324, -0.0, 1.0]
    assert list(map(repr, json.loads(OrjsonRenderer().render(floats)))) == list(map(repr, floats))
