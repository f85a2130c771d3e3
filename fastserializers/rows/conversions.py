"""How the values in a row differ from Django's: a table by the converter of Django's.

A further database, or a further type of column, is one more entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timezone
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import BaseExpression, Col
from django.db.models.sql.compiler import SQLCompiler

from fastserializers.compiler.representation import DecimalText, Guard, GuardedExpression, all_of
from fastserializers.compiler.sources.shapes import Cases, Conversion, written
from fastserializers.names import path_of
from fastserializers.packages.known import is_known
from fastserializers.rows.unpatched import is_djangos

# Project code makes the value, or code of Django's that looks at more than the row.
CUSTOM = Conversion(runs_code=True)
DJANGOS = Conversion()
BOOLEAN = Conversion(made="bool")
DATE = Conversion(made="date")
TIME = Conversion(made="time")
NAIVE_UTC = written(
    {
        "iso datetime": (
            GuardedExpression(
                Guard(test="$zone is utc and type($value) is datetime and $value.tzinfo is None"),
                'to_builtins($value) + "Z"',
            ),
            GuardedExpression(
                Guard(
                    "type",
                    "datetime",
                    "$value.tzinfo is None and "
                    "($local := text_in_zone($value.replace(tzinfo=utc), $zone))",
                ),
                "$local",
            ),
        )
    }
)
JSON_TEXT = written({"as it is": (GuardedExpression(Guard("type", "str"), "json_value($value)"),)})
HEX_UUID = written(
    {
        "uuid": (
            GuardedExpression(
                Guard(
                    "type",
                    "str",
                    'len($value) == 32 and not $value.strip("0123456789abcdef")',
                ),
                'f"{$value[:8]}-{$value[8:12]}-{$value[12:16]}-{$value[16:20]}-{$value[20:]}"',
            ),
        )
    }
)


def always(conversion: Conversion) -> Callable[[Any, Any], Conversion]:
    return lambda expression, connection: conversion


def naive_datetime(expression: BaseExpression, connection: BaseDatabaseWrapper) -> Conversion:
    return NAIVE_UTC if settings.USE_TZ and connection.timezone is timezone.utc else DJANGOS


def json_document(expression: BaseExpression, connection: BaseDatabaseWrapper) -> Conversion:
    return JSON_TEXT if getattr(expression.output_field, "decoder", None) is None else DJANGOS


def decimal_number(expression: BaseExpression, connection: BaseDatabaseWrapper) -> Conversion:
    if not isinstance(expression, Col):
        return DJANGOS
    # A generated column is of its `output_field`, and a foreign key of what it refers to.
    field: Any = expression.output_field
    if field.max_digits is None or field.decimal_places is None:
        return DJANGOS
    return stored_number(field.max_digits, field.decimal_places)


@cache
def stored_number(max_digits: int, places: int) -> Conversion:
    return written({DecimalText: partial(number_cases, max_digits, places)})


def number_cases(max_digits: int, places: int, wanted: DecimalText) -> Cases:
    """Return the case of a number that has been stored as it is written.

    Django reads 15 digits of it: a number of no more digits is that text and no other.
    """
    whole_digits = min(max_digits, wanted.max_digits, 15) - places
    if places != wanted.places or whole_digits < 0:
        return ()
    limit = 10**whole_digits
    guard = all_of(
        "type($value) is float or type($value) is int",
        f"-{limit} < $value < {limit}",
        f'float($text := f"{{$value:.{places}f}}") == $value',
    )
    return (GuardedExpression(Guard(test=guard), "$text"),)


SQLITE = "django.db.backends.sqlite3.operations.DatabaseOperations"
CONVERSIONS: dict[str, Callable[[Any, Any], Conversion]] = {
    f"{SQLITE}.convert_booleanfield_value": always(BOOLEAN),
    f"{SQLITE}.convert_datefield_value": always(DATE),
    f"{SQLITE}.convert_timefield_value": always(TIME),
    f"{SQLITE}.convert_datetimefield_value": naive_datetime,
    f"{SQLITE}.convert_uuidfield_value": always(HEX_UUID),
    f"{SQLITE}.get_decimalfield_converter.<locals>.converter": decimal_number,
    "django.db.models.fields.json.JSONField.from_db_value": json_document,
}
"""Takes the expression and the connection; by the path of a column's only converter."""

TRUNCATION = "django.db.models.functions.datetime.TruncBase.convert_value"

# The others are not tested, and Oracle has empty strings for None.
KNOWN_VENDORS = frozenset({"mysql", "postgresql", "sqlite"})


def conversions_of(compiler: SQLCompiler, places: Iterable[int]) -> dict[int, Conversion]:
    """Return what stands at those of the `places` of a query's rows where Django converts."""
    conversions = {}
    for place in places:
        expression = compiler.select[place][0]
        converters = compiler.get_converters([expression])
        if converters:
            conversions[place] = conversion_of(converters[0][0], expression, compiler.connection)
    return conversions


def conversion_of(
    converters: list[Callable[..., Any]],
    expression: BaseExpression,
    connection: BaseDatabaseWrapper,
) -> Conversion:
    """Return what stands for the values of a column, or of an expression that is no column."""
    # A truncated moment depends on the active time zone, and on the database's zone tables.
    is_zoned = TRUNCATION in map(path_of, converters)
    if is_zoned or not all(is_djangos(each) or is_known(each, expression) for each in converters):
        return CUSTOM
    entry = CONVERSIONS.get(path_of(converters[0])) if len(converters) == 1 else None
    if entry is not None:
        return entry(expression, connection)
    return DJANGOS if connection.vendor in KNOWN_VENDORS else CUSTOM
