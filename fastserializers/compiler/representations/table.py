"""How DRF's fields represent values: one table entry per field class."""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.duration import duration_iso_string
from django.utils.formats import localize_input
from msgspec import to_builtins
from rest_framework import fields, relations

from fastserializers.compiler.representations.choices import COLLECTIONS, as_choice, as_choices
from fastserializers.compiler.representations.hyperlinks import as_identity_link, as_link
from fastserializers.compiler.representations.items import as_items, as_list
from fastserializers.compiler.representations.relations import (
    AS_TEXT,
    as_primary_key,
    as_rows,
    as_slug,
)
from fastserializers.compiler.representations.representation import (
    A_VALUE,
    AS_IT_IS,
    KEY_TYPES,
    AnyField,
    Case,
    Representation,
)
from fastserializers.compiler.representations.times import (
    as_date,
    as_datetime,
    as_duration,
    as_time,
    duration_text,
)
from fastserializers.compiler.representations.values import (
    PROTECTED_TYPES,
    as_big_integer,
    as_decimal,
    as_file,
    as_json,
    as_model_field,
    as_uuid,
    decimal_context,
    json_bytes,
)
from fastserializers.overrides import is_custom, nearest
from fastserializers.runtime.zones import UTC, in_zone, text_in_zone


class Entry(NamedTuple):
    """A row of the table."""

    represent: Callable[..., Representation | None]
    """Takes a field, and the representation of the one that it is made of, if it is."""
    hooks: tuple[str, ...] = ()
    """What rules it out, where a project overrides it."""
    made_of: str = ""
    """The attribute with the field that represents the items, the rows or the key."""


def representation_of(field: AnyField) -> Representation | None:
    """Return the representation of a bound `field`; None where only DRF's code is right."""
    entry = TABLE.get(nearest(type(field)))
    if entry is None or is_custom(field, *entry.hooks):
        return None
    if not entry.made_of:
        return entry.represent(field)
    part = vars(field).get(entry.made_of)
    return entry.represent(field, None if part is None else representation_of(part))


def only_if(guard: str, expression: str = "{value}") -> Callable[[Any], Representation]:
    return always(Representation((Case(guard, expression),)))


def always(representation: Representation) -> Callable[[Any], Representation]:
    return lambda field: representation


TEXT = Entry(
    always(
        Representation((Case("type({value}) is str", "{value}"), Case(A_VALUE, "str({value})")))
    )
)
CHOICE_HOOKS = ("choices", "_get_choices", "_set_choices", "choice_strings_to_values")
RELATED_HOOKS = ("use_pk_only_optimization",)
# Where a field looks for the request.
CONTEXT_HOOKS = ("context", "root")
FILE_HOOKS = ("use_url", *CONTEXT_HOOKS)
LINK_HOOKS = (*RELATED_HOOKS, "get_url", *CONTEXT_HOOKS)

TABLE: dict[type, Entry] = {
    fields.BooleanField: Entry(
        only_if("type({value}) is bool"),
        ("TRUE_VALUES", "FALSE_VALUES", "NULL_VALUES", "_lower_if_str"),
    ),
    fields.CharField: TEXT,
    fields.EmailField: TEXT,
    fields.RegexField: TEXT,
    fields.SlugField: TEXT,
    fields.URLField: TEXT,
    fields.IPAddressField: TEXT,
    fields.UUIDField: Entry(as_uuid, ("uuid_format",)),
    fields.IntegerField: Entry(only_if("type({value}) is int")),
    fields.FloatField: Entry(only_if("type({value}) is float")),
    fields.DecimalField: Entry(
        as_decimal,
        (
            "quantize",
            "coerce_to_string",
            "localize",
            "normalize_output",
            "rounding",
            "max_digits",
            "decimal_places",
        ),
    ),
    fields.DateTimeField: Entry(
        as_datetime, ("enforce_timezone", "default_timezone", "timezone", "format")
    ),
    fields.DateField: Entry(as_date, ("format",)),
    fields.TimeField: Entry(as_time, ("format",)),
    fields.DurationField: Entry(as_duration, ("format",)),
    fields.ChoiceField: Entry(as_choice, CHOICE_HOOKS),
    fields.MultipleChoiceField: Entry(as_choices, CHOICE_HOOKS),
    # Whatever is in the folder now: a path is represented by itself.
    fields.FilePathField: Entry(only_if("type({value}) is str"), CHOICE_HOOKS),
    fields.FileField: Entry(as_file, FILE_HOOKS),
    fields.ImageField: Entry(as_file, FILE_HOOKS),
    fields.ListField: Entry(as_list, made_of="child"),
    fields.DictField: Entry(as_items, made_of="child"),
    fields.HStoreField: Entry(as_items, made_of="child"),
    fields.ReadOnlyField: Entry(always(AS_IT_IS)),
    fields._UnvalidatedField: Entry(always(AS_IT_IS)),
    fields.JSONField: Entry(as_json, ("binary",)),
    fields.ModelField: Entry(as_model_field),
    relations.PrimaryKeyRelatedField: Entry(as_primary_key, RELATED_HOOKS, "pk_field"),
    relations.StringRelatedField: Entry(always(AS_TEXT), RELATED_HOOKS),
    relations.SlugRelatedField: Entry(as_slug, (*RELATED_HOOKS, "slug_field")),
    relations.HyperlinkedRelatedField: Entry(as_link, LINK_HOOKS),
    relations.HyperlinkedIdentityField: Entry(as_identity_link, LINK_HOOKS),
    relations.ManyRelatedField: Entry(as_rows, made_of="child_relation"),
}
if hasattr(fields, "BigIntegerField"):  # from DRF 3.17 on
    TABLE[fields.BigIntegerField] = Entry(as_big_integer, ("coerce_to_string",))

RUNTIME: dict[str, object] = {
    "COLLECTIONS": COLLECTIONS,
    "Decimal": decimal.Decimal,
    "KEY_TYPES": KEY_TYPES,
    "PKOnlyObject": relations.PKOnlyObject,
    "PROTECTED_TYPES": PROTECTED_TYPES,
    "UUID": uuid.UUID,
    "date": datetime.date,
    "datetime": datetime.datetime,
    "decimal_context": decimal_context,
    "duration_iso_string": duration_iso_string,
    "duration_text": duration_text,
    "in_zone": in_zone,
    "json_bytes": json_bytes,
    "localize_input": localize_input,
    "text_in_zone": text_in_zone,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
    "to_builtins": to_builtins,
    "utc": UTC,
}
"""The names that the templates use of this module and of others."""
