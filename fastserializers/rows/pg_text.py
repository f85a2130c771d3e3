"""The database's own text: columns whose representation PostgreSQL has already written.

Django's loader of `timestamptz` is Python, and makes an object of which a list only wants the
text. Here psycopg's loader of texts, which is C, is set for the one cursor that executes a query;
what a text doesn't say as REST framework would is loaded as Django loads it. Which columns are
texts is read from the result of the query: annotations, views and legacy tables may be of other
types than their fields declare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler

from fastserializers.compiler.reads.shapes import Cases, Conversion, written
from fastserializers.compiler.representation import DecimalText, Form, GuardedExpression
from fastserializers.runtime.zones import UTC, moment_of


def tells_utc(connection: BaseDatabaseWrapper) -> bool:
    """Return whether moments are told in UTC, and no code has set another zone for the session."""
    driver = connection.connection
    # Django opens a connection in its own zone.
    is_set = driver is None or driver.pgconn.parameter_status(b"TimeZone") == b"UTC"
    return connection.timezone is UTC and is_set


class Text(NamedTuple):
    """A type of column that is loaded as text."""

    loader: str
    """The name of the class that loads its values: Django's or psycopg's own, and no project's."""
    conversion: Conversion
    is_possible: Callable[[Any], bool] = lambda connection: True
    read: Callable[[str], Any] = lambda text: None
    """Returns the value of a text where that is quicker than the loader; else None."""


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


def decimal_cases(wanted: DecimalText) -> Cases:
    max_digits, places = wanted
    if not places:
        return ()
    # As many places as the field has, and no more digits than it takes: no NaN or infinity.
    guard = (
        f"type($value) is str and len($value) <= {max_digits + 1} "
        f'and $value[-{places + 1}:-{places}] == "."'
    )
    return (GuardedExpression(guard, "$value"),)


TEXT_TYPES = {
    "timestamptz": Text(
        "SpecificTzLoader",
        written({"iso datetime": DATETIME_TEXTS}),
        tells_utc,
        moment_of,
    ),
    "date": Text("DateLoader", written({"iso date": (DATE_TEXT,)})),
    "time": Text("TimeLoader", written({"iso time": (TIME_TEXT,)})),
    "uuid": Text("UUIDLoader", written({"uuid": (UUID_TEXT,)})),
    "numeric": Text("NumericLoader", written({DecimalText: decimal_cases})),
}
"""By the name of the type. A further one is one more entry."""

TEXT_FORMS: frozenset[Form] = frozenset(
    {"iso datetime", "iso date", "iso time", "uuid", DecimalText(1, 1)}
)
"""The form of a representation of each type."""


def texts_for(forms: frozenset[Form], connection: BaseDatabaseWrapper) -> frozenset[str]:
    """Return the types that a query loads as texts if its columns are read in these forms."""
    cls: Any = type(connection)
    if not forms or not is_by_psycopg(cls):
        return NO_TEXTS
    return frozenset(
        name for name in texts_wanted(forms) if TEXT_TYPES[name].is_possible(connection)
    )


NO_TEXTS: frozenset[str] = frozenset()


@lru_cache(maxsize=1024)
def texts_wanted(forms: frozenset[Form]) -> frozenset[str]:
    """Return the types that representations of some forms take as texts."""
    cases = {name: text.conversion.unconverted for name, text in TEXT_TYPES.items()}
    return frozenset(name for name, cases_of in cases.items() if any(map(cases_of, forms)))


@cache
def is_by_psycopg(connection_class: type) -> bool:
    """Return whether a class of connections is Django's to PostgreSQL, by psycopg 3 and its C."""
    from django.db.backends.postgresql import psycopg_any

    package = connection_class.__module__.rpartition(".")[0]
    if not psycopg_any.is_psycopg3 or package != "django.db.backends.postgresql":
        return False
    from psycopg import pq

    return pq.__impl__ != "python"


class Loaded(NamedTuple):
    """The texts that a query has given, by the types that the database says its columns have."""

    types: tuple[str, ...] = ()
    """The type of each column, for those that are texts."""
    loads: Mapping[str, Callable[[bytes], Any]] = MappingProxyType({})
    """Functions that make values of the texts of a type. They need the connection no more."""


NOT_LOADED = Loaded()


def execute_loading(
    compiler: SQLCompiler, statement: str, names: frozenset[str], options: Mapping[str, Any]
) -> tuple[Any, Loaded]:
    """Return what `compiler` returns that executes a statement, and what was loaded as texts.

    `names` are the types to load so.
    """
    loaded = NOT_LOADED

    def load_texts(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        nonlocal loaded
        result = execute(sql, params, many, context)
        # Other code that wraps queries may execute queries of its own.
        if sql is statement:
            loaded = load_as_texts(context["cursor"].cursor, names)
        return result

    # As `connection.execute_wrapper()` does, without what a context manager takes.
    wrappers = compiler.connection.execute_wrappers
    wrappers.append(load_texts)
    try:
        return compiler.execute_sql(**options), loaded
    finally:
        wrappers.remove(load_texts)


def load_as_texts(cursor: Any, names: frozenset[str]) -> Loaded:
    """Have a cursor load columns of some types as texts, of the query that it has executed.

    None of them where a column is made of others, which would be texts as well.
    """
    from psycopg.adapt import Transformer
    from psycopg.types.string import TextLoader

    result, adapters = cursor.pgresult, cursor.adapters
    oids = [result.ftype(number) for number in range(result.nfields)]
    loaders = text_loaders(oids, names, adapters)
    others = (adapters.get_loader(oid, TEXT_FORMAT) for oid in oids if oid not in loaders)
    if not loaders or any(map(loads_parts, others)):
        return NOT_LOADED
    # They look at the connection when they are made: at its `DateStyle`, for one.
    loads = {name: load(oid, cursor.connection).load for oid, (name, load) in loaders.items()}
    for name in loads:
        adapters.register_loader(name, TextLoader)
    # It has chosen the loaders of the result by what was registered before.
    cursor._tx = Transformer(cursor)
    cursor._tx.set_pgresult(result)
    return Loaded(tuple(loaders[oid][0] if oid in loaders else "" for oid in oids), loads)


def text_loaders(
    oids: Iterable[int], names: frozenset[str], adapters: Any
) -> dict[int, tuple[str, Any]]:
    """Return the names of types and their loaders, by the number of the type in the database.

    Not those that a project loads in its own way.
    """
    found = {}
    for oid in oids:
        name = text_oids().get(oid, "")
        if name in names:
            loader = adapters.get_loader(oid, TEXT_FORMAT)
            package = loader.__module__.partition(".")[0]
            if loader.__name__ == TEXT_TYPES[name].loader and package in LOADING_PACKAGES:
                found[oid] = name, loader
    return found


@cache
def text_oids() -> Mapping[int, str]:
    """Return the names of the types that are loaded as texts, by their numbers in a database."""
    from psycopg.postgres import types

    return {types[name].oid: name for name in TEXT_TYPES}


LOADING_PACKAGES = frozenset({"django", "psycopg", "psycopg_binary", "psycopg_c"})
TEXT_FORMAT = 0
"""`psycopg.pq.Format.TEXT`"""


def loads_parts(loader: type | None) -> bool:
    """Return whether a loader loads the parts of a value, as of an array, by their own loaders.

    psycopg's are of a base class for that, in Python or in C. It has none for a type of a project
    that nothing is registered for: that is loaded as text.
    """
    bases = loader.__mro__ if loader is not None else ()
    return any(base.__name__ in ("RecursiveLoader", "_CRecursiveLoader") for base in bases)


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
