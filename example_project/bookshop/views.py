from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rest_framework.generics import GenericAPIView, ListAPIView, RetrieveAPIView
from rest_framework.pagination import (
    CursorPagination,
    LimitOffsetPagination,
    PageNumberPagination,
)
from rest_framework.viewsets import ModelViewSet

from fastserializers.responses import StreamingOrjsonResponse
from fastserializers.views import FastReadMixin

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase
    from rest_framework.request import Request


class HundredRows(PageNumberPagination):
    page_size = 100


class HundredByOffset(LimitOffsetPagination):
    default_limit = 100


class HundredByCursor(CursorPagination):
    page_size = 100
    ordering = "pk"


class ShopView(GenericAPIView):
    # as_view() only takes the names of attributes that the class has.
    name = None


class FastShopView(FastReadMixin, ShopView):
    """The only change to the views: the mixin is on their base class."""


@dataclass(frozen=True)
class Views:
    page: type[GenericAPIView]
    page_by_offset: type[GenericAPIView]
    page_by_cursor: type[GenericAPIView]
    all_rows: type[GenericAPIView]
    stream: type[GenericAPIView]
    detail: type[GenericAPIView]
    writable: type[ModelViewSet]


def views_on(base: type[ShopView]) -> Views:
    """Return the shop's views on a base class. The flavours differ in nothing else."""

    class Page(base, ListAPIView):
        """A hundred rows a page."""

        pagination_class = HundredRows

    class PageByOffset(base, ListAPIView):
        """A hundred rows from any row on."""

        pagination_class = HundredByOffset

    class PageByCursor(base, ListAPIView):
        """A hundred rows from where the last page ended."""

        pagination_class = HundredByCursor

    class All(base, ListAPIView):
        """Every row in one response."""

        pagination_class = None

    class Stream(All):
        """Every row in one response, which is sent in parts."""

        def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.accepted_renderer.format != "json":
                return super().get(request, *args, **kwargs)
            rows = self.filter_queryset(self.get_queryset())
            return StreamingOrjsonResponse(self.get_serializer(rows, many=True))

    class Detail(base, RetrieveAPIView):
        """One row."""

    class Writable(base, ModelViewSet):
        """Rows that may be added, changed and deleted."""

        pagination_class = HundredRows

    return Views(Page, PageByOffset, PageByCursor, All, Stream, Detail, Writable)


plain = views_on(ShopView)
# REST framework has no streams.
plain = replace(plain, stream=plain.all_rows)
fast = views_on(FastShopView)
