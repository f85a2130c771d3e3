"""Three flavours of the same three answers: a page, all users, one user."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import path
from ninja import NinjaAPI
from rest_framework.generics import GenericAPIView, ListAPIView, RetrieveAPIView
from rest_framework.renderers import BaseRenderer, JSONRenderer

from benchmarks.peers.by_hand import USERS, page_of_users
from benchmarks.peers.with_ninja import ORJSONRenderer, PageOut, UserOut
from benchmarks.users import DRF, DRF_SERIALIZERS
from bookshop.views import HundredRows
from fastserializers.renderers import OrjsonRenderer
from fastserializers.views import FastReadMixin


def views_of(*bases: type, renderer: type[BaseRenderer]) -> dict[str, Any]:
    class View(*bases, GenericAPIView):  # type: ignore[misc]
        queryset = USERS
        serializer_class = DRF_SERIALIZERS[DRF]
        renderer_classes = (renderer,)

    class Page(View, ListAPIView):
        pagination_class = HundredRows

    class All(View, ListAPIView):
        pass

    class One(View, RetrieveAPIView):
        pass

    return {"page/": Page.as_view(), "all/": All.as_view(), "<int:pk>/": One.as_view()}


ninja = NinjaAPI(renderer=ORJSONRenderer(), openapi_url=None)


@ninja.get("/page/", response=PageOut)
def ninja_page(request: HttpRequest, page: int = 1) -> dict[str, Any]:
    return page_of_users(request, list)


@ninja.get("/all/", response=list[UserOut])
def ninja_all(request: HttpRequest) -> QuerySet[User]:
    return USERS.all()


@ninja.get("/{key}/", response=UserOut)
def ninja_one(request: HttpRequest, key: int) -> User:
    return get_object_or_404(User, pk=key)


urlpatterns = [
    *(path(f"drf/{route}", view) for route, view in views_of(renderer=JSONRenderer).items()),
    *(
        path(f"fast/{route}", view)
        for route, view in views_of(FastReadMixin, renderer=OrjsonRenderer).items()
    ),
    path("ninja/", ninja.urls),
]
