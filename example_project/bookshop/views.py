from __future__ import annotations

from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.pagination import PageNumberPagination


class HundredRows(PageNumberPagination):
    page_size = 100


class Page(ListAPIView):
    """A hundred rows a page."""

    # Declared, because as_view() takes only what the class has.
    name = None
    pagination_class = HundredRows


class All(ListAPIView):
    """Every row in one response."""

    name = None
    pagination_class = None


class Detail(RetrieveAPIView):
    """One row."""

    name = None
