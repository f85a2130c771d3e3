"""A site with async views: `python -m tests.endpoints.served FD` fills it and serves it."""

import os
import sys
from threading import Event

import django
from django.conf import settings

if not settings.configured:
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    settings.ROOT_URLCONF, settings.ALLOWED_HOSTS = __name__, ["*"]

import uvicorn
from adrf import generics, viewsets
from django.core.asgi import get_asgi_application
from django.core.management import call_command
from django.http import HttpResponse
from django.urls import path
from rest_framework import serializers

from fastserializers.responses import OrjsonResponse, StreamingOrjsonResponse
from fastserializers.views import FastReadMixin
from tests.differential import made_fast
from tests.endpoints.paginators import DRF, four_rows
from tests.endpoints.project import TagSerializer
from tests.models import Tag

ROWS = 500
released = Event()


class WaitingSerializer(TagSerializer):
    """Its rows after the first hundred wait till another request releases them."""

    waited = serializers.SerializerMethodField()

    class Meta(TagSerializer.Meta):
        fields = (*TagSerializer.Meta.fields, "waited")

    def get_waited(self, tag):
        return tag.pk <= 100 or released.wait(timeout=60)


class Base:
    queryset = Tag.objects.order_by("pk")
    serializer_class = TagSerializer
    pagination_class = four_rows(DRF["numbers"], page_size=20)
    authentication_classes = permission_classes = ()


def views_of(*mixins):
    """Return the views of the site by their names, with `mixins` before their bases."""

    class Viewset(*mixins, Base, viewsets.ReadOnlyModelViewSet):
        pass

    class Listed(*mixins, Base, generics.ListAPIView):
        pass

    async def detail(request):
        return await Viewset.as_view({"get": "aretrieve"})(request, pk=7)

    return {
        "viewset": Viewset.as_view({"get": "alist"}),
        "detail": detail,
        "list": Listed.as_view(),
    }


async def by_hand(request):
    """An async view of Django's, with instances that it has loaded itself."""
    tags = [tag async for tag in Base.queryset.all()[:20]]
    return OrjsonResponse(made_fast(TagSerializer)(tags, many=True))


async def stream(request):
    rows = made_fast(TagSerializer)(Base.queryset.all(), many=True)
    return StreamingOrjsonResponse(rows, request=request, chunk_size=100)


async def waiting(request):
    released.clear()
    rows = made_fast(WaitingSerializer)(Base.queryset.all(), many=True)
    return StreamingOrjsonResponse(rows, chunk_size=100)


async def release(request):
    released.set()
    return HttpResponse("released")


def failing_rows():
    yield from ({"n": number} for number in range(250))
    raise KeyError("row 250")


async def failing(request):
    return StreamingOrjsonResponse(failing_rows(), request=request, chunk_size=100)


plain, fast = views_of(), views_of(FastReadMixin)
urlpatterns = [
    path("by_hand/", by_hand),
    path("stream/", stream),
    path("waiting/", waiting),
    path("release/", release),
    path("failing/", failing),
]
urlpatterns += [path(f"plain/{name}/", view) for name, view in plain.items()]
urlpatterns += [path(f"fast/{name}/", view) for name, view in fast.items()]

application = get_asgi_application()


def fill():
    call_command("migrate", run_syncdb=True, verbosity=0)
    Tag.objects.bulk_create(Tag(pk=pk, label=f"tag {pk}") for pk in range(1, ROWS + 1))


if __name__ == "__main__":
    fill()
    uvicorn.run(application, fd=int(sys.argv[1]))
