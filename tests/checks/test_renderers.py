"""The check H305: rendering with `json`."""

import pytest
from django.core import checks
from rest_framework import generics, viewsets
from rest_framework.decorators import action
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer

from fastserializers.renderers import OrjsonRenderer
from tests.checks.examples import FastSerializer, PublisherSerializer, rest, view_of
from tests.differential import made_fast


def test_a_fast_serializer_behind_the_renderer_of_the_settings_is_found(found):
    views = [view_of(generics.ListAPIView, FastSerializer) for _ in range(5)]

    [message] = found("H305", views[0], *views)

    assert message == checks.Info(
        "Views that read fast render with json: View, View, View and 2 more.",
        hint='Put "fastserializers.renderers.OrjsonRenderer" in the place of JSONRenderer in '
        'REST_FRAMEWORK["DEFAULT_RENDERER_CLASSES"], or in their renderer_classes.',
        obj=views[0],
        id="H305",
    )


def test_a_view_with_the_json_renderer_of_its_own_is_found(found):
    own = view_of(generics.ListAPIView, FastSerializer, renderer_classes=[JSONRenderer])
    option = view_of(generics.ListAPIView, made_fast(PublisherSerializer))

    assert len(found("H305", own, own)) == 1
    assert len(found("H305", option, option.as_view(renderer_classes=[JSONRenderer]))) == 1


class CamelCase(JSONRenderer): ...


@pytest.mark.parametrize(
    "renderers",
    [[OrjsonRenderer, BrowsableAPIRenderer], [CamelCase], [BrowsableAPIRenderer], []],
    ids=["ours", "the project's", "the browsable API", "none"],
)
def test_views_without_drfs_own_json_renderer_are_not_found(found, renderers):
    view = view_of(generics.ListAPIView, FastSerializer, renderer_classes=renderers)
    assert found("H305", view, view) == []


def test_views_with_plain_serializers_are_not_found(found):
    view = view_of(generics.ListAPIView, PublisherSerializer)
    assert found("H305", view, view) == []


def test_a_renderer_that_nothing_is_read_with_is_not_found(found):
    class Shop(viewsets.GenericViewSet):
        serializer_class = FastSerializer
        renderer_classes = [OrjsonRenderer]

        @action(detail=False, methods=["post"], renderer_classes=[JSONRenderer])
        def buy(self, request): ...

    assert found("H305", Shop, rest(Shop)) == []
    assert len(found("H305", Shop, Shop.as_view({"get": "buy"}, **Shop.buy.kwargs))) == 1
