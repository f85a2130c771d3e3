"""Somebody looks at the network tab of a browser, at a response with JSON."""

import re

import pytest
from asgiref.sync import async_to_sync
from django.http import JsonResponse
from django.test import AsyncClient
from django.urls import path
from rest_framework import serializers

from fastserializers.views import reading_fast
from tests.panel import project
from tests.panel.conftest import JSON

METRIC = re.compile(
    r"""([!#$%&'*+.^_`|~\w-]+);dur=(\d+\.\d);desc="((?:[^"\\]|\\["\\])*)"(?:, |$)"""
)


@pytest.fixture(autouse=True)
def middleware(settings):
    settings.MIDDLEWARE = ["fastserializers.middleware.ServerTimingMiddleware"]


def metrics(response):
    """Return the names and descriptions of a header, every character of which is in a metric."""
    header = response.headers["Server-Timing"]
    assert header.isascii()
    assert METRIC.sub("", header) == ""
    return [(name, text) for name, _, text in METRIC.findall(header)]


def test_the_header_has_the_summary_and_what_was_read(get):
    response, _ = get("/evaluated/")

    assert metrics(response) == [
        ("fastserializers", "0 of 1 list as rows, 13 queries saved"),
        ("BookSerializer", "list of 7 as instances: it is evaluated already"),
    ]


def test_a_response_without_serializers_has_no_header(get):
    response, _ = get("/nothing/")

    assert "Server-Timing" not in response.headers


def test_each_response_has_what_its_own_request_has_read(get):
    assert [metrics(get("/books/")[0])[1] for _ in range(2)] == [
        ("BookSerializer", "list of 7 as rows"),
        ("BookSerializer", "list of 7 as rows"),
    ]


class PlainSerializer(serializers.Serializer):
    id = serializers.IntegerField()


def numbers(request):
    with reading_fast():
        return JsonResponse(PlainSerializer([{"id": 1}], many=True).data, safe=False)


async def numbers_later(request):
    return numbers(request)


def many_names(request):
    response = JsonResponse({})
    for number in range(200):
        name = f'Ünïcode"{number}\\Serializer'
        cls = type(name, (PlainSerializer,), {"__module__": __name__})
        assert cls({"id": number}).data == {"id": number}
    return response


def with_a_header(request):
    response = numbers(request)
    response.headers["Server-Timing"] = "db;dur=1.5"
    return response


urlpatterns = [
    path("numbers/", numbers),
    path("numbers-later/", numbers_later),
    path("many-names/", many_names),
    path("with-a-header/", with_a_header),
]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", ["/numbers/", "/numbers-later/"])
def test_an_asynchronous_server_sends_it_as_well(address):
    response = async_to_sync(AsyncClient(headers=JSON).get)(address)

    assert metrics(response)[1] == ("PlainSerializer", "list of 1 as instances: it is no queryset")


@pytest.mark.urls(__name__)
def test_names_are_tokens_and_the_header_has_an_end(client):
    response = client.get("/many-names/")

    found = metrics(response)
    assert found[1][0] == "_n_code_0_Serializer"
    assert re.fullmatch(r"1\d\d more", found[-1][1])
    assert len(response.headers["Server-Timing"]) < 2_100


@pytest.mark.urls(__name__)
def test_a_header_that_is_there_stays(client):
    header = client.get("/with-a-header/").headers["Server-Timing"]

    assert header.startswith("db;dur=1.5, fastserializers;dur=")


def test_it_shows_what_both_the_toolbar_and_the_middleware_record(toolbar, get, settings):
    settings.MIDDLEWARE += ["fastserializers.middleware.ServerTimingMiddleware"]
    settings.MIDDLEWARE.reverse()

    response, _ = get("/books/")

    header = response.headers["Server-Timing"]
    assert project.BookSerializer.__name__ in header
    assert "SerializersPanel" in header
    assert header.count('desc="1 of 1 list as rows, 13 queries saved"') == 2
