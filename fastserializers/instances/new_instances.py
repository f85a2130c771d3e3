"""Makes instances of rows, as `Model.from_db()` makes them, and what they are related to.

What a queryset has joined or prefetched counts as loaded, and is made when code asks for it. So
does, while a list is read, what was loaded for it: see `loans.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any
from weakref import ref

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model
from django.db.models import query as django_query
from django.db.models.base import ModelState

from fastserializers.compiler.sources.shapes import Layout
from fastserializers.compiler.templates import indented
from fastserializers.rows.execute import FetchedRows
from fastserializers.rows.layout import Row
from fastserializers.rows.unpatched import HAS_FETCH_MODES

Make = Callable[[Row], Model]
"""Makes an instance of a row."""
Owner = Callable[[], Any]
"""A weak reference to an instance that has a cache, or a function that gives it."""
MakeRelated = Callable[[Row, Owner], Any]
"""Makes what an instance is related to, of the instance's row and a reference to it."""

PREFETCHED = "_prefetched_objects_cache"


class Caches:
    """The caches and attributes that the instances of a row set are made with."""

    def __init__(self) -> None:
        self.related = Pending()
        """For `_state.fields_cache`."""
        self.prefetched = Pending(keeps_lent=False)
        """For `_prefetched_objects_cache`."""
        self.attributes: dict[str, MakeRelated] = {}
        """Set on each instance: a `Prefetch` with `to_attr`."""

    def give_prefetched(self, instance: Model, row: Row) -> None:
        if PREFETCHED not in instance.__dict__:
            instance.__dict__[PREFETCHED] = OnDemand(self.prefetched, row, ref(instance))

    def give(self, instance: Any, row: Row) -> None:
        """Give an instance these caches, with what is in its own."""
        state, prefetched = instance._state, instance.__dict__.pop(PREFETCHED, None)
        related = OnDemand(self.related, row, ref(instance))
        dict.update(related, state.fields_cache)
        state.fields_cache = related
        if prefetched is not None or self.prefetched:
            self.give_prefetched(instance, row)
            dict.update(instance.__dict__[PREFETCHED], prefetched or {})


def make_of(fetched: FetchedRows, caches: Caches) -> Make:
    """Return a function that makes an instance of a row, with what its caches have by now."""
    maker = maker_of(fetched.layout, bool(caches.prefetched))
    make = maker(fetched.query, caches.related, caches.prefetched)
    return with_attributes(make, caches.attributes) if caches.attributes else make


def make_by_django(fetched: FetchedRows, caches: Caches) -> Make:
    """Return a function by which Django makes an instance of a row, as its querysets do."""
    layout, query = fetched.layout, fetched.query
    names = [name for name, _ in layout.columns]
    values_of = values_reader(fetched, [place for _, place in layout.columns])
    annotations = {name: fetched.reader_at(place) for name, place in layout.annotations}
    # From Django 6.1 on, `from_db()` is told the fetch mode, if it takes one.
    from_db = FROM_DB_OF(layout.model, query.fetch_mode) if FROM_DB_OF else layout.model.from_db

    def make(row: Row) -> Model:
        instance = from_db(query.db, names, values_of(row))
        if HAS_FETCH_MODES:
            instance._state.fetch_mode = query.fetch_mode
        for name, read in annotations.items():
            setattr(instance, name, read(row))
        caches.give(instance, row)
        return instance

    return with_attributes(make, caches.attributes) if caches.attributes else make


FROM_DB_OF: Any = getattr(django_query, "_get_from_db", None)


def values_reader(fetched: FetchedRows, places: list[int]) -> Callable[[Row], list[Any]]:
    """Return a function that reads the values at places of a row, as Django converts them."""
    converts = {
        number: fetched.query[place]
        for number, place in enumerate(places)
        if place in fetched.layout.conversions
    }

    def values_of(row: Row) -> list[Any]:
        values = [row[place] for place in places]
        for number, convert in converts.items():
            values[number] = convert(values[number])
        return values

    return values_of


def with_attributes(make: Make, attributes: dict[str, MakeRelated]) -> Make:
    def make_with_attributes(row: Row) -> Model:
        instance = make(row)
        for name, related in attributes.items():
            setattr(instance, name, related(row, ref(instance)))
        return instance

    return make_with_attributes


@lru_cache(maxsize=1024)
def maker_of(layout: Layout, is_prefetched: bool) -> Callable[..., Make]:
    """Return a function of what a query has, which returns the function that makes instances."""
    places = {place for _, place in (*layout.columns, *layout.annotations)}
    converted = sorted(places & layout.conversions.keys())
    values = [f"    value_{at} = query[{at}]" for at in converted]
    lines = [
        "def maker(query, related, prefetched):",
        "    db, fetch_mode = query.db, query.fetch_mode",
        *values,
        "    def new_instance(row):",
        *indented(indented(instance_lines(layout, converted, is_prefetched))),
        "    return new_instance",
    ]
    namespace: dict[str, Any] = {
        "Model": layout.model,
        "ModelState": ModelState,
        "OnDemand": OnDemand,
        "new": object.__new__,
        "ref": ref,
    }
    code = compile(
        "\n".join(lines) + "\n", f"<fastserializers new {layout.model.__name__}>", "exec"
    )
    # What is in the code are names of columns, as literals.
    exec(code, namespace)  # noqa: S102
    maker: Callable[..., Make] = namespace["maker"]
    return maker


def instance_lines(layout: Layout, converted: list[int], is_prefetched: bool) -> Iterator[str]:
    yield "instance = new(Model)"
    yield "state = new(ModelState)"
    # Whom the related instance is to know is not kept alive by what it hasn't made yet.
    yield "state.fields_cache = OnDemand(related, row, ref(instance))"
    yield "columns = instance.__dict__"
    yield "columns['_state'] = state"
    for attribute, place in layout.columns:
        yield f"columns[{attribute!r}] = {value_at(place, converted)}"
    yield "state.adding = False"
    yield "state.db = db"
    if HAS_FETCH_MODES:
        yield "state.fetch_mode = fetch_mode"
    for attribute, place in layout.annotations:
        yield f"columns[{attribute!r}] = {value_at(place, converted)}"
    if is_prefetched:
        yield f"columns[{PREFETCHED!r}] = OnDemand(prefetched, row, ref(instance))"
    yield "return instance"


def value_at(place: int, converted: Iterable[int]) -> str:
    if place not in converted:
        return f"row[{place}]"
    return f"value_{place}(row[{place}])"


# The caches of an instance.


class Pending:
    """Functions that make what instances are related to, by its key in one of their caches."""

    is_taken_back = False
    """Whether the caches are given to instances for the time that a list is read."""

    def __init__(self, *, keeps_lent: bool = True) -> None:
        self.keeps_lent = keeps_lent
        """Whether an instance keeps what it was lent after the list, as a relation to one row."""
        self.loaded: dict[str, MakeRelated] = {}
        """Relations that count as loaded, and are made when code asks for them."""
        self.lent: set[str] = set()
        """The keys of those that are loaded for the time that a list is read."""
        self.hidden: set[str] = set()
        """The keys of lent relations that only fields read, from the rows."""

    def __bool__(self) -> bool:
        return bool(self.loaded or self.hidden)

    @property
    def is_at_rest(self) -> bool:
        """Whether no list is being read that has lent something, or that takes caches back."""
        return not (self.lent or self.is_taken_back)


# Of instances that make nothing any more. Nothing is added to it.
NOTHING_PENDING = Pending()
MISSING = object()


class OnDemand(dict[str, Any]):
    """A dict whose missing values are made when they are asked for.

    Those in `pending` count as present. A function raises `KeyError` where there turns out to be
    no value.
    """

    __slots__ = ("owner", "pending", "row")

    def __init__(self, pending: Pending, row: Row, owner: Owner) -> None:
        self.pending = pending
        self.row = row
        self.owner = owner

    def __missing__(self, key: str) -> Any:
        pending = self.pending
        value = pending.loaded[key](self.row, self.owner)
        if key in pending.lent and not pending.keeps_lent:
            return value
        # Of two threads, both get the value that the first one has made.
        return dict.setdefault(self, key, value)

    def read_from_row(self, key: str) -> bool:
        """Return whether a field reads the row for a key, as no code has made or set the value."""
        is_pending = key in self.pending.loaded or key in self.pending.hidden
        return is_pending and not dict.__contains__(self, key)

    def __contains__(self, key: Any) -> bool:
        return self.get(key, MISSING) is not MISSING

    def get(self, key: Any, default: Any = None) -> Any:
        try:
            return self[key]
        except (KeyError, ObjectDoesNotExist):
            return default

    def complete(self) -> None:
        """Make all that is pending."""
        for key in [*self.pending.loaded]:
            self.get(key)

    def copy(self) -> dict[str, Any]:
        self.complete()
        return dict(dict.items(self))

    def clear(self) -> None:
        # Nothing is made for it: Django 6.1 clears the cache of each instance that is freed.
        self.pending = NOTHING_PENDING
        dict.clear(self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        self.complete()
        return dict, (), None, None, iter(dict.items(self))


def after_completing(name: str, *, forgets: bool = False) -> Callable[..., Any]:
    """Return the method of dicts of this name, which makes all that is pending first.

    `forgets` is for a method that removes keys.
    """
    method = getattr(dict, name)

    def complete_first(self: OnDemand, *args: Any) -> Any:
        self.complete()
        if forgets:
            if args and args[0] in self:
                dict.setdefault(self, args[0], self[args[0]])
            # From now on, Django asks the database for what is not there.
            self.pending = NOTHING_PENDING
        return method(self, *args)

    complete_first.__name__ = name
    return complete_first


for name in (
    "__iter__",
    "__len__",
    "__reversed__",
    "__repr__",
    "keys",
    "values",
    "items",
    "__eq__",
    "__ne__",
    "__or__",
    "__ror__",
    "__ior__",
    "setdefault",
):
    setattr(OnDemand, name, after_completing(name))
for name in ("__delitem__", "pop", "popitem"):
    setattr(OnDemand, name, after_completing(name, forgets=True))
