"""How a raw value becomes what DRF's field would return for it: one table entry per field class.

A representation is a few templates of Python source and the constants they name. It never holds
the field it was made from, so equal fields give equal representations, and equal plans share one
compilation.
"""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable, Hashable
from keyword import iskeyword
from typing import Any, Literal, NamedTuple, TypeAlias

from django.conf import settings
from django.utils.duration import duration_iso_string
from msgspec import to_builtins
from rest_framework import ISO_8601, fields, relations
from rest_framework.settings import api_settings

from fastserializers.compiler.overrides import is_stock, overrides
from fastserializers.compiler.zones import UTC, in_zone, text_in_zone

AnyField: TypeAlias = "fields.Field[Any, Any, Any, Any]"
# "nested" is what `ListSerializer` takes: prefetched rows do as well as their manager.
Access = Literal["value", "pk", "rows", "nested"]


class Case(NamedTuple):
    """An expression, and the guard that proves it equal to DRF's field for `{value}`."""

    guard: str
    expression: str


class Representation(NamedTuple):
    """The cases of a field, in the order they are tried; a value that fits none goes to DRF."""

    cases: tuple[Case, ...]
    access: Access = "value"
    constants: tuple[tuple[str, Hashable], ...] = ()
    state: tuple[tuple[str, str], ...] = ()
    """Names that the templates use, and expressions for them that do not depend on the value."""
    zoned: bool = False
    """Whether the templates name `{zone}`, the time zone that is active."""
    runs_code: bool = False
    """Whether the expressions run code of the project's."""


class Entry(NamedTuple):
    """A row of the table: what represents a field, and the overrides that rule it out."""

    represent: Callable[[Any], Representation | None]
    hooks: tuple[str, ...] = ()


class TypedValue(NamedTuple):
    """A constant that is equal only to one of its own type: `1`, `1.0` and `True` are three."""

    type: type
    value: Hashable


class Same:
    """A constant that is equal only to itself: a zone equals others with another name."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return hash(id(self.value))

    def build(self) -> object:
        return self.value


def representation_of(field: AnyField) -> Representation | None:
    """Return the representation of a bound `field`; None where only DRF's code is right."""
    cls = nearest(type(field))
    if cls not in TABLE:
        return None
    entry = TABLE[cls]
    return None if is_custom(field, *entry.hooks) else entry.represent(field)


def is_custom(field: AnyField, *hooks: str) -> bool:
    """Return whether a project's code decides how `field` is made, read or represented."""
    return overrides(type(field), (*READ_HOOKS, *hooks)) or not METHODS.isdisjoint(vars(field))


def nearest(cls: type) -> type:
    """Return the first class that `cls` is or inherits from of DRF's own or of the table."""
    return next(base for base in cls.__mro__ if base in TABLE or is_stock(base) or base is object)


# Values that DRF returns as they are, once their type is the one that it would make of them.


def only_if(
    guard: str, expression: str = "{value}", **options: Any
) -> Callable[[Any], Representation]:
    representation = Representation((Case(guard, expression),), **options)
    return lambda field: representation


def as_json(field: fields.JSONField) -> Representation | None:
    return None if field.binary else AS_IT_IS(field)


AS_IT_IS = only_if("not callable({value})")

# Something to work on: neither nothing, nor what DRF would call first.
A_VALUE = "{value} is not None and not callable({value})"


# Identifiers and numbers.


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


def as_decimal(field: fields.DecimalField) -> Representation | None:
    if field.localize:
        return None
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
        value = f"str({value})" if short else f"format({value}, 'f')"
    return Representation(
        (Case("type({value}) is Decimal", value),), constants=constants, state=state
    )


def decimal_context(max_digits: int | None) -> decimal.Context:
    """Return the context in which `DecimalField.quantize()` would work now."""
    context = decimal.getcontext().copy()
    if max_digits is not None:
        context.prec = max_digits
    return context


# Dates and times.


def output_format(field: AnyField, setting: str) -> str | None:
    """Return the format as DRF reads it, `ISO_8601` in lower case."""
    form: str | None = getattr(field, "format", getattr(api_settings, setting))
    return ISO_8601 if form is not None and form.lower() == ISO_8601 else form


def as_datetime(field: fields.DateTimeField) -> Representation:
    form = output_format(field, "DATETIME_FORMAT")
    if form is None:
        return Representation((Case("type({value}) is datetime", "{value}"),))
    is_iso = form == ISO_8601
    constants: tuple[tuple[str, Hashable], ...] = () if is_iso else (("format", form),)
    text = "to_builtins({value})" if is_iso else "{value}.strftime({format})"
    zoned = not hasattr(field, "timezone")
    zone = settings.USE_TZ if zoned else field.timezone is not None
    if not zone:
        naive = "type({value}) is datetime and {value}.tzinfo is None"
        return Representation((Case(naive, text),), constants=constants)
    if not zoned:
        constants += (("zone", Same(field.timezone)),)
    elsewhere = "text_in_zone" if is_iso else "in_zone"
    return Representation(
        (
            Case("type({value}) is datetime and {value}.tzinfo is utc is {zone}", text),
            Case(
                "{value} is not None and "
                f"({{local}} := {elsewhere}({{value}}, {{zone}})) is not None",
                "{local}" if is_iso else "{local}.strftime({format})",
            ),
        ),
        constants=constants,
        zoned=zoned,
    )


def as_date(field: fields.DateField) -> Representation:
    return as_formatted("type({value}) is date", output_format(field, "DATE_FORMAT"))


def as_time(field: fields.TimeField) -> Representation:
    form = output_format(field, "TIME_FORMAT")
    guard = (
        "type({value}) is time"
        if form is None
        else "type({value}) is time and {value}.tzinfo is None"
    )
    return as_formatted(guard, form)


def as_formatted(guard: str, form: str | None) -> Representation:
    if form is None:
        return Representation((Case(guard, "{value}"),))
    if form == ISO_8601:
        return Representation((Case(guard, "to_builtins({value})"),))
    return Representation(
        (Case(guard, "{value}.strftime({format})"),), constants=(("format", form),)
    )


def as_duration(field: fields.DurationField) -> Representation | None:
    form = "django"
    if "DURATION_FORMAT" in api_settings.defaults:  # from DRF 3.17 on
        form = getattr(field, "format", api_settings.DURATION_FORMAT)
    expression = DURATION_EXPRESSIONS.get(form.lower() if isinstance(form, str) else form)
    return (
        Representation((Case("type({value}) is timedelta", expression),)) if expression else None
    )


DURATION_EXPRESSIONS = {
    None: "{value}",
    "django": "duration_text({value})",
    ISO_8601: "duration_iso_string({value})",
}


def duration_text(value: datetime.timedelta) -> str:
    """Return what Django's `duration_string()` returns, in a third of the time."""
    minutes, seconds = divmod(value.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days = f"{value.days} " if value.days else ""
    fraction = f".{value.microseconds:06d}" if value.microseconds else ""
    return f"{days}{hours:02d}:{minutes:02d}:{seconds:02d}{fraction}"


# Choices.


def as_choice(field: Any) -> Representation | None:
    declared = field._kwargs.get("choices", next(iter(field._args), None))
    if not isinstance(declared, list | tuple | dict):
        # Choices that are made by a function may be others next time.
        return None
    # The blank string is returned before any choice is looked up, whatever the choices say of it.
    choices = {**field.choice_strings_to_values, "": ""}
    constant = Choices(
        tuple((text, TypedValue(type(value), value)) for text, value in choices.items())
    )
    return Representation(
        (
            Case(
                "type({value}) is str or type({value}) is int",
                "{choices}.get(str({value}), {value})",
            ),
        ),
        constants=(("choices", constant),),
    )


class Choices(NamedTuple):
    """`ChoiceField.choice_strings_to_values`, hashable."""

    items: tuple[tuple[str, TypedValue], ...]

    def build(self) -> dict[str, Hashable]:
        return {text: choice.value for text, choice in self.items}


# Relations.


def as_primary_key(field: relations.PrimaryKeyRelatedField[Any]) -> Representation | None:
    if field.pk_field is not None:
        return None
    return Representation((Case("type({value}) in KEY_TYPES", "{value}"),), access="pk")


def as_slug(field: relations.SlugRelatedField[Any]) -> Representation | None:
    slug = field.slug_field.replace("__", ".")
    names = slug.split(".")
    if not all(name.isascii() and name.isidentifier() and not iskeyword(name) for name in names):
        return None
    return Representation((Case(A_VALUE, f"{{value}}.{slug}"),), runs_code=True)


def as_rows(field: relations.ManyRelatedField) -> Representation | None:
    if nearest(type(field.child_relation)) not in ROW_RELATIONS:
        return None
    child = representation_of(field.child_relation)
    if child is None:
        return None
    row = "{value}.pk" if child.access == "pk" else child.cases[0].expression
    expression = f"[{row.format(value='row')} for row in {{value}}]"
    return Representation((Case("", expression),), access="rows", runs_code=child.runs_code)


ROW_RELATIONS = (
    relations.PrimaryKeyRelatedField,
    relations.SlugRelatedField,
    relations.StringRelatedField,
)
KEY_TYPES = frozenset({int, str, uuid.UUID})

# What every field reads and represents through; an override sends the field to DRF.
READ_HOOKS = (
    "get_attribute",
    "to_representation",
    "source",
    "source_attrs",
    "__getattribute__",
    # How a field is made may depend on more than its class: it is made anew for each serializer.
    "__init__",
    "__new__",
    "__deepcopy__",
    "bind",
)

# The hooks that can be replaced on one field object.
METHODS = frozenset(
    {
        "get_attribute",
        "to_representation",
        "enforce_timezone",
        "default_timezone",
        "quantize",
        "use_pk_only_optimization",
    }
)

TEXT = Entry(only_if("type({value}) is str"))
RELATED_HOOKS = ("use_pk_only_optimization",)

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
    fields.ChoiceField: Entry(
        as_choice, ("choices", "_get_choices", "_set_choices", "choice_strings_to_values")
    ),
    fields.ReadOnlyField: Entry(AS_IT_IS),
    fields.JSONField: Entry(as_json, ("binary",)),
    relations.PrimaryKeyRelatedField: Entry(as_primary_key, RELATED_HOOKS),
    relations.StringRelatedField: Entry(
        only_if(A_VALUE, "str({value})", runs_code=True), RELATED_HOOKS
    ),
    relations.SlugRelatedField: Entry(as_slug, (*RELATED_HOOKS, "slug_field")),
    relations.ManyRelatedField: Entry(as_rows),
}
if hasattr(fields, "BigIntegerField"):  # from DRF 3.17 on
    TABLE[fields.BigIntegerField] = Entry(as_big_integer, ("coerce_to_string",))

RUNTIME: dict[str, object] = {
    "Decimal": decimal.Decimal,
    "KEY_TYPES": KEY_TYPES,
    "UUID": uuid.UUID,
    "date": datetime.date,
    "datetime": datetime.datetime,
    "decimal_context": decimal_context,
    "duration_iso_string": duration_iso_string,
    "duration_text": duration_text,
    "in_zone": in_zone,
    "text_in_zone": text_in_zone,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
    "to_builtins": to_builtins,
    "utc": UTC,
}
"""The names that the templates use of this module and of others."""
