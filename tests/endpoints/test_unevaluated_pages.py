"""A page of a paginator of the project's: a slice of the queryset that is not evaluated yet."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.pagination import BasePagination
from rest_framework.response import Response

from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import Tags, answer_of, seen_page, told
from tests.models import Book, Publisher

pytestmark = pytest.mark.django_db


class OffsetPagination(BasePagination):
    """As Wagtail's."""

    def paginate_queryset(self, queryset, request, view=None):
        self.total_count = queryset.count()
        self.queryset = queryset
        return queryset[1:4]

    def get_paginated_response(self, data):
        return Response({"total": self.total_count, "items": data})


class FilteredPagination(OffsetPagination):
    """Makes another queryset first."""

    def paginate_queryset(self, queryset, request, view=None):
        return super().paginate_queryset(queryset.exclude(title="Book 2"), request, view)


class EvaluatedPagination(OffsetPagination):
    """Has evaluated the slice that it returns."""

    def paginate_queryset(self, queryset, request, view=None):
        page = super().paginate_queryset(queryset, request, view)
        self.last = list(page)[-1]
        return page


class WholePagination(OffsetPagination):
    """Returns the queryset itself."""

    def paginate_queryset(self, queryset, request, view=None):
        super().paginate_queryset(queryset, request, view)
        return queryset


class BookSerializer(serializers.ModelSerializer):
    publisher = serializers.StringRelatedField()

    class Meta:
        model = Book
        fields = ["id", "title", "publisher"]


class Books(Tags):
    queryset = Book.objects.order_by("pk")
    serializer_class = BookSerializer


class FastBooks(FastReadMixin, Books):
    pass


@pytest.fixture
def books():
    for number in range(6):
        publisher = Publisher.objects.create(name=f"Publisher {number}", code=f"p{number}")
        Book.objects.create(title=f"Book {number}", publisher=publisher, price=number)


PAGINATORS = [OffsetPagination, FilteredPagination, EvaluatedPagination, WholePagination]


@pytest.mark.parametrize("paginator", PAGINATORS)
def test_the_page_is_drfs(books, paginator):
    expected, _, queries_of_drf = told(Books, pagination_class=paginator)
    answered, _, queries = told(FastBooks, pagination_class=paginator)
    assert answered == expected
    assert queries <= queries_of_drf


@pytest.mark.parametrize("paginator", [OffsetPagination, FilteredPagination, WholePagination])
def test_the_page_is_read_as_rows(books, paginator, django_assert_num_queries):
    # The number of all, the page, and its publishers.
    with django_assert_num_queries(3):
        answer_of(FastBooks, pagination_class=paginator)


def test_querysets_that_a_paginator_keeps_are_djangos(books):
    _, view = seen_page(OffsetPagination, Book.objects.order_by("pk"), view_class=FastBooks)
    assert view.paginator.queryset._iterable_class is Book.objects.all()._iterable_class
