"""Private names of other packages that are relied on: each version has to have them all."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter

import pytest
from django.db import transaction
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from fastserializers.private_names import PRIVATE_NAMES, STATE_OF_QUERYSETS
from tests.models import Publisher


@pytest.mark.parametrize("name", PRIVATE_NAMES, ids=lambda name: f"{name.module}.{name.path}")
def test_is_there(name):
    assert attrgetter(name.path)(import_module(name.module)) is not NotImplemented, name.without_it


@pytest.mark.parametrize("name", STATE_OF_QUERYSETS)
def test_is_on_a_queryset(name):
    assert name in vars(Publisher.objects.all()), STATE_OF_QUERYSETS[name]


def test_what_is_on_related_managers_and_their_queries():
    manager = Publisher(pk=1).books
    queryset = manager._apply_rel_filters(manager.model._base_manager.all())
    assert queryset._deferred_filter == (False, (), {"publisher": manager.instance})
    assert queryset.query._filtered_relations == {}


def test_what_instances_have():
    field = serializers.CharField(help_text="h")
    assert field._kwargs == {"help_text": "h"}
    assert field._args == ()
    serializer = serializers.Serializer(1, context={"a": 1})
    assert serializer._context == {"a": 1}
    assert serializer.data == {}
    assert serializer._data == {}
    assert Publisher()._state.fields_cache == {}
    assert gettext_lazy("text")._args == ("text",)
    assert gettext_lazy("text")._kw == {}
    assert transaction.atomic()._from_testcase is False
