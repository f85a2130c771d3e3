"""A project answers the same with the mixin on the base of its views as without.

`tests.adoption` asks a whole project, by each of its addresses.
"""

import asyncio

import pytest
from adrf.views import APIView as AsyncView
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.renderers import AdminRenderer, BrowsableAPIRenderer, JSONRenderer
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from fastserializers.reading.state import state_of
from fastserializers.views import FastReadMixin
from tests.endpoints.paginators import DRF, four_rows
from tests.endpoints.project import PublisherSerializer
from tests.models import Publisher
from tests.neighbours.library import PLAIN, assert_apis_agree, urls_of
from tests.neighbours.test_viewsets import calls_on


class CodeSerializer(serializers.BaseSerializer):
    def to_representation(self, instance):
        return {"title": str(instance)}


class Choosing(viewsets.ModelViewSet):
    def get_serializer(self, *args, **kwargs):
        serializer = super().get_serializer(*args, **kwargs)
        if self.request is not None:
            for name in self.request.GET.getlist("without"):
                getattr(serializer, "child", serializer).fields.pop(name)
        return serializer

    @action(detail=False, serializer_class=CodeSerializer)
    def titles(self, request):
        return Response(self.get_serializer(self.get_queryset(), many=True).data)

    @action(detail=False)
    def checked(self, request):
        """Validates what it is asked for by the serializer that it answers with."""
        asked = self.get_serializer(data=request.query_params, partial=True)
        asked.is_valid(raise_exception=True)
        found = self.get_queryset().filter(**asked.validated_data)
        return Response(self.get_serializer(found, many=True).data)


class FastChoosing(FastReadMixin, Choosing):
    pass


@pytest.mark.parametrize(
    ("renderer", "kind"),
    [
        (JSONRenderer, None),
        (BrowsableAPIRenderer, "cursors"),
        (AdminRenderer, "numbers"),
    ],
)
def test_every_request_is_answered_the_same(books, renderer, kind):
    attributes = {
        "renderer_classes": [renderer, JSONRenderer],
        "pagination_class": four_rows(DRF[kind]) if kind else None,
    }
    calls = [
        "/books/?without=title&without=tags",
        f"/books/{books[4].pk}/?without=url",
        "/books/?page=2",
        "/books/?offset=4",
        "/books/?cursor=x",
        "/books/0/",
        "/publishers/titles/",
        "/publishers/checked/?name=Honno",
        *calls_on(books[1].publisher.pk),
    ]
    if renderer is not AdminRenderer:
        # DRF's own admin raises an error.
        calls.append("/publishers/checked/?name=")

    answers = assert_apis_agree(
        urls_of(PLAIN, Choosing, **attributes), urls_of(PLAIN, FastChoosing, **attributes), *calls
    )

    assert {answer.status_code for answer in answers} >= {200, 400, 404, 405}


class AwaitedByHand(FastReadMixin, AsyncView):
    authentication_classes = permission_classes = ()

    async def get(self, request):
        state = state_of(PublisherSerializer(Publisher()))
        return Response({"reads fast": state is not None})


def test_all_that_an_async_view_reads_is_fast():
    async def answer():
        return await AwaitedByHand.as_view()(APIRequestFactory().get("/"))

    assert asyncio.run(answer()).data == {"reads fast": True}
