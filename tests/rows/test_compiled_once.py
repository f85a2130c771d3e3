"""A function is compiled for the first list of its kind, and for no other after it."""

from __future__ import annotations

import linecache

import pytest
from django.urls import path
from rest_framework.serializers import ModelSerializer

from tests.differential import on_the_fast_base
from tests.relations.comparison import CONTEXT
from tests.relations.models import Work
from tests.relations.serializers import SERIALIZERS
from tests.rows.querysets import QUERYSETS

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls(__name__)]

urlpatterns = [
    path("works/<int:pk>/", lambda request: None, name="work-detail"),
    path("works/<int:pk>/authors/", lambda request: None, name="work-authors"),
    path("authors/<int:pk>/", lambda request: None, name="author-detail"),
]


@pytest.fixture(autouse=True)
def rows(settings):
    settings.FASTSERIALIZERS = {"ROWS": True}


def compiled():
    return {name for name in linecache.cache if name.startswith("<fastserializers")}


def compiled_again(serializer_class, make_queryset):
    """Return what is compiled for a list once others of its kind were represented."""
    for _ in range(2):
        represent(serializer_class, make_queryset)
    known = compiled()
    represent(serializer_class, make_queryset)
    return compiled() - known


def represent(serializer_class, make_queryset):
    try:
        serializer_class(make_queryset(), many=True, context=CONTEXT).data  # noqa: B018
    except (AttributeError, KeyError):
        # A deferred queryset, or one of no works, lacks what some of the classes read.
        return


@pytest.mark.parametrize("make_queryset", QUERYSETS.values(), ids=QUERYSETS)
def test_functions_of_one_kind_of_list_are_compiled_once(make_queryset):
    if not issubclass(make_queryset().model, Work):
        pytest.skip("the classes represent works")
    for name, make in SERIALIZERS.items():
        serializer_class = on_the_fast_base(make, ModelSerializer)
        assert not compiled_again(serializer_class, make_queryset), name
