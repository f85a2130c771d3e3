"""A queryset in a list: every kind of it, in every shape of serializer."""

from __future__ import annotations

import pytest
from django.urls import path

from tests.relations import library
from tests.relations.serializers import SERIALIZERS
from tests.rows.comparison import assert_same_list
from tests.rows.querysets import QUERYSETS

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

urlpatterns = [
    path("works/<int:pk>/", lambda request: None, name="work-detail"),
    path("works/<int:pk>/authors/", lambda request: None, name="work-authors"),
    path("authors/<int:pk>/", lambda request: None, name="author-detail"),
]


@pytest.fixture(autouse=True)
def stored():
    library.fill()


@pytest.mark.parametrize("make_queryset", QUERYSETS.values(), ids=QUERYSETS)
@pytest.mark.parametrize("make", SERIALIZERS.values(), ids=SERIALIZERS)
def test_every_kind_in_every_shape(make, make_queryset):
    assert_same_list(make, make_queryset)
