"""A strictly typed project's views and responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import generics, viewsets
from rest_framework.pagination import CursorPagination, PageNumberPagination
from typing_extensions import override

from bookshop.models import Book
from fastserializers import FastReadMixin
from fastserializers.responses import OrjsonResponse, StreamingOrjsonResponse
from fastserializers.streams import iterate
from tests.typed.serializers import BookSerializer, PublisherSerializer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet
    from django.http import HttpRequest
    from rest_framework.request import Request
    from rest_framework.response import Response
    from rest_framework.serializers import BaseSerializer
    from rest_framework.views import APIView


class Pages(PageNumberPagination):
    page_size = 20

    @override
    def paginate_queryset(
        self,
        queryset: QuerySet[Any] | Sequence[Any],
        request: Request,
        view: APIView | None = None,
    ) -> list[Any] | None:
        return super().paginate_queryset(queryset, request, view)


class Cursors(CursorPagination):
    ordering = "pk"


class BookViewSet(FastReadMixin, viewsets.ModelViewSet[Book]):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    pagination_class = Pages

    @override
    def get_serializer(self, *args: Any, **kwargs: Any) -> BaseSerializer[Book]:
        return super().get_serializer(*args, **kwargs)

    @override
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class BookList(FastReadMixin, generics.ListAPIView[Book]):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    pagination_class = Cursors


def books(request: HttpRequest) -> StreamingOrjsonResponse:
    rows = BookSerializer(Book.objects.all(), many=True)
    for row in iterate(rows, chunk_size=100):
        print(row["title"])  # noqa: T201
    return StreamingOrjsonResponse(rows, request=request)


def publisher(request: HttpRequest) -> OrjsonResponse:
    return OrjsonResponse(PublisherSerializer())
