"""The database's own text: columns whose representation PostgreSQL has already written.

Django's loader of `timestamptz` is Python, and makes an object of which a list only wants the
text. Here psycopg's loader of texts, which is C, is set for the one cursor that executes a query;
what a text doesn't say as REST framework would is loaded as Django loads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from fastserializers.compiler.fields.representation import GuardedExpression
from fastserializers.compiler.reads.rows import Conversion
from fastserializers.runtime.clock import UTC
from fastserializers.runtime.texts import moment_of


class Text(NamedTuple):
    """A type of column that is loaded as text."""

    is_possible: Callable[[Any], bool]
    """Takes the connection."""
    kind: Conversion
    is_wanted: Callable[[str], bool]
    """Takes the name of a representation: whether it is written already."""
    read: Callable[[str], Any] = lambda text: None
    """What makes a value of a text where that is quicker than Django's loader; else None."""


def cases_of(representations: Mapping[str, tuple[GuardedExpression, ...]]) -> Conversion:
    return Conversion(unconverted=lambda name: representations.get(name, ()))


# The fraction has six digits, none, or fewer: PostgreSQL leaves zeros at its end out. A year has
# four digits where the fifth character is no digit.
UTC_TEXT = '$zone is utc and type($value) is str and len($value) == {length} and $value[4] == "-"'
DATETIME_TEXTS = (
    GuardedExpression(
        f'{UTC_TEXT.format(length=29)} and $value[26:] == "+00"',
        'f"{$value[:10]}T{$value[11:26]}Z"',
    ),
    GuardedExpression(
        f'{UTC_TEXT.format(length=22)} and $value[19:] == "+00"',
        'f"{$value[:10]}T{$value[11:19]}Z"',
    ),
    GuardedExpression(
        "type($value) is str and ($local := written_in_zone($value, $zone)) is not None", "$local"
    ),
)
DATE_TEXT = GuardedExpression(
    'type($value) is str and len($value) == 10 and $value[4] == "-" == $value[7]', "$value"
)
TIME_TEXT = GuardedExpression(
    'type($value) is str and len($value) in (8, 15) and $value[:2] != "24"', "$value"
)
UUID_TEXT = GuardedExpression("type($value) is str and len($value) == 36", "$value")


def decimal_cases(name: str) -> tuple[GuardedExpression, ...]:
    if not name.startswith("decimal "):
        return ()
    max_digits, places = map(int, name.split()[1:])
    if not places:
        return ()
    # As many places as the field has, and no more digits than it takes: no NaN or infinity.
    guard = (
        f"type($value) is str and len($value) <= {max_digits + 1} "
        f'and $value[-{places + 1}:-{places}] == "."'
    )
    return (GuardedExpression(guard, "$value"),)


TEXTS = {
    "timestamptz": Text(
        lambda connection: connection.timezone is UTC,
        cases_of({"iso datetime": DATETIME_TEXTS}),
        lambda name: name == "iso datetime",
        moment_of,
    ),
    "date": Text(
        lambda connection: True,
        cases_of({"iso date": (DATE_TEXT,)}),
        lambda name: name == "iso date",
    ),
    "time": Text(
        lambda connection: True,
        cases_of({"iso time": (TIME_TEXT,)}),
        lambda name: name == "iso time",
    ),
    "uuid": Text(
        lambda connection: True,
        cases_of({"uuid": (UUID_TEXT,)}),
        lambda name: name == "uuid",
    ),
    "numeric": Text(
        lambda connection: True,
        Conversion(unconverted=decimal_cases),
        lambda name: bool(decimal_cases(name)),
    ),
}
"""By the name of the type. A further one is one more entry."""

EVERY_NAME = frozenset({"iso datetime", "iso date", "iso time", "uuid", "decimal 1 1"})
"""The name of a representation of each type."""

# What the columns of Django's own fields are declared as, and the types that these are.
DECLARED = {
    "timestamp with time zone": "timestamptz",
    "date": "date",
    "time": "time",
    "uuid": "uuid",
    "numeric": "numeric",
    **dict.fromkeys(
        (
            "bigint",
            "boolean",
            "bytea",
            "double precision",
            "inet",
            "integer",
            "interval",
            "jsonb",
            "smallint",
            "text",
            "varchar",
        ),
        "",
    ),
}


def type_of(field: Any, connection: Any) -> str | None:
    """Return the type that a field's column is loaded as text by, if it is one; None if unknown.

    A column of an unknown type may be made of others, such as an array of datetimes, which would
    be texts as well.
    """
    try:
        declared = field.db_type(connection)
    except Exception:
        return None
    return DECLARED.get((declared or "").partition("(")[0])


def is_available(connection: Any) -> bool:
    """Return whether a connection is one of Django's to PostgreSQL, by psycopg 3 and its C."""
    cls: Any = type(connection)
    return connection.vendor == "postgresql" and is_by_psycopg(cls)


@cache
def is_by_psycopg(connection_class: type) -> bool:
    from django.db.backends.postgresql import psycopg_any

    package = connection_class.__module__.rpartition(".")[0]
    if not psycopg_any.is_psycopg3 or package != "django.db.backends.postgresql":
        return False
    from psycopg import pq

    return pq.__impl__ != "python"


def execute_loading(
    compiler: Any, choose: Callable[[], frozenset[str]], options: Mapping[str, Any]
) -> tuple[Any, frozenset[str]]:
    """Return what `compiler` returns that executes its query, and the types loaded as texts.

    Those are what `choose` returns, which is called when the query is compiled, and before it is
    executed.
    """
    compiled: list[str] = []
    types: frozenset[str] = frozenset()
    as_sql = compiler.as_sql

    def remembered(*args: Any, **options: Any) -> Any:
        sql, params = as_sql(*args, **options)
        compiled.append(sql)
        return sql, params

    def load_texts(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        nonlocal types
        # Whoever else wraps queries may make some of his own.
        if compiled and sql is compiled[0]:
            types = choose()
            adapters = context["cursor"].cursor.adapters
            for name in types:
                adapters.register_loader(name, text_loader())
        return execute(sql, params, many, context)

    # As `connection.execute_wrapper()` does, without what a context manager takes.
    wrappers = compiler.connection.execute_wrappers
    compiler.as_sql = remembered
    wrappers.append(load_texts)
    try:
        return compiler.execute_sql(**options), types
    finally:
        wrappers.pop()
        del compiler.as_sql


@cache
def text_loader() -> Any:
    from psycopg.types.string import TextLoader

    return TextLoader


def value_loader(name: str, connection: Any) -> Callable[[Any], Any]:
    """Return what makes of a text what Django's loader makes of it; of nothing else anything."""
    from psycopg import pq
    from psycopg.postgres import types

    read = TEXTS[name].read
    oid = types[name].oid
    context = connection.connection
    load = context.adapters.get_loader(oid, pq.Format.TEXT)(oid, context).load

    def value(text: Any) -> Any:
        if type(text) is not str:
            return text
        known = read(text)
        if known is not None:
            return known
        with connection.wrap_database_errors:
            return load(text.encode())

    return value
