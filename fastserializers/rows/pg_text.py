"""Columns that are loaded as the text that PostgreSQL has written: moments and decimals.

Django's loader of `timestamptz` is Python, and makes an object of which a list only wants the
text. psycopg's loader of texts, which is C, is set for the one cursor that executes a query. Which
columns are texts is read from the result of the query: annotations, views and legacy tables may be
of other types than their fields declare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler

from fastserializers.compiler.representation import DecimalText, Guard, GuardedExpression
from fastserializers.compiler.sources.shapes import Cases, Conversion, written
from fastserializers.runtime.zones import UTC, moment_of

# The fraction has six digits, none, or fewer: PostgreSQL leaves zeros at its end out. A year has
# four digits where the fifth character is no digit.
UTC_TEXT = '$zone is utc and type($value) is str and len($value) == {length} and $value[4] == "-"'
DATETIME_TEXTS = (
    GuardedExpression(
        Guard(test=f'{UTC_TEXT.format(length=29)} and $value[26:] == "+00"'),
        'f"{$value[:10]}T{$value[11:26]}Z"',
    ),
    GuardedExpression(
        Guard(test=f'{UTC_TEXT.format(length=22)} and $value[19:] == "+00"'),
        'f"{$value[:10]}T{$value[11:19]}Z"',
    ),
    GuardedExpression(
        Guard("type", "str", "($local := written_in_zone($value, $zone)) is not None"), "$local"
    ),
)


def decimal_cases(wanted: DecimalText) -> Cases:
    max_digits, places = wanted
    if not places:
        return ()
    # As many places as the field has, and no more digits than it takes: no NaN or infinity.
    text = f'len($value) <= {max_digits + 1} and $value[-{places + 1}:-{places}] == "."'
    return (GuardedExpression(Guard("type", "str", text), "$value"),)


class Text(NamedTuple):
    """A type of column that is loaded as text."""

    loader: str
    """The name of the class that loads its values: Django's or psycopg's own, and no project's."""
    conversion: Conversion
    read: Callable[[str], Any]
    """Returns what the loader makes of a text; None where only the loader knows."""


TEXT_TYPES = {
    "timestamptz": Text("SpecificTzLoader", written({"iso datetime": DATETIME_TEXTS}), moment_of),
    "numeric": Text("NumericLoader", written({DecimalText: decimal_cases}), Decimal),
}


class TextColumns(NamedTuple):
    """The texts that a query has given, by the types that the database says its columns have."""

    types: tuple[str, ...] = ()
    """The type of each column, for those that are texts."""
    loads: Mapping[str, Callable[[bytes], Any]] = MappingProxyType({})
    """Functions that make values of the texts of a type. They need the connection no more."""


NO_TEXTS = TextColumns()


@cache
def has_texts(connection_class: type) -> bool:
    """Return whether a class of connections is Django's to PostgreSQL, by psycopg 3 and its C."""
    if connection_class.__module__ != "django.db.backends.postgresql.base":
        return False
    from django.db.backends.postgresql import psycopg_any

    if not psycopg_any.is_psycopg3:
        return False
    from psycopg import pq

    return pq.__impl__ != "python"


def execute_for_texts(
    compiler: SQLCompiler, statement: str, options: Mapping[str, Any]
) -> tuple[Any, TextColumns]:
    """Return what `compiler` returns that executes a statement, and what was loaded as texts."""
    texts = NO_TEXTS

    def load_texts(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        nonlocal texts
        result = execute(sql, params, many, context)
        cursor = context["cursor"].cursor
        # Other code that wraps queries may execute queries of its own. A server-side cursor does
        # not know yet whether there are rows.
        if sql is statement and (options["chunked_fetch"] or cursor.rowcount):
            texts = load_as_texts(cursor, compiler.connection)
        return result

    # As `connection.execute_wrapper()` does, without what a context manager takes.
    wrappers = compiler.connection.execute_wrappers
    wrappers.append(load_texts)
    try:
        return compiler.execute_sql(**options), texts
    finally:
        wrappers.remove(load_texts)


def load_as_texts(cursor: Any, connection: BaseDatabaseWrapper) -> TextColumns:
    """Have a cursor load moments and decimals as texts, of the query that it has executed.

    Nothing where a column is made of others, such as an array: their values would be texts, too.
    """
    from psycopg.adapt import Transformer
    from psycopg.types.string import TextLoader

    result, adapters = cursor.pgresult, cursor.adapters
    oids = [result.ftype(number) for number in range(result.nfields)]
    names = [text_type_of(oid, cursor, connection) for oid in oids]
    if not any(names) or not all(is_plain(oid, adapters) for oid in oids):
        return NO_TEXTS
    oid_of = dict(zip(names, oids, strict=True))
    oid_of.pop("", None)
    # Loaders look at the connection when they are made: at its `DateStyle`, for one.
    loads = {
        name: adapters.get_loader(oid, TEXT_FORMAT)(oid, cursor.connection).load
        for name, oid in oid_of.items()
    }
    for name in loads:
        adapters.register_loader(name, TextLoader)
    # psycopg has chosen the loaders of the result by what was registered before, and has no public
    # way to choose again. Without it, a page of 100 takes a third more time.
    cursor._tx = Transformer(cursor)
    cursor._tx.set_pgresult(result)
    return TextColumns(tuple(names), loads)


TEXT_FORMAT = 0
"""`psycopg.pq.Format.TEXT`"""


def text_type_of(oid: int, cursor: Any, connection: BaseDatabaseWrapper) -> str:
    """Return the name of a type that is loaded as text; empty for another one.

    So is a type that a project loads in its own way, and a moment that is not told in UTC.
    """
    name = TEXT_OIDS.get(oid, "")
    if not name:
        return ""
    loader = cursor.adapters.get_loader(oid, TEXT_FORMAT)
    package = loader.__module__.partition(".")[0]
    if loader.__name__ != TEXT_TYPES[name].loader or package not in LOADING_PACKAGES:
        return ""
    return "" if name == "timestamptz" and not tells_utc(cursor, connection) else name


LOADING_PACKAGES = frozenset({"django", "psycopg", "psycopg_binary", "psycopg_c"})


# PostgreSQL's own types have the same numbers in all databases.
TEXT_OIDS = {1184: "timestamptz", 1700: "numeric"}


def tells_utc(cursor: Any, connection: BaseDatabaseWrapper) -> bool:
    """Return whether moments are told in UTC, and no code has set another zone for the session."""
    zone = cursor.connection.pgconn.parameter_status(b"TimeZone")
    return connection.timezone is UTC and zone == b"UTC"


def is_plain(oid: int, adapters: Any) -> bool:
    """Return whether a type has no parts that are loaded by their own loaders."""
    from psycopg.types import TypeInfo

    info = adapters.types.get(oid)
    return info is None or (type(info) is TypeInfo and info.oid == oid)


def value_loader(
    name: str, load: Callable[[bytes], Any], connection: BaseDatabaseWrapper
) -> Callable[[Any], Any]:
    """Return what makes of a text what its loader makes of it; of nothing else anything."""
    read = TEXT_TYPES[name].read
    errors = connection.wrap_database_errors

    def value(text: Any) -> Any:
        if type(text) is not str:
            return text
        known = read(text)
        if known is not None:
            return known
        with errors:
            return load(text.encode())

    return value
