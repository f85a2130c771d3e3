"""Private names of other packages that are relied on: each version has to have them all."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter

import pytest
from rest_framework import serializers

from fastserializers.private_names import PRIVATE_NAMES
from tests.models import Publisher


@pytest.mark.parametrize("name", PRIVATE_NAMES, ids=lambda name: f"{name.module}.{name.path}")
def test_is_there(name):
    assert attrgetter(name.path)(import_module(name.module)) is not NotImplemented, name.without_it


def test_what_instances_have():
    field = serializers.CharField(help_text="h")
    assert field._kwargs == {"help_text": "h"}
    assert field._args == ()
    serializer = serializers.Serializer(1, context={"a": 1})
    assert serializer._context == {"a": 1}
    assert serializer.data == {}
    assert serializer._data == {}
    assert Publisher()._state.fields_cache == {}
