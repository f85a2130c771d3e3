"""The private names of Django, REST framework and asgiref that this library relies on.

Each with what becomes of the library without it. A test looks for all of them, so that a version
of one of these packages that has another name fails by that name.
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
    PrivateName("rest_framework.fields", "Field._creation_counter", "no serializer can be made"),
    PrivateName("rest_framework.fields", "_UnvalidatedField", "the library can't be imported"),
    PrivateName("rest_framework.fields", "ChoiceField._get_choices", "an override goes unnoticed"),
    PrivateName("rest_framework.fields", "ChoiceField._set_choices", "an override goes unnoticed"),
    PrivateName("rest_framework.fields", "BooleanField._lower_if_str", "the same"),
    PrivateName("rest_framework.serializers", "Serializer._declared_fields", "no plan is made"),
    PrivateName("rest_framework.serializers", "Serializer._readable_fields", "rows differ"),
)
