"""Data with many instances of subclasses of str, such as the links of a list."""

from __future__ import annotations

import collections
import json

import pytest
from django.http import JsonResponse
from django.utils.safestring import SafeString
from rest_framework.relations import Hyperlink
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import OrjsonResponse
from tests.differential import spelled_out
from tests.rendering.test_renderers import rendered
from tests.rendering.values import ODD_VALUES, Shouting, Suit, Text, outcome


def row(number):
    return {
        "url": Hyperlink(f"http://localhost/books/{number}/", number),
        "title": f"é {number}",
        "links": [Hyperlink("/", number), SafeString("<b>"), Text("a\u2028"), Suit.HEARTS],
        "none": None,
    }


def rows(last):
    return [*map(row, range(20)), {"last": last}]


PLACES = {
    "in a list": rows,
    "in a ReturnList": lambda last: ReturnList(rows(last), serializer=None),
    "in a tuple": lambda last: tuple(rows(last)),
    "in a page": lambda last: {"next": None, "results": ReturnList(rows(last), serializer=None)},
    "in an ordered page": lambda last: collections.OrderedDict(last=last, results=rows(1)),
    "at the top of a page": lambda last: {"results": rows(1), "last": last},
    "in rows that are ReturnDicts": lambda last: [
        ReturnDict(each, serializer=None) for each in rows(last)
    ],
    "in a dict with its own items": lambda last: Shouting(results=rows(last)),
    "first": lambda last: [last, *rows(1)],
}


@pytest.mark.parametrize("accepted", ["application/json", "application/json; indent=2"])
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("make", ODD_VALUES.values(), ids=ODD_VALUES)
def test_they_are_rendered_as_by_json_renderer(make, place, accepted):
    expected = rendered(JSONRenderer(), place(make()), accepted)
    assert rendered(OrjsonRenderer(), place(make()), accepted) == expected


@pytest.mark.parametrize("params", [None, {"sort_keys": True}], ids=str)
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("make", ODD_VALUES.values(), ids=ODD_VALUES)
def test_they_are_sent_as_by_json_response(make, place, params):
    def said(response_class):
        body = response_class(place(make()), safe=False, json_dumps_params=params).content
        return spelled_out(json.loads(body))

    assert outcome(lambda: said(OrjsonResponse)) == outcome(lambda: said(JsonResponse))
