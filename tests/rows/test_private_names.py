"""Private names of other packages that are relied on: each version has to have them all."""

from __future__ import annotations

import operator
from importlib import import_module

from django.db import transaction
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from tests.models import Publisher

RELATIONS = "django.db.models.fields.related_descriptors"
QUERY = "django.db.models.query"
# What becomes of the library without a name. `_meta`, `_state` and the managers of a model, which
# Django documents or everybody uses, are not among them.
PRIVATE_NAMES = {
    "django.utils.timezone:_active": "zones are asked for as Django does: slower",
    "django.utils.translation.trans_real:_active": "links are looked up each time",
    "django.utils.translation.trans_real:_default": "lazy texts are REST framework's",
    "django.urls.base:_prefixes": "links are looked up each time",
    "django.urls.base:_urlconfs": "links are looked up each time",
    "asgiref.local:Local": "zones and links are looked up each time",
    "django.db.models.base:ModelState.fields_cache": "relations raise an error",
    "django.urls.resolvers:get_ns_resolver": "the library can't be imported",
    f"{RELATIONS}:ReverseManyToOneDescriptor.related_manager_cls": "prefetches raise an error",
    f"{RELATIONS}:_filter_prefetch_queryset": "the library can't be imported",
    f"{QUERY}:QuerySet._fetch_all": "lists are left to Django",
    f"{QUERY}:QuerySet._prefetch_related_objects": "lists are left to Django",
    f"{QUERY}:QuerySet._iterator": "lists are left to Django",
    f"{QUERY}:QuerySet._clone": "related querysets are Django's",
    f"{QUERY}:QuerySet._filter_or_exclude": "related querysets are Django's",
    f"{QUERY}:QuerySet._filter_or_exclude_inplace": "the library can't be imported",
    f"{QUERY}:QuerySet._next_is_sticky": "related querysets are Django's",
    f"{QUERY}:QuerySet._chain": "a given queryset raises an error",
    f"{QUERY}:QuerySet._add_hints": "related rows raise an error",
    "django.db.models.manager:Manager._queryset_class": "prefetches raise an error",
    "django.db.models.base:Model._get_FIELD_display": "displays are methods",
    "django.db.models.signals:post_init._live_receivers": "HARMLESS_RECEIVERS raises an error",
    "rest_framework.pagination:CursorPagination._get_position_from_instance": (
        "pages of cursors raise an error"
    ),
    "rest_framework.fields:Field._creation_counter": "no serializer can be made",
    "rest_framework.fields:_UnvalidatedField": "the library can't be imported",
    "rest_framework.fields:ChoiceField._get_choices": "an override goes unnoticed",
    "rest_framework.fields:ChoiceField._set_choices": "an override goes unnoticed",
    "rest_framework.fields:BooleanField._lower_if_str": "an override goes unnoticed",
    "rest_framework.serializers:Serializer._declared_fields": "no plan is made",
    "rest_framework.serializers:Serializer._readable_fields": "rows differ",
}
STATE_OF_QUERYSETS = {
    "_db": "related rows raise an error",
    "_hints": "related querysets are Django's",
    "_query": "related querysets are Django's",
    "_deferred_filter": "related querysets are Django's",
    "_known_related_objects": "rows of related managers raise an error",
    "_iterable_class": "lists raise an error",
    "_result_cache": "lists raise an error",
    "_prefetch_related_lookups": "lists raise an error",
    "_prefetch_done": "lists are prefetched once more",
}


def test_all_names_are_there():
    for name, without_it in PRIVATE_NAMES.items():
        module, path = name.split(":")
        found = operator.attrgetter(path)(import_module(module))
        assert found is not NotImplemented, without_it


def test_what_a_queryset_has():
    missing = STATE_OF_QUERYSETS.keys() - vars(Publisher.objects.all()).keys()
    assert not missing, [STATE_OF_QUERYSETS[name] for name in missing]


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
