"""A query of Django's, compiled and executed once: its rows as the database gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple
from weakref import WeakSet

from django.core.exceptions import EmptyResultSet
from django.db import router
from django.db.models.sql.constants import GET_ITERATOR_CHUNK_SIZE

from fastserializers.compiler.reads.instances import has_loaded_state
from fastserializers.compiler.representation import Form
from fastserializers.rows.layout import Layout, layout_of, loaded_as
from fastserializers.rows.new_instances import HAS_FETCH_MODES, Make
from fastserializers.rows.on_demand import Row
from fastserializers.rows.pg_text import (
    NOT_LOADED,
    TEXT_TYPES,
    Loaded,
    execute_loading,
    texts_wanted,
    value_loader,
)
from fastserializers.rows.unpatched import (
    Queryset,
    is_executed_by_django,
    is_unpatched_compiler,
    is_unpatched_queryset,
)

Converter = tuple[Callable[[Any, Any, Any], Any], Any]
"""What makes the value at a position, and the expression that it wants with it."""


class Query:
    """What all instances of one executed query have of it."""

    def __init__(self, compiler: Any, fetch_mode: Any, loaded: Loaded) -> None:
        self.compiler = compiler
        self.db = compiler.using
        self.connection = compiler.connection
        self.fetch_mode = fetch_mode
        self.loaded = loaded
        self.converted = Converted(self)
        self.converters: dict[int, Converter] = {}

    def converter_at(self, place: int) -> Converter:
        if place not in self.converters:
            self.converters[place] = self.new_converter(place)
        return self.converters[place]

    def new_converter(self, place: int) -> Converter:
        expression = self.compiler.select[place][0]
        found = self.compiler.get_converters([expression])
        converters = list(found[0][0]) if found else []
        name = self.loaded.types[place] if self.loaded.types else ""
        if name:
            load = value_loader(name, self.loaded.loads[name], self.connection)
            converters.insert(0, lambda value, expression, connection: load(value))
        return converters[0] if len(converters) == 1 else chained(converters), expression


class Converted(dict[int, Callable[[Any], Any]]):
    """What makes a value of what a row has at a position."""

    def __init__(self, query: Query) -> None:
        self.query = query

    def __missing__(self, place: int) -> Callable[[Any], Any]:
        convert, expression = self.query.converter_at(place)
        connection = self.query.connection
        return self.setdefault(place, lambda value: convert(value, expression, connection))


def chained(converters: list[Callable[[Any, Any, Any], Any]]) -> Callable[[Any, Any, Any], Any]:
    def convert(value: Any, expression: Any, connection: Any) -> Any:
        for converter in converters:
            value = converter(value, expression, connection)
        return value

    return convert


class Prepared(NamedTuple):
    """A query that is compiled, and not executed yet."""

    compiler: Any
    statement: tuple[str, Any] | None
    """The SQL and its parameters; None for a query that is known to give no rows."""
    fetch_mode: Any
    layout: Layout
    known: tuple[Known, ...]
    """What related instances know whom they belong to."""


class Executed(NamedTuple):
    """A query that the database has answered."""

    query: Query
    results: Any
    """What `compiler.execute_sql()` has returned: lists of rows."""
    layout: Layout
    known: tuple[Known, ...]


# Looks at all bases of a class, which don't change.
keeps_loaded_state = lru_cache(maxsize=1024)(has_loaded_state)


def is_readable(queryset: Any) -> bool:
    """Return whether iterating a queryset runs Django's code alone, up to its compiler."""
    return (
        is_unpatched_queryset(queryset)
        and not getattr(getattr(queryset, "_fetch_mode", None), "track_peers", False)
        and keeps_loaded_state(queryset.query.model)
    )


def prepare(queryset: Queryset) -> Prepared | None:
    """Return the query of a readable queryset, compiled; None where only Django can read it.

    Raises what compiling raises.
    """
    compiler: Any = queryset.query.get_compiler(using=queryset.db)
    if not is_unpatched_compiler(compiler):
        return None
    try:
        statement = compiler.as_sql()
    except EmptyResultSet:
        statement = None
    layout = layout_of(compiler)
    if layout is None or not all(map(keeps_loaded_state, layout.models)):
        return None
    known = known_related(queryset, layout)
    if known is None:
        return None
    fetch_mode = getattr(queryset, "_fetch_mode", None)
    return Prepared(compiler, statement, fetch_mode, layout, known)


def execute(prepared: Prepared, names: frozenset[Form] = frozenset(), **options: Any) -> Executed:
    """Execute a query as the iterable of its queryset would. Raises what that raises.

    `names` are the representations that its columns are read by: what the database has written of
    them is loaded as it is. `options` are those of `execute_sql()`.
    """
    compiler, statement, fetch_mode, layout, known = prepared
    options = {"chunked_fetch": False, "chunk_size": GET_ITERATOR_CHUNK_SIZE, **options}
    loaded = NOT_LOADED
    if statement is None or not is_executed_by_django(compiler):
        # What wraps Django's may keep the rows: it is given no texts in the place of values.
        results = compiler.execute_sql(**options)
    else:
        results, loaded = execute_by_django(prepared, statement, names, options)
    if loaded.is_nested:
        # The next query of this kind is executed once.
        NESTED.add(layout)
    query = Query(compiler, fetch_mode, loaded)
    return Executed(query, results, loaded_as(layout, loaded.types), known)


def execute_by_django(
    prepared: Prepared, statement: tuple[str, Any], names: frozenset[Form], options: dict[str, Any]
) -> tuple[Any, Loaded]:
    """Return what executing a compiled statement gives, and what was loaded as texts."""
    compiler = prepared.compiler
    texts = texts_for(prepared.layout, names, compiler.connection)
    compiler.as_sql = lambda: statement
    try:
        if not texts:
            return compiler.execute_sql(**options), NOT_LOADED
        return execute_loading(compiler, statement[0], texts, options)
    finally:
        vars(compiler).pop("as_sql", None)


def texts_for(layout: Layout, names: frozenset[Form], connection: Any) -> frozenset[str]:
    """Return the types that a query's columns are to be loaded as texts by."""
    if not layout.is_scalar or layout in NESTED:
        return NO_TEXTS
    return frozenset(
        name for name in texts_wanted(names) if TEXT_TYPES[name].is_possible(connection)
    )


NO_TEXTS: frozenset[str] = frozenset()
NESTED: WeakSet[Layout] = WeakSet()
"""The layouts of queries that have given a type made of others, whatever was declared."""


def rows_of(executed: Executed) -> Iterator[Row]:
    return chain.from_iterable(executed.results)


# What a related manager knows before it has asked: the instance that it belongs to.


class Known(NamedTuple):
    field: Any
    instances: dict[Any, Any]
    columns: tuple[str, ...]

    def key_of(self, instance: Any) -> Any:
        return attrgetter(*self.columns)(instance)

    def changes_column(self) -> bool:
        """Return whether instances may get another value for a key than the one in the row."""
        if len(self.columns) > 1:
            return True
        attribute = self.field.foreign_related_fields[0].attname
        return any(
            type(key) is not int or vars(instance).get(attribute) != key
            for key, instance in self.instances.items()
        )


def router_has(method: str) -> bool:
    return any(hasattr(part, method) for part in router.routers)


def known_related(queryset: Queryset, layout: Layout) -> tuple[Known, ...] | None:
    """Return the related instances that `queryset` gives to its own; None if that takes more."""
    owners = [
        owner for known in queryset._known_related_objects.values() for owner in known.values()
    ]
    if owners and router_has("allow_relation"):
        # Django asks it for every instance.
        return None
    if any(owner._state.db != queryset.db for owner in owners):
        # Django refuses it for every instance, or gives the owner a database.
        return None
    known = []
    for field, instances in queryset._known_related_objects.items():
        names = [
            field.attname if name == "self" else queryset.model._meta.get_field(name).attname
            for name in field.from_fields
        ]
        if any(name not in layout.positions for name in names):
            if HAS_FETCH_MODES:
                continue
            # Django fetches the deferred key then.
            return None
        known.append(Known(field, instances, tuple(names)))
    return tuple(known)


def with_known(make: Make, known: tuple[Known, ...]) -> Make:
    if not known:
        return make

    def make_with_known(row: Row) -> Any:
        instance = make(row)
        for part in known:
            # What was joined is not overwritten.
            if not part.field.is_cached(instance):
                owner = part.instances.get(part.key_of(instance))
                if owner is not None:
                    setattr(instance, part.field.name, owner)
        return instance

    return make_with_known
