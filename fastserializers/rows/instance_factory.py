"""An instance made of a row: what `Model.from_db()` makes of it, without its detours.

What was joined or prefetched is on it, and is made when somebody asks for it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any
from weakref import ref

from django.db.models.base import ModelState
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.signals import post_init

from fastserializers.compiler.reads.shapes import Making
from fastserializers.rows.layout import Joined, Layout
from fastserializers.rows.on_demand import MakeRelated, OnDemand, Row, end_loans
from fastserializers.rows.pg_text import Loaded, value_loader
from fastserializers.rows.unpatched import making_of

Make = Callable[[Row], Any]
Converter = tuple[Callable[[Any, Any, Any], Any], Any]
"""What makes the value at a position, and the expression that it wants with it."""

HAS_FETCH_MODES = hasattr(ModelState, "fetch_mode")  # from Django 6.1 on
PREFETCHED = "_prefetched_objects_cache"


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


class InstanceFactory:
    """Makes the instances of one layout. Only for unpatched models, and modes that keep no peers.

    What it makes them of is settled when the first one is made.
    """

    def __init__(self, layout: Layout, query: Query) -> None:
        self.layout = layout
        self.query = query
        self.positions = layout.positions
        self.making = making_of(layout.model)
        self.is_open = False
        """Whether what is related may become known after the first instance was made."""
        self.attributes: dict[str, MakeRelated] = {}
        """What is set on instances."""
        self.joined = {part.name: InstanceFactory(part.layout, query) for part in layout.joined}
        below = (factory.making_of_all for factory in self.joined.values())
        self.making_of_all: Making = max((self.making, *below))
        """What is needed most for an instance and those that are joined to it."""
        self.related: dict[str, MakeRelated] = {
            part.name: self.joined_maker(part) for part in layout.joined
        }
        """What is under `_state.fields_cache`."""
        self.prefetched: dict[str, MakeRelated] = {}
        """What is under `_prefetched_objects_cache`."""
        self.is_prefetched = False
        """Whether instances have that cache even if there is nothing in it."""

    @cached_property
    def make(self) -> Make:
        if self.making is Making.BY_DJANGO:
            make = self.made_by_django
        else:
            has_related = self.is_open or bool(self.related)
            sends = self.making is Making.WITH_SIGNAL
            factory = factory_of(self.layout, has_related, self.has_prefetched, sends)
            make = factory(self.query, self.related, self.prefetched)
        return with_attributes(make, self.attributes) if self.attributes else make

    @property
    def has_prefetched(self) -> bool:
        return self.is_prefetched or bool(self.prefetched)

    @property
    def made_by_django(self) -> Make:
        model, query = self.layout.model, self.query
        names = [name for name, _ in self.layout.columns]
        columns = [self.reader_at(place) for _, place in self.layout.columns]
        annotations = [(name, self.reader_at(place)) for name, place in self.layout.annotations]
        modes = {"fetch_mode": query.fetch_mode} if HAS_FETCH_MODES else {}

        def make(row: Row) -> Any:
            instance = model.from_db(query.db, names, [read(row) for read in columns], **modes)
            known = instance._state.fields_cache
            cache = OnDemand(self.related, row, ref(instance))
            cache.update(known)
            instance._state.fields_cache = cache
            for name, read in annotations:
                setattr(instance, name, read(row))
            if self.has_prefetched:
                self.give_cache(instance, row)
            return instance

        return make

    def give_cache(self, instance: Any, row: Row) -> None:
        """Give an instance that is made already what was prefetched or lent since."""
        if PREFETCHED not in instance.__dict__:
            instance.__dict__[PREFETCHED] = OnDemand(self.prefetched, row, ref(instance))

    def has_made(self, instance: Any, row: Row) -> bool:
        """Return whether an instance was made of a row, with whatever becomes known of it."""
        cache = None if instance is None else instance._state.fields_cache
        return type(cache) is OnDemand and cache.row is row and cache.pending is self.related

    def asks_django(self, instance: Any, row: Row, name: str, *, is_single: bool) -> bool:
        """Return whether an instance made of a row finds only what is lent to it under a name."""
        if is_single:
            cache = instance._state.fields_cache if self.has_made(instance, row) else None
        elif PREFETCHED in instance.__dict__:
            cache = instance.__dict__[PREFETCHED]
        else:
            return True
        return type(cache) is OnDemand and name not in cache

    def make_with_joined(self, row: Row) -> Any:
        instance = self.make(row)
        self.make_joined(instance)
        return instance

    def make_joined(self, instance: Any) -> None:
        """Make the instances that are joined to one, in the order in which Django does."""
        for name, factory in self.joined.items():
            # What is joined back to its owner is the owner, without what is joined there.
            related = instance._state.fields_cache.get(name)
            if related is not None:
                factory.make_joined(related)

    def make_apart(self, row: Row) -> Any:
        """Return an instance, and let what others have be settled later."""
        instance = self.make(row)
        del self.make
        return instance

    def apart(self) -> InstanceFactory:
        """Return one that makes the same without what becomes known of it."""
        return InstanceFactory(self.layout, self.query)

    def open(self) -> None:
        self.is_open = True
        for factory in self.joined.values():
            factory.open()

    def end_lending(self, *, is_done: bool) -> None:
        """Take back what is lent; if the list is done, related instances count as loaded."""
        for makers in (self.related, self.prefetched):
            end_loans(makers, is_done=is_done)
        vars(self).pop("make", None)

    def joined_maker(self, part: Joined) -> MakeRelated:
        factory, remote = self.joined[part.name], part.remote
        is_missing = self.is_missing(part)

        def make_related(row: Row, owner: Any) -> Any:
            if is_missing(row):
                return None
            related = factory.make(row)
            if remote is not None and (instance := owner()) is not None:
                related._state.fields_cache[remote] = instance
            return related

        return make_related

    def is_missing(self, part: Joined) -> Callable[[Row], bool]:
        """Return a function that tells whether a row has no related row in it."""
        read = self.reader_at(part.key)
        return lambda row: read(row) is None

    def reader_at(self, place: int) -> Callable[[Row], Any]:
        """Return a function that reads a value as Django converts it."""
        if place not in self.layout.conversions:
            return lambda row: row[place]
        convert = self.query.converted[place]
        return lambda row: convert(row[place])


def with_attributes(make: Make, attributes: dict[str, MakeRelated]) -> Make:
    def make_with_attributes(row: Row) -> Any:
        instance = make(row)
        for name, related in attributes.items():
            setattr(instance, name, related(row, None))
        return instance

    return make_with_attributes


@lru_cache(maxsize=1024)
def factory_of(
    layout: Layout, has_related: bool, is_prefetched: bool, sends: bool
) -> Callable[..., Make]:
    """Return a function of what a query has, which returns the function that makes instances."""
    places = {place for _, place in (*layout.columns, *layout.annotations)}
    converted = sorted(places & layout.conversions.keys())
    lines = [
        "def factory(query, related, prefetched):",
        *indented(query_lines(converted)),
        "    def new_instance(row):",
        *indented(instance_lines(layout, converted, has_related, is_prefetched, sends), 2),
        "    return new_instance",
    ]
    namespace: dict[str, Any] = {
        "Model": layout.model,
        "ModelState": ModelState,
        "post_init": post_init,
        "OnDemand": OnDemand,
        "new": object.__new__,
        "ref": ref,
    }
    code = compile(
        "\n".join(lines) + "\n", f"<fastserializers new {layout.model.__name__}>", "exec"
    )
    # What is in the code are names of columns, as literals.
    exec(code, namespace)  # noqa: S102
    factory: Callable[..., Make] = namespace["factory"]
    return factory


def indented(lines: Iterable[str], row_sets: int = 1) -> Iterator[str]:
    return ("    " * row_sets + line for line in lines)


def query_lines(converted: Iterable[int]) -> Iterator[str]:
    yield "db, connection, fetch_mode = query.db, query.connection, query.fetch_mode"
    for place in converted:
        yield f"convert_{place}, expression_{place} = query.converter_at({place})"


def instance_lines(
    layout: Layout, converted: list[int], has_related: bool, is_prefetched: bool, sends: bool
) -> Iterator[str]:
    yield "instance = new(Model)"
    yield "state = new(ModelState)"
    if has_related:
        # Whom the related instance is to know is not kept alive by what it hasn't made yet.
        yield "state.fields_cache = OnDemand(related, row, ref(instance))"
    elif keys := foreign_keys(layout):
        # Setting a foreign key looks whether a related instance has to be forgotten.
        yield "if " + " or ".join(f"row[{place}] is not None" for place in keys) + ":"
        yield "    state.fields_cache = {}"
    yield "columns = instance.__dict__"
    yield "columns['_state'] = state"
    for attribute, place in layout.columns:
        yield f"columns[{attribute!r}] = {value_at(place, converted)}"
    if sends:
        # As at the end of `Model.__init__()`, before `from_db()` and the queryset go on.
        yield "post_init.send(sender=Model, instance=instance)"
    yield "state.adding = False"
    yield "state.db = db"
    if HAS_FETCH_MODES:
        yield "state.fetch_mode = fetch_mode"
    for attribute, place in layout.annotations:
        yield f"columns[{attribute!r}] = {value_at(place, converted)}"
    if is_prefetched:
        yield f"columns[{PREFETCHED!r}] = OnDemand(prefetched, row, ref(instance))"
    yield "return instance"


def foreign_keys(layout: Layout) -> list[int]:
    return [
        place
        for name, place in layout.columns
        if isinstance(
            inspect.getattr_static(layout.model, name, None), ForeignKeyDeferredAttribute
        )
    ]


def value_at(place: int, converted: Iterable[int]) -> str:
    if place not in converted:
        return f"row[{place}]"
    return f"convert_{place}(row[{place}], expression_{place}, connection)"
