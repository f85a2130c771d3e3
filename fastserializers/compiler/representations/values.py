"""Identifiers, numbers, documents, files, and what Django makes texts of."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Hashable
from typing import Any

from django.db.models import Field as ModelField
from rest_framework import fields
from rest_framework.settings import api_settings
from rest_framework.utils import json

from fastserializers.compiler.representations.representation import (
    A_VALUE,
    AS_IT_IS,
    Case,
    Representation,
    Same,
)


def as_uuid(field: fields.UUIDField) -> Representation:
    text = "to_builtins({value})" if field.uuid_format == "hex_verbose" else None
    return Representation(
        (Case("type({value}) is UUID", text or f"{{value}}.{field.uuid_format}"),)
    )


def as_big_integer(field: Any) -> Representation:
    coerced = getattr(field, "coerce_to_string", api_settings.COERCE_BIGINT_TO_STRING)
    return Representation(
        (Case("type({value}) is int", "str({value})" if coerced else "{value}"),)
    )


def as_decimal(field: fields.DecimalField) -> Representation:
    places = field.decimal_places
    value = "{value}"
    constants: tuple[tuple[str, Hashable], ...] = ()
    state: tuple[tuple[str, str], ...] = ()
    if places is not None:
        value = "{value}.quantize({quantum}, {rounding}, {context})"
        constants = (
            ("quantum", decimal.Decimal(".1") ** places),
            ("rounding", field.rounding),
            ("max_digits", field.max_digits),
        )
        state = (("context", "decimal_context({max_digits})"),)
    if getattr(field, "normalize_output", False):
        value += ".normalize()"
        places = None
    if getattr(field, "coerce_to_string", api_settings.COERCE_DECIMAL_TO_STRING):
        # Up to six places, str() never resorts to an exponent, and it is twice as fast.
        short = places is not None and 0 <= places <= 6
        plain = f"str({value})" if short else f"format({value}, 'f')"
        value = f"localize_input({value})" if field.localize else plain
    return Representation(
        (Case("type({value}) is Decimal", value),), constants=constants, state=state
    )


def decimal_context(max_digits: int | None) -> decimal.Context:
    """Return the context in which `DecimalField.quantize()` would work now."""
    context = decimal.getcontext().copy()
    if max_digits is not None:
        context.prec = max_digits
    return context


def as_json(field: fields.JSONField) -> Representation:
    if not field.binary:
        return AS_IT_IS
    return Representation(
        (Case(A_VALUE, "json_bytes({value}, {encoder})"),),
        constants=(("encoder", Same(field.encoder)),),
        runs_code=field.encoder is not None,
    )


def json_bytes(value: object, encoder: Any) -> bytes:
    """Return what `JSONField(binary=True)` represents `value` by."""
    text: str = json.dumps(value, cls=encoder)
    return text.encode()


def as_file(field: fields.FileField) -> Representation:
    if getattr(field, "use_url", api_settings.UPLOADED_FILES_USE_URL):
        return Representation((Case(A_VALUE, "file_url({value}, serializer)"),), runs_code=True)
    name = "({value}.name if {value} else None)"
    return Representation((Case(A_VALUE, name),), runs_code=True)


def as_model_field(field: fields.ModelField) -> Representation | None:
    model_field = field.model_field
    if type(model_field).value_from_object is not ModelField.value_from_object:
        return None
    return Representation(
        (
            Case("isinstance({value}, PROTECTED_TYPES)", "{value}"),
            Case("", "{model_field}.value_to_string(instance)"),
        ),
        access="column",
        source=(model_field.attname,),
        constants=(("model_field", Same(model_field)),),
        runs_code=True,
    )


# Those that `is_protected_type()` knows, whose subclasses it knows as well.
PROTECTED_TYPES = (
    type(None),
    int,
    float,
    decimal.Decimal,
    datetime.datetime,
    datetime.date,
    datetime.time,
)
