"""Serializer classes that a view makes for one request, as APIs of pages make theirs."""

from __future__ import annotations

import pytest
from rest_framework import generics
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory

from fastserializers.conf import SETTING
from fastserializers.serializers import FastReadOnlyMixin
from fastserializers.switch import switch
from fastserializers.views import FastReadMixin
from tests.idioms.agreement import books
from tests.models import Book

FIELDS = ["id", "title", "price", "publisher", "tags"]


@pytest.fixture(autouse=True)
def _as_in_a_project(monkeypatch):
    monkeypatch.setattr(switch, "is_touched", False)
    monkeypatch.setattr(switch, "leaves_first_object", True)


def new_class():
    meta = type("Meta", (), {"model": Book, "fields": FIELDS})
    return type("PageSerializer", (ModelSerializer,), {"Meta": meta})


def view_of(*mixins):
    view = type("View", (*mixins, generics.GenericAPIView), {"queryset": Book.objects.all()})()
    view.setup(APIRequestFactory().get("/"))
    view.request = view.initialize_request(view.request)
    view.format_kwarg = None
    return view


def serializers_of(serializer_class, make, number, **options):
    """Return so many serializers of a view that reads, each after the one before is done."""
    view = view_of(FastReadMixin)
    view.serializer_class = serializer_class
    for _ in range(number):
        serializer = view.get_serializer(make(), **options)
        assert serializer.data == serializer_class(make(), **options).data
        yield getattr(serializer, "child", serializer)


@pytest.mark.parametrize("make", [lambda: list(books()), lambda: tuple(books()), list])
def test_rows_that_are_there_are_represented_by_a_new_class_itself(make):
    cls = new_class()
    once, *later = serializers_of(cls, make, 3, many=True)
    assert type(once) is cls
    assert [isinstance(serializer, FastReadOnlyMixin) for serializer in later] == [True] * 2


def test_an_object_is_represented_by_a_new_class_itself():
    cls = new_class()
    once, *later = serializers_of(cls, lambda: books()[0], 3)
    assert type(once) is cls
    assert [isinstance(serializer, FastReadOnlyMixin) for serializer in later] == [True] * 2


def test_what_is_still_a_query_has_its_plan_at_once():
    (once,) = serializers_of(new_class(), books, 1, many=True)
    assert isinstance(once, FastReadOnlyMixin)


def test_many_rows_have_their_plan_at_once():
    (once,) = serializers_of(new_class(), lambda: list(books()) * 50, 1, many=True)
    assert isinstance(once, FastReadOnlyMixin)


def test_what_is_to_be_proved_is_proved_of_the_first_object(settings):
    setattr(settings, SETTING, {"VERIFY": 1.0})
    (once,) = serializers_of(new_class(), lambda: books()[0], 1)
    assert isinstance(once, FastReadOnlyMixin)
