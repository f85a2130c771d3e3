"""How often a value is asked what it is in JSON: once, whoever writes it in the end."""

from __future__ import annotations

import datetime as dt
import gc
import math
import uuid
import weakref

import pytest
from django.http import JsonResponse
from django.utils.functional import lazy
from rest_framework.relations import Hyperlink
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.serializer_helpers import ReturnList

from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import OrjsonResponse
from tests.rendering.test_enums import Numbered
from tests.rendering.values import outcome

# What makes json.dumps write the data, after orjson has begun.
REFUSED = {
    "integer beyond 64 bits": [2**64],
    "key that is no text": [{1: 2}],
    "nan": [None, math.nan],
    "odd member of an enum": [Numbered.ONE],
    "lone surrogate": ["\ud800"],
    "many links and a lone surrogate": [*(Hyperlink("/", 1) for _ in range(100)), "\ud800"],
    "iterator": [iter([1, 2])],
    "no JSON": [object()],
    "no JSON after many links": [*(Hyperlink("/", 1) for _ in range(100)), object()],
    "nothing": [],
    "many links": [Hyperlink("/", 1) for _ in range(100)],
    "many links in rows": [{"a": Hyperlink("/", 1), "b": n} for n in range(100)],
}


class Counting:
    """Says a different thing each time it is asked, and how often that was."""

    def __init__(self):
        self.asked = 0

    def tolist(self):
        self.asked += 1
        return [self.asked, uuid.UUID(int=self.asked)]


def refused(name):
    # Iterators can be read once only.
    return [iter([1, 2])] if name == "iterator" else REFUSED[name]


@pytest.mark.parametrize("name", REFUSED)
def test_the_renderer_asks_each_value_as_often_as_json_renderer(name):
    def render(renderer_class):
        values = [Counting(), Counting()]
        data = [values, dt.date(2024, 1, 1), values[0], refused(name), values[1]]
        body = outcome(lambda: renderer_class().render(data))
        return body, [value.asked for value in values]

    (body, asked), (expected, asked_by_json) = render(OrjsonRenderer), render(JSONRenderer)
    assert body == expected
    # Where json.dumps raises, it may not have come as far.
    assert asked == asked_by_json or (max(asked) <= 2 and not isinstance(expected, bytes))


class CountingText:
    def __init__(self):
        self.asked = 0

    def __call__(self):
        self.asked += 1
        return str(self.asked)


@pytest.mark.parametrize("encoder", [{}, {"encoder": None}], ids=["as json", "as orjson"])
@pytest.mark.parametrize("name", [name for name in REFUSED if name != "nan"])
def test_the_response_asks_each_value_as_often_as_json_response(name, encoder):
    def send(response_class, **options):
        texts = [CountingText(), CountingText()]
        values = [lazy(text, str)() for text in texts]
        data = [values, values[0], refused(name), values[1]]
        body = outcome(lambda: response_class(data, safe=False, **options) and None)
        return body, [text.asked for text in texts]

    assert send(OrjsonResponse, **encoder) == send(JsonResponse)


def rendered_once(name):
    """Return a weak reference to the list that was rendered."""
    data = ReturnList([refused(name), dt.date(2024, 1, 1)], serializer=None)
    outcome(lambda: OrjsonRenderer().render(data))
    return weakref.ref(data)


@pytest.mark.parametrize("name", REFUSED)
def test_nothing_is_left_for_the_collector(name):
    gc.disable()
    try:
        assert rendered_once(name)() is None
    finally:
        gc.enable()


def test_an_exception_after_many_links_has_no_other_as_its_context():
    class Unavailable:
        def tolist(self):
            raise ConnectionError("gone")

    data = [*(Hyperlink("/", 1) for _ in range(100)), Unavailable()]
    with pytest.raises(ConnectionError) as caught:
        OrjsonRenderer().render(data)
    with pytest.raises(ConnectionError) as expected:
        JSONRenderer().render(data)
    assert repr(caught.value.__context__) == repr(expected.value.__context__)
