"""Private names of other packages whose absence no other test would tell from slowness."""

from __future__ import annotations

import operator
from importlib import import_module

from rest_framework import serializers

from tests.models import Publisher

# What becomes of the library without these: those whose absence raises an error are not listed.
PRIVATE_NAMES = {
    "zones are asked for as Django does: slower": ["django.utils.timezone:_active"],
    "links are looked up each time": [
        *("django.utils.translation.trans_real:_active", "django.urls.base:_prefixes"),
        "django.urls.base:_urlconfs",
    ],
    "an override goes unnoticed": [
        *(f"rest_framework.fields:ChoiceField.{name}_choices" for name in ("_get", "_set")),
        "rest_framework.fields:BooleanField._lower_if_str",
    ],
    "no plan is made": ["rest_framework.serializers:Serializer._declared_fields"],
}


def test_all_names_are_there():
    for without_it, names in PRIVATE_NAMES.items():
        for name in names:
            module, path = name.split(":")
            found = operator.attrgetter(path)(import_module(module))
            assert found is not NotImplemented, without_it


def test_what_instances_have():
    # Without these, related querysets are Django's, and lists are prefetched once more.
    state = {"_hints", "_query", "_deferred_filter", "_prefetch_done"}
    assert state <= vars(Publisher.objects.all()).keys()
    manager = Publisher(pk=1).books
    queryset = manager._apply_rel_filters(manager.model._base_manager.all())
    assert queryset._deferred_filter == (False, (), {"publisher": manager.instance})
    assert Publisher()._state.fields_cache == {}
    field = serializers.CharField(help_text="h")
    assert (field._args, field._kwargs) == ((), {"help_text": "h"})
    serializer = serializers.Serializer(1, context={"a": 1})
    assert (serializer._context, serializer.data, serializer._data) == ({"a": 1}, {}, {})
