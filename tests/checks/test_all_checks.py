"""What the checks H301 to H306 have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework import generics, serializers
from rest_framework.renderers import JSONRenderer

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.checks import check_serializers
from tests.checks.examples import BOOKS, FAST, Found, Publishing, serializer_of, view_of
from tests.checks.lists import LISTS, add_book, list_of_books
from tests.models import Publisher

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper


class Trap(type):
    def __getattribute__(cls, name: str) -> Any:
        if name in {"read_only_fields", "validators", "list_serializer_class", "fields"}:
            raise RuntimeError(name)
        return super().__getattribute__(name)


def test_odd_code_is_left_out_and_hides_nothing_else(found: Found) -> None:
    class Odd(serializers.ModelSerializer):
        class Meta(metaclass=Trap):
            model = Publisher

    class OddFast(FastReadOnlyModelSerializer):
        class Meta(metaclass=Trap):
            model = Publisher

    class OddView(generics.ListAPIView):
        queryset = Publisher.objects.all()

        @property
        def serializer_class(self) -> Any:
            raise RuntimeError

    def function_view(request: Any) -> Any: ...

    views = [
        view_of(generics.ListAPIView, Odd),
        view_of(generics.ListAPIView, OddFast),
        OddView,
        function_view,
        view_of(generics.ListAPIView, "a name"),
    ]
    fine = view_of(generics.ListAPIView, Publishing, queryset=BOOKS)

    assert len(found("H304", fine, *views, fine)) == 1
    assert fine in {message.obj for message in check_serializers(None)}


@pytest.mark.django_db
def test_no_check_asks_the_database(found: Found) -> None:
    add_book()
    views = [list_of_books(field, queryset) for field, queryset, _ in LISTS.values()]

    with CaptureQueriesContext(connection) as queries:
        assert found("H304", views[-1], *views)
        check_serializers(None)

    assert len(queries) == 0


class CountedField(serializers.CharField):
    made = 0

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        type(self).made += 1


def test_the_fields_of_a_serializer_are_not_made_again_for_each_view(found: Found) -> None:
    serializer = serializer_of(FastReadOnlyModelSerializer, name=CountedField())

    def made_for(count: int) -> int:
        before = CountedField.made
        found("H304", serializer, *[view_of(generics.ListAPIView, serializer)] * count)
        return CountedField.made - before

    assert made_for(5) == made_for(1)


def test_views_of_installed_packages_are_not_told_of(
    found: Found, settings: SettingsWrapper
) -> None:
    view = view_of(generics.ListAPIView, Publishing, queryset=BOOKS)
    fast = view_of(generics.ListAPIView, FAST, renderer_classes=[JSONRenderer])
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["bookshop"]}

    assert found("H304", view, view, fast) == []
    assert found("H305", fast, view, fast) == []
    assert found("H301", Publishing, view) == []
