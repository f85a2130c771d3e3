"""What of a small request is neither the query nor the representation?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from rest_framework import generics, views
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.pagination import PageNumberPagination
from rest_framework.test import APIRequestFactory

from benchmarks.tables import IDIOMS, MADE, Table, figure, machine, versions
from benchmarks.turns import uncollected
from benchmarks.users import DRF, DRF_SERIALIZERS
from bookshop.views import HundredRows
from fastserializers.renderers import OrjsonRenderer
from fastserializers.views import FastReadMixin

pytestmark = pytest.mark.usefixtures("database")

CALLS, ROUNDS = 50, 15
REQUESTS = APIRequestFactory()
# A page in the middle has two links, and a browser or a client says what it accepts.
HEADERS = {"accept": "application/json, text/plain, */*"}

PARTS: dict[str, tuple[type, str]] = {
    "find the renderer": (DefaultContentNegotiation, "select_renderer"),
    "make the request": (views.APIView, "initialize_request"),
    "authenticate": (views.APIView, "perform_authentication"),
    "make the serializer": (generics.GenericAPIView, "get_serializer"),
    "the renderer's context": (views.APIView, "get_renderer_context"),
    "the link to the next page": (PageNumberPagination, "get_next_link"),
    "the link to the page before": (PageNumberPagination, "get_previous_link"),
    "the response's headers": (views.APIView, "finalize_response"),
}


def page() -> Callable[[], bytes]:
    class Page(FastReadMixin, generics.ListAPIView):
        serializer_class = DRF_SERIALIZERS[DRF]
        queryset = serializer_class.Meta.model.objects.order_by("pk")  # type: ignore[attr-defined]
        pagination_class = HundredRows
        renderer_classes = (OrjsonRenderer,)
        authentication_classes = ()
        permission_classes = ()

    view = Page.as_view()
    return lambda: view(REQUESTS.get("/users/?page=2", headers=HEADERS)).render().content


@contextmanager
def timed(owner: type, name: str) -> Iterator[list[float]]:
    """Yield a list of the seconds that each call of a method took."""
    method, seconds = getattr(owner, name), []

    def measured(*args: Any, **kwargs: Any) -> Any:
        started = process_time()
        try:
            return method(*args, **kwargs)
        finally:
            seconds.append(process_time() - started)

    with patch.object(owner, name, measured), uncollected():
        yield seconds


def microseconds(body: Callable[[], bytes], owner: type, name: str) -> tuple[float, float]:
    """Return what a method and what a whole request take, the fastest rounds."""
    parts, wholes = [], []
    for _ in range(ROUNDS):
        with timed(owner, name) as seconds:
            started = process_time()
            for _ in range(CALLS):
                body()
            wholes.append(process_time() - started)
        parts.append(sum(seconds))
    return min(parts) / CALLS * 1e6, min(wholes) / CALLS * 1e6


def test_costs() -> None:
    body = page()
    rows = []
    for title, (owner, name) in PARTS.items():
        part, whole = microseconds(body, owner, name)
        rows.append(
            {
                "": title,
                "µs": figure(part),
                "of 1,000 µs of the request": figure(part / whole * 1_000),
            }
        )
    MADE.append(
        Table(
            section=IDIOMS,
            title=f"What a page of 100 users costs besides, from {connection.display_name}",
            unit="µs per request",
            rows=rows,
            machine=machine(),
            versions=versions(),
            how=f"CPU time of REST framework's methods, the fastest of {ROUNDS} rounds",
        )
    )
