"""The pages of Django's side: documents with as many users as the address says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from benchmarks.published.documents import document, users
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST, FAST_SERIALIZERS
from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import OrjsonResponse

Data = Callable[[int], dict[str, Any]]

DRFUserSerializer = DRF_SERIALIZERS[DRF]
FastUserSerializer = FAST_SERIALIZERS[FAST]


def represented(serializer_class: type[Serializer]) -> Data:
    return lambda count: {"users": serializer_class(users(count), many=True).data}


def represented_from_database(serializer_class: type[Serializer]) -> Data:
    def data(count: int) -> dict[str, Any]:
        queryset = User.objects.order_by("pk")[:count]
        return {"users": serializer_class(queryset, many=True).data}

    return data


def django_page(response_class: type[JsonResponse], data: Data = document) -> Any:
    def page(request: HttpRequest, count: int) -> HttpResponse:
        return response_class(data(count))

    return page


def drf_page(renderer: type[BaseRenderer], data: Data = document) -> Any:
    class Page(APIView):
        renderer_classes = (renderer,)
        authentication_classes = ()
        permission_classes = ()

        def get(self, request: HttpRequest, count: int) -> Response:
            return Response(data(count))

    return Page.as_view()


IN_MEMORY = {
    "Django JsonResponse": django_page(JsonResponse),
    "OrjsonResponse": django_page(OrjsonResponse),
    "DRF Response, JSONRenderer": drf_page(JSONRenderer),
    "DRF Response, OrjsonRenderer": drf_page(OrjsonRenderer),
    "DRF serializer, JSONRenderer": drf_page(JSONRenderer, represented(DRFUserSerializer)),
    "DRF serializer, OrjsonRenderer": drf_page(OrjsonRenderer, represented(DRFUserSerializer)),
    "FastReadOnlyModelSerializer, OrjsonRenderer": drf_page(
        OrjsonRenderer, represented(FastUserSerializer)
    ),
    "FastReadOnlyModelSerializer, OrjsonResponse": django_page(
        OrjsonResponse, represented(FastUserSerializer)
    ),
}
FROM_DATABASE = {
    "DRF, from the database": drf_page(JSONRenderer, represented_from_database(DRFUserSerializer)),
    "FastReadOnlyModelSerializer, from the database": drf_page(
        OrjsonRenderer, represented_from_database(FastUserSerializer)
    ),
}
PAGES = IN_MEMORY | FROM_DATABASE


def address(name: str, count: int) -> str:
    return f"/{list(PAGES).index(name)}/{count}/"


urlpatterns = [path(f"{number}/<int:count>/", page) for number, page in enumerate(PAGES.values())]
