"""The rows that a query has given, query by query, and the instances that are made of them.

A row set holds the rows of one query, or what was joined to those of another row set. A link leads
from the rows of a row set to those that a relation has for them, which one query has fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from django.db.models import Model

from fastserializers.compiler.reads.shapes import Making
from fastserializers.rows.execute import (
    Executed,
    Known,
    execute,
    instances_of,
    is_readable,
    rows_of,
    with_known,
)
from fastserializers.rows.instance_factory import InstanceFactory, Query
from fastserializers.rows.layout import Joined, Layout
from fastserializers.rows.on_demand import OnDemand, Row
from fastserializers.rows.pg_text import EVERY_NAME
from fastserializers.rows.unpatched import Queryset

if TYPE_CHECKING:
    from fastserializers.rows.related_rows import RelatedRows

InstanceOf = Callable[[Row], Any]


class RowSet:
    """Rows, and one instance for each of those that somebody has asked for."""

    def __init__(
        self,
        rows: Sequence[Row],
        factory: InstanceFactory | None,
        known: tuple[Known, ...] = (),
        making: Making = Making.ON_DEMAND,
    ) -> None:
        self.rows = rows
        """The instances themselves, where there is no factory."""
        self.is_seen = False
        """Whether a project's code may have instances of these rows: see `RowList`."""
        self.is_taken = False
        """Whether the rows are represented by now."""
        self.factory = factory
        self.known = known
        self.joined: dict[str, RowSet] = {}
        self.links: dict[str, RelatedRows] = {}
        self.owners: dict[str, RowSet] = {}
        """The row set that has led to this one, under what instances have those of it."""
        self.made: dict[int, Any] = {}
        self.stop_watching: Callable[[], None] | None = None
        """Ends what watches for writes while the rows are represented."""
        self.making = making
        """Whether instances are made of all rows, as the model or one joined to it needs it."""
        if factory is not None:
            self.making = max(making, factory.making_of_all)
            parts = factory.layout.joined
            self.joined = {part.name: JoinedRowSet(self, factory, part) for part in parts}

    @property
    def layout(self) -> Layout:
        return cast("InstanceFactory", self.factory).layout

    @property
    def model(self) -> type[Model]:
        return self.layout.model

    @property
    def query(self) -> Query:
        return cast("InstanceFactory", self.factory).query

    def __iter__(self) -> Iterator[Any]:
        """Return the instances, made one after the other, and none before it is asked for."""
        for row in self.rows:
            yield self.instance_of(row)

    @property
    def present(self) -> Sequence[Row]:
        """The rows that are there: joined ones may not be."""
        return self.rows

    # Instances.

    @cached_property
    def instance_of(self) -> InstanceOf:
        """A function that returns the instance of a row: each time the same."""
        if self.factory is None:
            return lambda row: row
        make, get, keep = self.new, self.made.get, self.made.setdefault

        def instance_of(row: Row) -> Any:
            instance = get(id(row))
            # Of two threads, both get what the first one has made.
            return keep(id(row), make(row)) if instance is None else instance

        return instance_of

    @property
    def new(self) -> InstanceOf:
        factory = cast("InstanceFactory", self.factory)
        make = factory.make_with_joined if self.making else factory.make
        return with_known(make, self.known)

    @cached_property
    def hint(self) -> Any:
        """What routers and managers are told of the rows: an instance that nobody else gets."""
        factory, first = cast("InstanceFactory", self.factory), self.present[0]
        return self.instance_of(first) if self.making else factory.make_apart(first)

    def make_all(self) -> None:
        """Make an instance of each row now, if Django's or a receiver's code has a part in it."""
        if self.making:
            self.open()
            self.instances()

    def make_anew(self) -> None:
        """Make the instances to come with what was prefetched or lent since the first ones."""
        vars(self.factory).pop("make", None)
        for below in row_sets_below(self):
            vars(below).pop("instance_of", None)

    def give_caches(self) -> None:
        """Give the instances that are made already what was prefetched or lent since."""
        if self.factory is None:
            return
        self.make_anew()
        for row in self.present:
            instance = self.instance_of(row) if self.making else self.made.get(id(row))
            if instance is not None:
                self.factory.give_cache(instance, row)

    def open(self) -> None:
        """Make instances, and those that they lead back to, so that they get what comes later."""
        if self.factory is not None:
            self.factory.open()
        for owner in self.owners.values():
            owner.open()

    def row_of(self, instance: Any) -> Row | None:
        """Return the row of an instance; None for one that was not made of these rows."""
        cache = getattr(getattr(instance, "_state", None), "fields_cache", None)
        row = cache.row if type(cache) is OnDemand else None
        return row if row is not None and self.made.get(id(row)) is instance else None

    def instances(self) -> list[Any]:
        return list(map(self.instance_of, self.present))

    def show(self) -> None:
        """Let code of a project's have instances, which are to get what is loaded later."""
        if not (self.is_seen or self.is_taken):
            for below in row_sets_below(self):
                below.open()
                vars(below).pop("instance_of", None)
        self.is_seen = True

    def has_taken(self, instances: Iterable[Any]) -> bool:
        """Be the rows of instances that code of a project's has had, and may have changed.

        Returns False, and does nothing, if one of them was not made of these rows.
        """
        rows = {id(self.made[id(row)]): row for row in self.rows if id(row) in self.made}
        wanted = [rows.get(id(instance)) for instance in instances]
        if any(row is None for row in wanted):
            return False
        self.rows = wanted
        for row_set in joined_row_sets(self):
            row_set.making = max(row_set.making, Making.WITH_SIGNAL)
        return True

    # Columns.

    def position_of(self, column: str) -> int | None:
        return None if self.factory is None else self.factory.positions.get(column)

    def conversion_of(self, column: str) -> Any:
        place = self.position_of(column)
        return None if place is None else self.layout.conversions.get(place)

    def is_raw(self, column: str) -> bool:
        """Return whether two columns are equal where the database has given the same for them."""
        conversion = self.conversion_of(column)
        is_column = self.position_of(column) is not None and not self.making
        return is_column and (conversion is None or not conversion.runs_code)

    @property
    def converted(self) -> Mapping[int, Callable[[Any], Any]]:
        """What makes a value of what a row has at a position."""
        return self.query.converted

    def reader_of(self, column: str) -> Callable[[Row], Any]:
        """Return a function that reads a column as an instance has it."""
        place = self.position_of(column)
        if place is None or self.factory is None:
            return attrgetter(column)
        if self.making:
            read, make = attrgetter(column), self.instance_of
            values = {id(row): read(make(row)) for row in self.present}
            return lambda row: values[id(row)]
        return self.factory.reader_at(place)


class JoinedRowSet(RowSet):
    """What is joined to the rows of another row set."""

    def __init__(self, parent: RowSet, factory: InstanceFactory, part: Joined) -> None:
        super().__init__(parent.rows, factory.joined[part.name], making=parent.making)
        self.parent = parent
        self.part = part
        self.is_missing = factory.is_missing(part)
        if part.remote is not None:
            self.owners[part.remote] = parent

    @property
    def present(self) -> Sequence[Row]:
        rows = [row for row in self.parent.present if not self.is_missing(row)]
        factory = cast("InstanceFactory", self.factory)
        if not self.making:
            return rows
        # Code of the project's may have put another instance there, or none.
        return [row for row in rows if factory.has_made(self.instance_of(row), row)]

    @property
    def new(self) -> InstanceOf:
        owner_of, name = self.parent.instance_of, self.part.name
        return lambda row: owner_of(row)._state.fields_cache.get(name)

    def open(self) -> None:
        self.parent.open()


def joined_row_sets(row_set: RowSet) -> list[RowSet]:
    """Return a row set, and all that was joined to its rows."""
    joined = row_set.joined.values()
    return [row_set, *(below for part in joined for below in joined_row_sets(part))]


def row_sets_below(row_set: RowSet) -> list[RowSet]:
    """Return a row set, and all that it leads to."""
    following = [*row_set.joined.values(), *(link.row_set for link in row_set.links.values())]
    return [row_set, *(below for row_set in following for below in row_sets_below(row_set))]


def row_set_of_queryset(queryset: Queryset, names: frozenset[str]) -> RowSet:
    """Execute a queryset, and return its rows; its instances where only Django can read it."""
    if not is_readable(queryset):
        return RowSet(list(queryset), None)
    return executed_rows(queryset, execute(queryset, names), names)


def executed_rows(queryset: Queryset, executed: Executed, names: frozenset[str]) -> RowSet:
    """Return the rows of a query, which was executed for representations of these `names`."""
    if executed.factory is None:
        return RowSet(list(instances_of(queryset, executed)), None)
    rows, factory = list(rows_of(executed)), executed.factory
    if names is EVERY_NAME and factory.layout.by_code:
        rows, factory = with_values(rows, factory)
    return row_set_of(rows, factory, executed.known)


def with_values(rows: list[Row], factory: InstanceFactory) -> tuple[list[Row], InstanceFactory]:
    """Return rows with the values that code makes: it may see another time zone later."""
    layout, converted = factory.layout, factory.query.converted
    made = {place: converted[place] for place in layout.by_code}

    def with_made(row: Row) -> Row:
        values = list(row)
        for place, convert in made.items():
            values[place] = convert(values[place])
        return tuple(values)

    return list(map(with_made, rows)), InstanceFactory(layout.with_values, factory.query)


def row_set_of(rows: list[Any], factory: InstanceFactory, known: tuple[Known, ...]) -> RowSet:
    row_set = RowSet(as_tuples(rows), factory, known)
    row_set.make_all()
    return row_set


def as_tuples(rows: list[Any]) -> list[Any]:
    # Whoever has patched Django's compiler may give anything.
    return list(map(tuple, rows)) if rows and type(rows[0]) is not tuple else rows
