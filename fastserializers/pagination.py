"""DRF's pagination classes, with pages of rows whose instances are made on demand."""

from __future__ import annotations

from rest_framework import pagination

from fastserializers.classes.paginating import FetchesRows


class PageNumberPagination(FetchesRows, pagination.PageNumberPagination):
    pass


class LimitOffsetPagination(FetchesRows, pagination.LimitOffsetPagination):
    pass


class CursorPagination(FetchesRows, pagination.CursorPagination):
    pass
