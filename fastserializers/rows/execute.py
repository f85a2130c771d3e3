"""A query of Django's, compiled and executed once, and its rows as the database gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.constants import GET_ITERATOR_CHUNK_SIZE

from fastserializers.compiler.sources.shapes import Conversion, Layout
from fastserializers.rows.layout import Row, layout_of, with_texts
from fastserializers.rows.pg_text import (
    NO_TEXTS,
    TextColumns,
    execute_for_texts,
    has_texts,
    value_loader,
)
from fastserializers.rows.unpatched import (
    OWN_COMPILER,
    OWN_EXECUTION,
    ByDjango,
    Queryset,
    has_own,
    replaced_parts,
)


class Query(dict[int, Callable[[Any], Any]]):
    """An executed query, as its rows and instances need it: connection, converters, fetch mode.

    By the position of a value in a row, it has the function that makes Django's value of it.
    """

    def __init__(self, compiler: SQLCompiler, fetch_mode: Any, texts: TextColumns) -> None:
        self.compiler = compiler
        self.db = compiler.using
        self.connection = compiler.connection
        self.fetch_mode = fetch_mode
        self.texts = texts

    def __missing__(self, place: int) -> Callable[[Any], Any]:
        return self.setdefault(place, value_maker(self, place))


def value_maker(query: Query, place: int) -> Callable[[Any], Any]:
    """Return what makes Django's value, by its converters, of what the database has given."""
    connection, texts = query.connection, query.texts
    expression = query.compiler.select[place][0]
    by_place = query.compiler.get_converters([expression])
    converters = by_place[0][0] if by_place else []
    name = texts.types[place] if texts.types else ""
    load = value_loader(name, texts.loads[name], connection) if name else None
    if load is None and len(converters) == 1:
        (convert,) = converters
        return lambda value: convert(value, expression, connection)

    def made(value: Any) -> Any:
        value = value if load is None else load(value)
        for convert in converters:
            value = convert(value, expression, connection)
        return value

    return made


class Prepared(NamedTuple):
    """A query that is compiled, and not executed yet."""

    compiler: SQLCompiler
    statement: tuple[str, Any] | None
    """The SQL and its parameters, where Django's own code executes them."""
    is_empty: bool
    """Whether it is known to give no rows, as the page of a list that is empty."""
    fetch_mode: Any
    layout: Layout


@dataclass(frozen=True, eq=False)
class FetchedRows:
    """The rows that a query has given: each relation that it has joined has the same rows."""

    rows: Sequence[Row]
    layout: Layout
    query: Query

    def with_rows(self, rows: list[Any]) -> FetchedRows:
        """Return other rows of the same query."""
        layout = self.layout
        if layout.by_code:
            rows = self.with_values(rows)
            layout = layout.with_values
        # `dataclasses.replace()` takes three times as long, for each list.
        return FetchedRows(rows, layout, self.query)

    def with_values(self, rows: list[Row]) -> list[Row]:
        """Return rows with the values that code makes: it may see another time zone later."""
        made = {place: self.query[place] for place in self.layout.by_code}

        def with_made(row: Row) -> Row:
            values = list(row)
            for place, convert in made.items():
                values[place] = convert(values[place])
            return tuple(values)

        return list(map(with_made, rows))

    def position_of(self, column: str) -> int | None:
        return self.layout.positions.get(column)

    def conversion_of(self, column: str) -> Conversion | None:
        place = self.position_of(column)
        return None if place is None else self.layout.conversions.get(place)

    def reader_of(self, column: str) -> Callable[[Row], Any]:
        """Return a function that reads a column as Django converts it."""
        return self.reader_at(self.layout.positions[column])

    def reader_at(self, place: int) -> Callable[[Row], Any]:
        if place not in self.layout.conversions:
            return itemgetter(place)
        convert = self.query[place]
        return lambda row: convert(row[place])


def together(parts: Sequence[FetchedRows]) -> FetchedRows:
    """Return the rows of equal queries as those of the first one."""
    first, *others = parts
    if not others:
        return first
    return first.with_rows([row for part in parts for row in part.rows])


def prepare(queryset: Queryset) -> Prepared:
    """Return the query of a readable queryset, compiled.

    Raises `ByDjango` where only Django can read its rows, and what compiling raises.
    """
    compiler: SQLCompiler = queryset.query.get_compiler(using=queryset.db)
    for reason in replaced_parts(type(compiler), OWN_COMPILER, compiler):
        raise ByDjango(reason)
    # Silk wraps `execute_sql()` to measure, and cachalot to keep the rows: these are given values,
    # and no texts in their place.
    is_by_django = has_own(type(compiler), OWN_EXECUTION)
    statement, is_empty = None, False
    try:
        statement = compiler.as_sql()
    except EmptyResultSet:
        is_empty = True
    layout = layout_of(compiler)
    fetch_mode = getattr(queryset, "_fetch_mode", None)
    statement = statement if is_by_django else None
    return Prepared(compiler, statement, is_empty, fetch_mode, layout)


def execute(prepared: Prepared, **options: Any) -> tuple[Any, FetchedRows]:
    """Execute a query as the iterable of its queryset would. Raises what that raises.

    Returns the lists of rows that `compiler.execute_sql()` gives, and `FetchedRows` without them:
    `with_rows()` adds some. `options` are those of `execute_sql()`.
    """
    options = {"chunked_fetch": False, "chunk_size": GET_ITERATOR_CHUNK_SIZE, **options}
    compiler, statement, results, texts = prepared.compiler, prepared.statement, (), NO_TEXTS
    if statement is not None:
        # Compiled already, so not again.
        vars(compiler)["as_sql"] = lambda: statement
    try:
        if statement is not None and has_texts(type(compiler.connection)):  # type: ignore[arg-type]
            results, texts = execute_for_texts(compiler, statement[0], options)
        elif not prepared.is_empty:
            results = compiler.execute_sql(**options)
    finally:
        vars(compiler).pop("as_sql", None)
    query = Query(compiler, prepared.fetch_mode, texts)
    return results, FetchedRows((), with_texts(prepared.layout, texts.types), query)


def fetched_rows(prepared: Prepared) -> FetchedRows:
    """Return the rows of a query, which is executed."""
    results, of_query = execute(prepared)
    return of_query.with_rows(list(chain.from_iterable(results)))
