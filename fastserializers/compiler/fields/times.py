"""Dates and times, by the formats and the active time zone."""

from __future__ import annotations

from django.conf import settings
from rest_framework import ISO_8601, fields
from rest_framework.settings import api_settings

from fastserializers.compiler.fields.registry import register
from fastserializers.compiler.representation import (
    Guard,
    GuardedExpression,
    Representation,
    guarded,
)
from fastserializers.runtime.drf_types import AnyField


def output_format(field: AnyField, setting: str) -> str | None:
    """Return the format as DRF reads it, `ISO_8601` in lower case."""
    form: str | None = getattr(field, "format", getattr(api_settings, setting))
    return ISO_8601 if form is not None and form.lower() == ISO_8601 else form


@register(
    fields.DateTimeField, hooks=("enforce_timezone", "default_timezone", "timezone", "format")
)
def as_datetime(field: fields.DateTimeField) -> Representation | None:
    if hasattr(field, "timezone"):
        return None
    form = output_format(field, "DATETIME_FORMAT")
    if form is None:
        return guarded(Guard("type", "datetime"), "$value")
    is_iso = form == ISO_8601
    text = "to_builtins($value)" if is_iso else "$value.strftime($format)"
    constants = () if is_iso else (("format", form),)
    if not settings.USE_TZ:
        naive = Guard("type", "datetime", "$value.tzinfo is None")
        return guarded(naive, text, constants=constants)
    elsewhere = "text_in_zone" if is_iso else "in_zone"
    return Representation(
        (
            GuardedExpression(Guard("type", "datetime", "$value.tzinfo is utc is $zone"), text),
            GuardedExpression(
                Guard("not none", test=f"($local := {elsewhere}($value, $zone)) is not None"),
                "$local" if is_iso else "$local.strftime($format)",
            ),
        ),
        constants=constants,
        form="iso datetime" if is_iso else None,
    )


@register(fields.DateField, hooks=("format",))
def as_date(field: fields.DateField) -> Representation:
    form = output_format(field, "DATE_FORMAT")
    return as_formatted(Guard("type", "date"), form)


@register(fields.TimeField, hooks=("format",))
def as_time(field: fields.TimeField) -> Representation:
    form = output_format(field, "TIME_FORMAT")
    return as_formatted(Guard("type", "time", "$value.tzinfo is None"), form)


def as_formatted(guard: Guard, form: str | None) -> Representation:
    if form is None:
        return guarded(guard, "$value")
    if form == ISO_8601:
        return guarded(guard, "to_builtins($value)")
    return guarded(guard, "$value.strftime($format)", constants=(("format", form),))


@register(fields.DurationField, hooks=("format",))
def as_duration(field: fields.DurationField) -> Representation | None:
    # Until DRF 3.17, there is neither the option nor the setting.
    form = getattr(field, "format", getattr(api_settings, "DURATION_FORMAT", "django"))
    expression = DURATION_EXPRESSIONS.get(str(form).lower())
    return guarded(Guard("type", "timedelta"), expression) if expression else None


DURATION_EXPRESSIONS = {
    "django": "duration_string($value)",
    ISO_8601: "duration_iso_string($value)",
}
