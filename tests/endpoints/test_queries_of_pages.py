"""A page of any queryset: the rows, the number of all, and the queries for them, are DRF's."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.models import Count, F, QuerySet
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from rest_framework import pagination
from rest_framework.request import Request

from fastserializers import pagination as fast_pagination
from tests.relations import library
from tests.relations.models import Credit, Work
from tests.rows.querysets import QUERYSETS

BASES = [
    (pagination.PageNumberPagination, fast_pagination.PageNumberPagination),
    (pagination.LimitOffsetPagination, fast_pagination.LimitOffsetPagination),
]
pytestmark = [pytest.mark.django_db, pytest.mark.parametrize(("drf", "own"), BASES)]

MORE_QUERYSETS = {
    "values": lambda: Work.objects.order_by("title").values("title"),
    "values, distinct": lambda: Credit.objects.order_by("role").values("role").distinct(),
    "values, grouped": lambda: (
        Credit.objects.order_by("role").values("role").annotate(number=Count("pk"))
    ),
    "annotated twice": lambda: (
        Work.objects.order_by("pk").annotate(a=Count("credits")).annotate(b=F("a")).filter(b=1)
    ),
    "raw condition": lambda: Work.objects.order_by("pk").extra(where=["1 = 1"]),
}


@pytest.fixture(autouse=True)
def works():
    library.fill()


def read(base, make_queryset):
    """Return a page, the number of all rows, and the queries that were made for them."""
    with CaptureQueriesContext(connection) as queries:
        try:
            paginator = type("Pages", (base,), {"page_size": 2, "default_limit": 2})()
            request = Request(RequestFactory().get("/"))
            page = paginator.paginate_queryset(make_queryset(), request, view=object())
            found = list(page), paginator.get_paginated_response([]).data
        except Exception as error:
            found = type(error), str(error)
    return found, [query["sql"] for query in queries]


@pytest.mark.parametrize("name", [*QUERYSETS, *MORE_QUERYSETS])
def test_a_page_of_any_queryset(drf, own, name):
    make_queryset = {**QUERYSETS, **MORE_QUERYSETS}[name]
    assert read(own, make_queryset) == read(drf, make_queryset)


def test_a_count_of_the_projects_is_asked(drf, own):
    class Estimated(QuerySet):
        def count(self):
            return 1_000

    def queryset():
        return Estimated(Work).order_by("pk")

    found, _ = read(own, queryset)
    assert found == read(drf, queryset)[0]
    assert found[1]["count"] == 1_000
