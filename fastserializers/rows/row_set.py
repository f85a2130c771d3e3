"""The rows that a query has given, query by query, and the instances that are made of them.

A row set holds the rows of one query, or what was joined to those of another row set. What was
joined or prefetched is on the instances, and is made when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from weakref import ref

from django.db.models import Model

from fastserializers.compiler.reads.shapes import Making
from fastserializers.compiler.representation import Form
from fastserializers.rows.execute import Known, Prepared, Query, execute, rows_of, with_known
from fastserializers.rows.layout import Joined, Layout
from fastserializers.rows.new_instances import PREFETCHED, Make, from_db_of, maker_of
from fastserializers.rows.on_demand import MakeRelated, OnDemand, Pending, Row
from fastserializers.rows.pg_text import EVERY_NAME
from fastserializers.rows.unpatched import making_of

if TYPE_CHECKING:
    from fastserializers.rows.related_rows import RelatedRows


class RowSet:
    """Rows of one query, and one instance for each of those that somebody has asked for.

    Only for unpatched models, and fetch modes that keep no peers.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        layout: Layout,
        query: Query,
        known: tuple[Known, ...] = (),
        making: Making | None = None,
    ) -> None:
        self.rows = rows
        self.layout = layout
        self.query = query
        self.known = known
        self.making = max(map(making_of, layout.models)) if making is None else making
        """Whether instances are made of all rows, as the model or one joined to it needs it."""
        self.made: dict[int, Any] = {}
        self.joined: dict[str, JoinedRowSet] = {}
        self.links: dict[str, RelatedRows] = {}
        self.owners: dict[str, RowSet] = {}
        """The row set that has led to this one, under what instances have those of it."""
        self.attributes: dict[str, MakeRelated] = {}
        """What is set on instances."""
        self.related = Pending()
        """What is under `_state.fields_cache`."""
        self.prefetched = Pending()
        """What is under `_prefetched_objects_cache`."""
        self.is_prefetched = False
        """Whether instances have that cache even if there is nothing in it."""
        self.is_seen = False
        """Whether a project's code may have instances of these rows: see `RowList`."""
        self.is_taken = False
        """Whether the rows are represented by now."""
        for part in layout.joined:
            joined = self.joined[part.name] = JoinedRowSet(self, part)
            self.related.loaded[part.name] = joined.related_to

    @property
    def model(self) -> type[Model]:
        return self.layout.model

    def __iter__(self) -> Iterator[Any]:
        """Return the instances, made one after the other, and none before it is asked for."""
        for row in self.rows:
            yield self.instance_of(row)

    @property
    def present(self) -> Sequence[Row]:
        """The rows that are there: joined ones may not be."""
        return self.rows

    def following(self, name: str) -> RowSet | None:
        """Return the rows that are joined, or were fetched, under a name; None for neither."""
        if name in self.joined:
            return self.joined[name]
        return self.links[name].row_set if name in self.links else None

    # Instances.

    def instance_of(self, row: Row) -> Any:
        """Return the instance of a row: each time the same."""
        instance = self.made.get(id(row))
        # Of two threads, both get what the first one has made.
        return self.made.setdefault(id(row), self.new(row)) if instance is None else instance

    def instances(self) -> list[Any]:
        return list(map(self.instance_of, self.present))

    @cached_property
    def new(self) -> Make:
        """What makes another instance of a row, and of what is joined to it."""
        return with_known(self.make_with_joined if self.making else self.make, self.known)

    @cached_property
    def make(self) -> Make:
        """What makes an instance of a row, with what it is to have: until that is more."""
        making = making_of(self.model)
        if making is Making.BY_DJANGO:
            make = self.made_by_django
        else:
            maker = maker_of(self.layout, self.has_prefetched, bool(making))
            make = maker(self.query, self.related, self.prefetched)
        return with_attributes(make, self.attributes) if self.attributes else make

    @property
    def has_prefetched(self) -> bool:
        return self.is_prefetched or bool(self.prefetched)

    @property
    def made_by_django(self) -> Make:
        query, from_db = self.query, from_db_of(self.model, self.query.fetch_mode)
        names = [name for name, _ in self.layout.columns]
        places = [place for _, place in self.layout.columns]
        # A loop over them, as Django's own compiler has it, and no call that leads to a call.
        conversions = [
            (index, *query.converter_at(place))
            for index, place in enumerate(places)
            if place in self.layout.conversions
        ]
        annotations = [(name, self.reader_at(place)) for name, place in self.layout.annotations]

        def make(row: Row) -> Any:
            values = [row[place] for place in places]
            for index, convert, expression in conversions:
                values[index] = convert(values[index], expression, query.connection)
            instance = from_db(query.db, names, values)
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

    def make_with_joined(self, row: Row) -> Any:
        instance = self.make(row)
        self.make_joined(instance)
        return instance

    def make_joined(self, instance: Any) -> None:
        """Make the instances that are joined to one, in the order in which Django does."""
        for name, joined in self.joined.items():
            # What is joined back to its owner is the owner, without what is joined there.
            related = instance._state.fields_cache.get(name)
            if related is not None:
                joined.make_joined(related)

    @cached_property
    def hint(self) -> Any:
        """What routers and managers are told of the rows: an instance that nobody else gets."""
        first = self.present[0]
        if self.making:
            return self.instance_of(first)
        instance = self.make(first)
        self.make_anew()
        return instance

    def make_all(self) -> None:
        """Make an instance of each row now, if Django's or a receiver's code has a part in it."""
        if self.making:
            self.instances()

    def make_anew(self) -> None:
        """Make the instances to come with what was prefetched or lent since the first ones."""
        vars(self).pop("make", None)
        vars(self).pop("new", None)

    def give_caches(self) -> None:
        """Give the instances that are made already what was prefetched or lent since."""
        self.make_anew()
        for instance, row in self.made_by_now():
            self.give_cache(instance, row)

    def made_by_now(self) -> Iterator[tuple[Any, Row]]:
        for row in self.present:
            instance = self.instance_of(row) if self.making else self.made.get(id(row))
            if instance is not None:
                yield instance, row

    def give_cache(self, instance: Any, row: Row) -> None:
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

    def row_of(self, instance: Any) -> Row | None:
        """Return the row of an instance; None for one that was not made of these rows."""
        cache = getattr(getattr(instance, "_state", None), "fields_cache", None)
        row = cache.row if type(cache) is OnDemand else None
        return row if row is not None and self.made.get(id(row)) is instance else None

    # Lists of instances.

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
        return self.layout.positions.get(column)

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
        if place is None:
            return attrgetter(column)
        if self.making:
            read, make = attrgetter(column), self.instance_of
            values = {id(row): read(make(row)) for row in self.present}
            return lambda row: values[id(row)]
        return self.reader_at(place)

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


class JoinedRowSet(RowSet):
    """What is joined to the rows of another row set."""

    def __init__(self, parent: RowSet, part: Joined) -> None:
        super().__init__(parent.rows, part.layout, parent.query, making=parent.making)
        self.parent = parent
        self.part = part
        self.key_of = self.reader_at(part.key)
        if part.remote is not None:
            self.owners[part.remote] = parent

    @property
    def present(self) -> Sequence[Row]:
        rows = [row for row in self.parent.present if self.key_of(row) is not None]
        if not self.making:
            return rows
        # Code of the project's may have put another instance there, or none.
        return [row for row in rows if self.has_made(self.instance_of(row), row)]

    @cached_property
    def new(self) -> Make:
        owner_of, name = self.parent.instance_of, self.part.name

        def joined_to(row: Row) -> Any:
            owner = owner_of(row)
            # Code of the project's may have taken it away.
            return None if owner is None else owner._state.fields_cache.get(name)

        return joined_to

    def related_to(self, row: Row, owner: Any) -> Any:
        """Return a new instance for its owner; None where there is no related row."""
        if self.key_of(row) is None:
            return None
        related, remote = self.make(row), self.part.remote
        if remote is not None and (instance := owner()) is not None:
            related._state.fields_cache[remote] = instance
        return related


def joined_row_sets(row_set: RowSet) -> list[RowSet]:
    """Return a row set, and all that was joined to its rows."""
    joined = row_set.joined.values()
    return [row_set, *(below for part in joined for below in joined_row_sets(part))]


def row_sets_below(row_set: RowSet) -> list[RowSet]:
    """Return a row set, and all that it leads to."""
    following = [*row_set.joined.values(), *(link.row_set for link in row_set.links.values())]
    return [row_set, *(below for row_set in following for below in row_sets_below(row_set))]


def executed_rows(prepared: Prepared, names: frozenset[Form]) -> RowSet:
    """Return the rows of a query, which is executed for representations of these `names`."""
    executed = execute(prepared, names)
    rows, layout, query = list(rows_of(executed)), executed.layout, executed.query
    if names is EVERY_NAME and layout.by_code:
        rows, layout = with_values(rows, layout, query), layout.with_values
    return row_set_of(rows, layout, query, executed.known)


def with_values(rows: list[Row], layout: Layout, query: Query) -> list[Row]:
    """Return rows with the values that code makes: it may see another time zone later."""
    made = {place: query.converted[place] for place in layout.by_code}

    def with_made(row: Row) -> Row:
        values = list(row)
        for place, convert in made.items():
            values[place] = convert(values[place])
        return tuple(values)

    return list(map(with_made, rows))


def row_set_of(rows: list[Any], layout: Layout, query: Query, known: tuple[Known, ...]) -> RowSet:
    row_set = RowSet(as_tuples(rows), layout, query, known)
    row_set.make_all()
    return row_set


def as_tuples(rows: list[Any]) -> list[Any]:
    # Whoever has patched Django's compiler may give anything.
    return list(map(tuple, rows)) if rows and type(rows[0]) is not tuple else rows
