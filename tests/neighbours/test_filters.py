"""django-filter, and the filters that come with DRF."""

from __future__ import annotations

import pytest
from django.test import modify_settings
from rest_framework.filters import OrderingFilter, SearchFilter
from rest_framework.pagination import PageNumberPagination

from tests.models import Book
from tests.neighbours.library import assert_same_answers

pytest.importorskip("django_filters")

from django_filters import rest_framework as filters


class Pages(PageNumberPagination):
    page_size = 2


class BookFilter(filters.FilterSet):
    least_pages = filters.NumberFilter(field_name="pages", lookup_expr="gte")
    tagged = filters.CharFilter(field_name="tags__label", distinct=True)

    class Meta:
        model = Book
        fields = ("grade", "publisher", "in_print")


QUERIES = [
    ("least_pages=300&in_print=true", 4),
    ("tagged=sea&grade=2", 4),
    ("search=Book 5", 1),
    ("least_pages=100&search=gomer&ordering=-title", 3),
    ("publisher=x&least_pages=many", None),
]


@pytest.mark.usefixtures("books")
@modify_settings(INSTALLED_APPS={"append": "django_filters"})
def test_every_filter_leaves_the_same_rows():
    for query, count in QUERIES:
        answer = assert_same_answers(
            f"/books/?{query}",
            filter_backends=[filters.DjangoFilterBackend, SearchFilter, OrderingFilter],
            filterset_class=BookFilter,
            search_fields=["title", "publisher__code"],
            ordering_fields=["pages", "title"],
            pagination_class=Pages,
        )
        if count is None:
            assert set(answer.json()) == {"publisher", "least_pages"}
        else:
            assert answer.data["count"] == count, query
