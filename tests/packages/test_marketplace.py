"""Lists of models with packages: as rows where they can be, the same in each way of adoption."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.urls import path
from rest_framework.generics import ListAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIRequestFactory

from fastserializers.renderers import OrjsonRenderer
from fastserializers.serializers import FastSerializerMixin
from fastserializers.views import FastReadMixin, reading_fast
from tests.packages.serializers import ALL, FROM_INSTANCES

pytestmark = pytest.mark.usefixtures("marketplace", "db")
every_serializer = pytest.mark.parametrize("name", ALL)


def view_of(serializer_class, *mixins):
    return type(ListAPIView)(
        "View",
        (*mixins, ListAPIView),
        {
            "queryset": serializer_class.Meta.model._default_manager.order_by("pk"),
            "serializer_class": serializer_class,
        },
    )


def fast(serializer_class):
    return type(serializer_class)(
        serializer_class.__name__, (FastSerializerMixin, serializer_class), {}
    )


urlpatterns = [
    path(f"{name}/", view_of(serializer_class, FastReadMixin).as_view())
    for name, serializer_class in ALL.items()
]


def content(view, renderer=JSONRenderer):
    request = APIRequestFactory().get("/")
    return view.as_view(renderer_classes=[renderer])(request).render().content


class WithinABlock:
    def list(self, request):
        with reading_fast():
            return super().list(request)


def everywhere(cls, settings):
    settings.FASTSERIALIZERS = {"EVERYWHERE": True}
    return view_of(cls)


WAYS = {
    "view": lambda cls, settings: view_of(cls, FastReadMixin),
    "serializer": lambda cls, settings: view_of(fast(cls)),
    "block": lambda cls, settings: view_of(cls, WithinABlock),
    "setting": everywhere,
}


@every_serializer
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("renderer", [JSONRenderer, OrjsonRenderer])
def test_a_view_gives_the_same(settings, name, way, renderer):
    expected = content(view_of(ALL[name]))
    assert len(json.loads(expected)) >= 3
    assert content(WAYS[way](ALL[name], settings), renderer) == expected


@pytest.fixture(scope="module")
def listed():
    output = StringIO()
    with override_settings(ROOT_URLCONF=__name__):
        call_command("fastserializers", "list", "--json", stdout=output)
    found = json.loads(output.getvalue())["serializers"]
    return {item["serializer"].rpartition(".")[2]: item["rows"] for item in found}


@every_serializer
def test_which_lists_are_read_as_rows(listed, name):
    reading = listed[name]
    assert reading["is_read_as_rows"] is (name not in FROM_INSTANCES)
    assert FROM_INSTANCES.get(name, "") in (reading["read_from_instances_because"] or "")
