"""Private names of other packages whose absence no other test would tell from slowness."""

from __future__ import annotations

import operator
from importlib import import_module

from django.db import transaction
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from tests.models import Publisher

QUERY = "django.db.models.query"
# What becomes of the library without a name: those whose absence raises an error are not listed.
PRIVATE_NAMES = {
    "django.utils.timezone:_active": "zones are asked for as Django does: slower",
    "django.utils.translation.trans_real:_active": "links are looked up each time",
    "django.utils.translation.trans_real:_default": "lazy texts are REST framework's",
    "django.urls.base:_prefixes": "links are looked up each time",
    "django.urls.base:_urlconfs": "links are looked up each time",
    "asgiref.local:Local": "zones and links are looked up each time",
    f"{QUERY}:QuerySet._fetch_all": "lists are left to Django",
    f"{QUERY}:QuerySet._prefetch_related_objects": "lists are left to Django",
    f"{QUERY}:QuerySet._iterator": "lists are left to Django",
    f"{QUERY}:QuerySet._clone": "related querysets are Django's",
    f"{QUERY}:QuerySet._filter_or_exclude": "related querysets are Django's",
    f"{QUERY}:QuerySet._next_is_sticky": "related querysets are Django's",
    "django.db.models.base:Model._get_FIELD_display": "displays are methods",
    "rest_framework.fields:ChoiceField._get_choices": "an override goes unnoticed",
    "rest_framework.fields:ChoiceField._set_choices": "an override goes unnoticed",
    "rest_framework.fields:BooleanField._lower_if_str": "an override goes unnoticed",
    "rest_framework.serializers:Serializer._declared_fields": "no plan is made",
}
STATE_OF_QUERYSETS = {
    "_hints": "related querysets are Django's",
    "_query": "related querysets are Django's",
    "_deferred_filter": "related querysets are Django's",
    "_prefetch_done": "lists are prefetched once more",
}


def test_all_names_are_there():
    for name, without_it in PRIVATE_NAMES.items():
        module, path = name.split(":")
        found = operator.attrgetter(path)(import_module(module))
        assert found is not NotImplemented, without_it


def test_what_instances_have():
    missing = STATE_OF_QUERYSETS.keys() - vars(Publisher.objects.all()).keys()
    assert not missing, [STATE_OF_QUERYSETS[name] for name in missing]
    manager = Publisher(pk=1).books
    queryset = manager._apply_rel_filters(manager.model._base_manager.all())
    assert queryset._deferred_filter == (False, (), {"publisher": manager.instance})
    assert queryset.query._filtered_relations == {}
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
