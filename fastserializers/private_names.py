"""The private names of Django, REST framework and asgiref that this library relies on.

Each with what becomes of the library without it. A test looks for all of them, so that a version
of one of these packages that has another name fails by that name. `_meta`, `_state` and the
managers of a model, which Django documents or everybody uses, are not among them.
"""

from __future__ import annotations

from typing import NamedTuple


class PrivateName(NamedTuple):
    module: str
    path: str
    without_it: str


PRIVATE_NAMES = (
    PrivateName("django.utils.timezone", "_active", "zones are asked for as Django does: slower"),
    PrivateName("django.utils.translation.trans_real", "_active", "links are looked up each time"),
    PrivateName("django.utils.translation.trans_real", "_default", "lazy texts are DRF's"),
    PrivateName("django.urls.base", "_prefixes", "links are looked up each time"),
    PrivateName("django.urls.base", "_urlconfs", "links are looked up each time"),
    PrivateName("asgiref.local", "Local", "zones and links are looked up each time"),
    PrivateName("django.db.models.base", "ModelState.fields_cache", "relations raise an error"),
    PrivateName("django.urls.resolvers", "get_ns_resolver", "the library can't be imported"),
    PrivateName(
        "django.db.models.fields.related_descriptors",
        "ReverseManyToOneDescriptor.related_manager_cls",
        "prefetched rows raise an error",
    ),
    PrivateName(
        "django.db.models.fields.related_descriptors",
        "_filter_prefetch_queryset",
        "the library can't be imported",
    ),
    *(
        PrivateName("django.db.models.query", f"QuerySet.{name}", "lists are left to Django")
        for name in ("_fetch_all", "_prefetch_related_objects", "_iterator")
    ),
    *(
        PrivateName("django.db.models.query", f"QuerySet.{name}", "related querysets are Django's")
        for name in ("_clone", "_filter_or_exclude", "_next_is_sticky")
    ),
    PrivateName("django.db.models.query", "QuerySet._chain", "a given queryset raises an error"),
    PrivateName("django.db.models.query", "QuerySet._add_hints", "related rows raise an error"),
    PrivateName(
        "django.db.models.manager", "Manager._queryset_class", "prefetches raise an error"
    ),
    PrivateName("django.db.models.base", "Model._get_FIELD_display", "displays are methods"),
    PrivateName(
        "rest_framework.pagination",
        "CursorPagination._get_position_from_instance",
        "pages of cursors raise an error",
    ),
    PrivateName("rest_framework.fields", "Field._creation_counter", "no serializer can be made"),
    PrivateName("rest_framework.fields", "_UnvalidatedField", "the library can't be imported"),
    PrivateName("rest_framework.fields", "ChoiceField._get_choices", "an override goes unnoticed"),
    PrivateName("rest_framework.fields", "ChoiceField._set_choices", "an override goes unnoticed"),
    PrivateName("rest_framework.fields", "BooleanField._lower_if_str", "the same"),
    PrivateName("rest_framework.serializers", "Serializer._declared_fields", "no plan is made"),
    PrivateName("rest_framework.serializers", "Serializer._readable_fields", "rows differ"),
)

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
"""What a queryset has, beside what its class has, and what becomes of the library without it."""
