"""Identifiers, numbers, choices, documents, files, and what Django makes texts of."""

from __future__ import annotations

import decimal
from collections.abc import Hashable

from django.db.models import Field as ModelField
from django.utils.functional import Promise
from rest_framework import fields
from rest_framework.settings import api_settings

from fastserializers.compiler.fields.registry import CONTEXT_HOOKS, register
from fastserializers.compiler.representation import (
    A_VALUE,
    AS_IT_IS,
    DecimalText,
    Form,
    Guard,
    GuardedExpression,
    Representation,
    Same,
    guarded,
)
from fastserializers.compiler.templates import attribute
from fastserializers.runtime.drf_types import AnyField
from fastserializers.runtime.values import choices_of, decimal_context


@register(
    fields.CharField,
    fields.EmailField,
    fields.RegexField,
    fields.SlugField,
    fields.URLField,
    fields.IPAddressField,
)
def as_text(field: fields.CharField) -> Representation:
    plain = GuardedExpression(Guard("type", "str"), "$value")
    return Representation((plain, GuardedExpression(A_VALUE, "str($value)")))


@register(
    fields.BooleanField, hooks=("TRUE_VALUES", "FALSE_VALUES", "NULL_VALUES", "_lower_if_str")
)
def as_boolean(field: fields.BooleanField) -> Representation:
    return guarded(Guard("type", "bool"), "$value")


@register(fields.IntegerField)
def as_integer(field: fields.IntegerField) -> Representation:
    return guarded(Guard("type", "int"), "$value")


@register(fields.FloatField)
def as_float(field: fields.FloatField) -> Representation:
    return guarded(Guard("type", "float"), "$value")


@register(fields.ReadOnlyField, fields._UnvalidatedField)
def as_it_is(field: AnyField) -> Representation:
    return AS_IT_IS


@register(fields.UUIDField, hooks=("uuid_format",))
def as_uuid(field: fields.UUIDField) -> Representation:
    if field.uuid_format == "hex_verbose":
        return guarded(Guard("type", "UUID"), "to_builtins($value)", form="uuid")
    return guarded(Guard("type", "UUID"), attribute("$value", field.uuid_format))


def as_big_integer(field: AnyField) -> Representation:
    coerced = getattr(field, "coerce_to_string", api_settings.COERCE_BIGINT_TO_STRING)
    return guarded(Guard("type", "int"), "str($value)" if coerced else "$value")


if hasattr(fields, "BigIntegerField"):  # from DRF 3.17 on
    register(fields.BigIntegerField, hooks=("coerce_to_string",))(as_big_integer)


@register(
    fields.DecimalField,
    hooks=(
        "quantize",
        "coerce_to_string",
        "localize",
        "normalize_output",
        "rounding",
        "max_digits",
        "decimal_places",
    ),
)
def as_decimal(field: fields.DecimalField) -> Representation | None:
    places, max_digits = field.decimal_places, field.max_digits
    # Raises for what DRF cannot quantize by: DRF raises it for values alone.
    decimal_context(max_digits)
    if field.localize or getattr(field, "normalize_output", False):
        return None
    value = "$value"
    form: Form | None = None
    constants: tuple[tuple[str, Hashable], ...] = ()
    if places is not None:
        value = "$value.quantize($quantum, $rounding, decimal_context($max_digits))"
        constants = (
            ("quantum", decimal.Decimal(".1") ** places),
            ("rounding", field.rounding),
            ("max_digits", max_digits),
        )
    if getattr(field, "coerce_to_string", api_settings.COERCE_DECIMAL_TO_STRING):
        # Up to six places, str() never resorts to an exponent, and it is twice as fast.
        short = places is not None and 0 <= places <= 6
        value = f"str({value})" if short else f"format({value}, 'f')"
        if short and places is not None and max_digits is not None:
            form = DecimalText(int(max_digits), int(places))
    return guarded(Guard("type", "Decimal"), value, constants=constants, form=form)


CHOICE_HOOKS = ("choices", "_get_choices", "_set_choices", "choice_strings_to_values")


@register(fields.ChoiceField, hooks=CHOICE_HOOKS)
def as_choice(field: fields.ChoiceField) -> Representation:
    chosen = GuardedExpression(
        Guard(test="type($value) is str or type($value) is int"),
        "$choices.get(str($value), $value)",
    )
    representation = Representation((chosen,), per_call=(("choices", "choices_of($field)"),))
    if not has_fixed_choices(field):
        return representation
    choices = choices_of(field)
    # 1, 1.0 and True are equal, and are not the same in JSON.
    key = tuple((text, type(value), value) for text, value in choices.items())
    return representation._replace(constants=(("choices", Same(choices, key)),))


def has_fixed_choices(field: fields.ChoiceField) -> bool:
    """Return whether the choices are the same next time, made by no function or translation."""
    arguments = vars(field)
    declared = arguments["_kwargs"].get("choices", next(iter(arguments["_args"]), None))
    is_listed = isinstance(declared, list | tuple | dict)
    return is_listed and not any(isinstance(choice, Promise) for choice in field.choices)


@register(fields.JSONField, hooks=("binary",))
def as_json(field: fields.JSONField) -> Representation | None:
    return None if field.binary else AS_IT_IS


@register(fields.FileField, fields.ImageField, hooks=("use_url", *CONTEXT_HOOKS))
def as_file(field: fields.FileField) -> Representation | None:
    if not getattr(field, "use_url", api_settings.UPLOADED_FILES_USE_URL):
        return None
    return guarded(A_VALUE, "file_url($value, serializer)", runs_code=True)


@register(fields.ModelField)
def as_model_field(field: fields.ModelField) -> Representation | None:
    model_field = field.model_field
    if type(model_field).value_from_object is not ModelField.value_from_object:
        return None
    column = (model_field.attname,)
    return guarded(
        Guard(test="is_protected_type($value)"), "$value", access="column", source=column
    )
