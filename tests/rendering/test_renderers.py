"""`OrjsonRenderer` writes what DRF's `JSONRenderer` writes."""

from __future__ import annotations

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
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rest_framework.relations import Hyperlink
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.utils.serializer_helpers import ReturnList
from rest_framework.views import APIView

from fastserializers.renderers import OrjsonRenderer
from tests.rendering.values import ODD_VALUES, outcome, values

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


@pytest.mark.parametrize("accepted", ["application/json", "application/json; indent=2"])
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("make", ODD_VALUES.values(), ids=ODD_VALUES)
def test_every_value_is_rendered_as_by_json_renderer(make, strict, accepted):
    ours = type("Ours", (OrjsonRenderer,), {"strict": strict})()
    reference = type("Reference", (JSONRenderer,), {"strict": strict})()
    assert rendered(ours, make(), accepted) == rendered(reference, make(), accepted)


@pytest.mark.parametrize("make", ODD_VALUES.values(), ids=ODD_VALUES)
def test_every_value_inside_a_page_is_rendered_as_by_json_renderer(make):
    def page():
        return {"next": None, "results": ReturnList([{"a": 1.5, "b": make()}], serializer=None)}

    assert rendered(OrjsonRenderer(), page()) == rendered(JSONRenderer(), page())


@settings(deadline=None, max_examples=300)
@given(values, st.sampled_from([None, "application/json; indent=2", "application/json; indent=3"]))
@example([None, [math.nan]], None)
def test_any_value_is_rendered_as_by_json_renderer(value, accepted):
    assert rendered(OrjsonRenderer(), value, accepted) == rendered(JSONRenderer(), value, accepted)


plain_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text()
    # Written without exponent by everybody.
    | st.decimals(-1000000, 1000000, places=3).map(float),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=30,
)


@settings(deadline=None, max_examples=200)
@given(plain_values, st.sampled_from([None, "application/json; indent=2"]))
def test_values_of_json_come_out_byte_for_byte(value, accepted):
    assert OrjsonRenderer().render(value, accepted) == JSONRenderer().render(value, accepted)


def test_none_is_an_empty_body():
    assert OrjsonRenderer().render(None) == b""


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


def test_rendered_data_is_not_left_for_the_garbage_collector():
    def rendered_once(value):
        data = ReturnList([value, uuid.UUID(int=1), Hyperlink("/", 1)], serializer=None)
        outcome(lambda: OrjsonRenderer().render(data))
        return weakref.ref(data)

    gc.disable()
    try:
        for value in (1, math.nan, 2**64, object(), iter([1])):
            assert rendered_once(value)() is None, value
    finally:
        gc.enable()


class HexUUIDEncoder(JSONEncoder):
    def default(self, obj):
        return obj.hex if isinstance(obj, uuid.UUID) else super().default(obj)


@pytest.mark.parametrize(
    "attributes",
    [
        {"compact": False},
        {"ensure_ascii": True},
        {"ensure_ascii": True, "compact": False},
        {"strict": False},
        {"encoder_class": HexUUIDEncoder},
        {"get_indent": lambda self, accepted_media_type, renderer_context: 2},
        {"get_indent": lambda self, accepted_media_type, renderer_context: "\t"},
        {"get_indent": lambda self, accepted_media_type, renderer_context: True},
        {"get_indent": lambda self, accepted_media_type, renderer_context: 2.0},
        {"get_indent": lambda self, accepted_media_type, renderer_context: 0},
    ],
    ids=lambda attributes: ",".join(attributes),
)
def test_what_a_subclass_sets_is_honoured(attributes):
    value = {"id": uuid.UUID(int=1), "text": "é\x7f\u2028", "list": [1, [], {}], "none": None}
    ours = type("Ours", (OrjsonRenderer,), attributes)()
    reference = type("Reference", (JSONRenderer,), attributes)()
    assert rendered(ours, value) == rendered(reference, value)


@pytest.mark.parametrize("accepted", ["application/json", "application/json; indent={}"])
@pytest.mark.parametrize("indent", [None, 0, 1, 2, 4, 8, 9, -1, "\t", "2", 2.0, True])
def test_an_indent_is_honoured(accepted, indent):
    value = {"a": [1, {"b": None, "c": []}], "d": {}, "é\u2028": "x"}
    call = value, accepted.format(indent), {"indent": indent}
    assert rendered(OrjsonRenderer(), *call) == rendered(JSONRenderer(), *call)


@pytest.mark.parametrize("error", [ConnectionError("gone"), SystemExit(1), KeyError("a")])
def test_a_failing_value_is_asked_once_and_its_exception_gets_through(error):
    calls = []

    class Unavailable:
        def tolist(self):
            calls.append(self)
            raise error

    with pytest.raises(type(error)) as caught:
        OrjsonRenderer().render({"a": [Unavailable()]})
    assert caught.value is error
    assert len(calls) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("other", [1, None, 2**64, math.nan], ids=str)
def test_a_queryset_is_evaluated_once(other, django_assert_num_queries):
    User.objects.create(username="ada", last_name="\u2028")

    def data():
        return {
            "users": User.objects.values("username", "last_name", "last_login"),
            "other": other,
        }

    reference = rendered(JSONRenderer(), data())
    with django_assert_num_queries(1):
        assert rendered(OrjsonRenderer(), data()) == reference


class Example(APIView):
    def get(self, request, name):
        return Response(ODD_VALUES[name]())

    def post(self, request, name):
        return Response(request.data, status=201, headers={"X-Name": name})

    def delete(self, request, name):
        return Response(status=204)


urlpatterns = [
    path(f"{prefix}/<name>/", Example.as_view(renderer_classes=(renderer, BrowsableAPIRenderer)))
    for prefix, renderer in {"reference": JSONRenderer, "fast": OrjsonRenderer}.items()
]


def responses(method, name, **request):
    """Return what a client sees of the reference's endpoint and of ours."""
    seen = []
    for endpoint in ("reference", "fast"):
        response = getattr(APIClient(), method)(f"/{endpoint}/{name}/", **request)
        body = with_one_spelling_of_floats(response.content)
        seen.append((response.status_code, dict(response.headers), body))
    return seen


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("name", ["ReturnDict", "lazy translation", "none", "line separators"])
@pytest.mark.parametrize(
    "request_options",
    [
        {},
        {"headers": {"accept": "application/json"}},
        {"headers": {"accept": "application/json; indent=2"}},
        {"headers": {"accept": "application/json; indent=4"}},
        {"headers": {"accept": "application/xml"}},
        {"headers": {"accept": "*/*"}},
        {"data": {"format": "json"}},
        {"data": {"format": "xml"}},
    ],
    ids=str,
)
def test_an_endpoint_answers_as_before(name, request_options):
    reference, fast = responses("get", name, **request_options)
    assert fast == reference


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("method", ["put", "delete", "options"])
def test_other_methods_answer_as_before(method):
    reference, fast = responses(method, "none")
    assert fast == reference


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("body", ['{"a": [1, null, "é"]}', '{"a": '])
def test_a_posted_body_and_its_errors_come_back_as_before(body):
    reference, fast = responses("post", "x", data=body, content_type="application/json")
    assert fast == reference


@pytest.mark.urls(__name__)
def test_the_browsable_api_shows_the_same_page():
    client = APIClient(headers={"accept": "text/html"})
    reference, fast = (
        re.sub(rb'"csrfToken": "\w+"', b"", client.get(f"/{prefix}/ReturnDict/").content)
        for prefix in ("reference", "fast")
    )
    assert fast.replace(b"/fast/", b"/reference/") == reference
    assert b"&quot;b&quot;: null" in fast


def test_a_float_keeps_its_value_and_stays_a_float():
    floats = [1e16, 1e-7, 5e-324, -0.0, 1.0]
    assert list(map(repr, json.loads(OrjsonRenderer().render(floats)))) == list(map(repr, floats))
