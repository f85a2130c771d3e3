"""Private names of other packages whose absence no other test would tell from slowness."""

import operator
from importlib import import_module

import pytest
from rest_framework import serializers

from tests.models import Publisher

# What becomes of the library without these: those whose absence raises an error are not listed.
PRIVATE_NAMES = {
    "django.utils.timezone:_active": "zones are asked for as Django does: slower",
    "django.utils.translation.trans_real:_active": "links are looked up each time",
    "django.urls.base:_prefixes": "links are looked up each time",
    "django.urls.base:_urlconfs": "links are looked up each time",
    "rest_framework.fields:ChoiceField._get_choices": "an override goes unnoticed",
    "rest_framework.fields:ChoiceField._set_choices": "an override goes unnoticed",
    "rest_framework.fields:BooleanField._lower_if_str": "an override goes unnoticed",
    "rest_framework.serializers:Serializer._declared_fields": "no plan is made",
}


@pytest.mark.parametrize("name", PRIVATE_NAMES)
def test_a_private_name_is_there(name):
    module, path = name.split(":")
    found = operator.attrgetter(path)(import_module(module))
    assert found is not NotImplemented, PRIVATE_NAMES[name]


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
