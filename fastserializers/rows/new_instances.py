"""Makes instances of rows, as `Model.from_db()` makes them, without its detours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any
from weakref import ref

from django.db.models import Model, query
from django.db.models.base import ModelState
from django.db.models.signals import post_init

from fastserializers.compiler.reads.shapes import Making
from fastserializers.compiler.templates import indented
from fastserializers.rows.execute import FetchedRows
from fastserializers.rows.layout import Layout
from fastserializers.rows.on_demand import Make, MakeRelated, OnDemand, Pending, Row
from fastserializers.rows.unpatched import HAS_FETCH_MODES, making_of

PREFETCHED = "_prefetched_objects_cache"


class Caches:
    """The caches and attributes that the instances of a row set are made with."""

    def __init__(self) -> None:
        self.related = Pending()
        """For `_state.fields_cache`."""
        self.prefetched = Pending()
        """For `_prefetched_objects_cache`."""
        self.is_prefetched = False
        """Whether instances have that cache even if there is nothing in it."""
        self.attributes: dict[str, MakeRelated] = {}
        """Set on each instance: a `Prefetch` with `to_attr`."""

    @property
    def has_prefetched(self) -> bool:
        return self.is_prefetched or bool(self.prefetched)

    def set_attribute(self, name: str, make: MakeRelated) -> None:
        """Have instances with an attribute that `make` returns."""
        self.attributes[name] = make

    def begin_prefetches(self) -> None:
        """Have instances with a cache of prefetched rows, even if it stays empty."""
        self.is_prefetched = True

    def give_prefetched(self, instance: Any, row: Row) -> None:
        if PREFETCHED not in instance.__dict__:
            instance.__dict__[PREFETCHED] = OnDemand(self.prefetched, row, ref(instance))


def make_of(fetched: FetchedRows, caches: Caches) -> Make:
    """Return a function that makes an instance of a row, with what its caches have by now."""
    making = making_of(fetched.model)
    if making is Making.BY_DJANGO:
        make = made_by_django(fetched, caches)
    else:
        maker = maker_of(fetched.layout, caches.has_prefetched, bool(making))
        make = maker(fetched.query, caches.related, caches.prefetched)
    return with_attributes(make, caches.attributes) if caches.attributes else make


def with_attributes(make: Make, attributes: dict[str, MakeRelated]) -> Make:
    def make_with_attributes(row: Row) -> Any:
        instance = make(row)
        for name, related in attributes.items():
            setattr(instance, name, related(row, None))
        return instance

    return make_with_attributes


# By Django.


def made_by_django(fetched: FetchedRows, caches: Caches) -> Make:
    """Return a function that calls `from_db()`, as Django's `ModelIterable` does."""
    layout, query = fetched.layout, fetched.query
    from_db = from_db_of(layout.model, query.fetch_mode)
    names = [name for name, _ in layout.columns]
    places = [place for _, place in layout.columns]
    # A loop over them, as Django's own compiler has it, and no call that leads to a call.
    conversions = [
        (index, *query.converter_at(place))
        for index, place in enumerate(places)
        if place in layout.conversions
    ]
    annotations = [(name, fetched.reader_at(place)) for name, place in layout.annotations]

    def make(row: Row) -> Any:
        values = [row[place] for place in places]
        for index, convert, expression in conversions:
            values[index] = convert(values[index], expression, query.connection)
        instance = from_db(query.db, names, values)
        known = instance._state.fields_cache
        cache = OnDemand(caches.related, row, ref(instance))
        cache.update(known)
        instance._state.fields_cache = cache
        for name, read in annotations:
            setattr(instance, name, read(row))
        if caches.has_prefetched:
            caches.give_prefetched(instance, row)
        return instance

    return make


def from_db_of(model: type[Model], fetch_mode: Any) -> Callable[..., Any]:
    """Return `from_db()` of a model with a fetch mode, as Django 6.1 has it.

    One of a project's need not take the mode yet: Django warns of it.
    """
    if not HAS_FETCH_MODES:
        return model.from_db
    bound: Callable[..., Any] = getattr(query, "_get_from_db", with_fetch_mode)(model, fetch_mode)
    return bound


def with_fetch_mode(model: type[Model], fetch_mode: Any) -> Callable[..., Any]:
    return partial(model.from_db, fetch_mode=fetch_mode)


# By generated code.


@lru_cache(maxsize=1024)
def maker_of(layout: Layout, is_prefetched: bool, sends: bool) -> Callable[..., Make]:
    """Return a function of what a query has, which returns the function that makes instances."""
    places = {place for _, place in (*layout.columns, *layout.annotations)}
    converted = sorted(places & layout.conversions.keys())
    lines = [
        "def maker(query, related, prefetched):",
        *indented(query_lines(converted)),
        "    def new_instance(row):",
        *indented(instance_lines(layout, converted, is_prefetched, sends), 2),
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
    maker: Callable[..., Make] = namespace["maker"]
    return maker


def query_lines(converted: Iterable[int]) -> Iterator[str]:
    yield "db, connection, fetch_mode = query.db, query.connection, query.fetch_mode"
    for place in converted:
        yield f"convert_{place}, expression_{place} = query.converter_at({place})"


def instance_lines(
    layout: Layout, converted: list[int], is_prefetched: bool, sends: bool
) -> Iterator[str]:
    yield "instance = new(Model)"
    yield "state = new(ModelState)"
    # Whom the related instance is to know is not kept alive by what it hasn't made yet.
    yield "state.fields_cache = OnDemand(related, row, ref(instance))"
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


def value_at(place: int, converted: Iterable[int]) -> str:
    if place not in converted:
        return f"row[{place}]"
    return f"convert_{place}(row[{place}], expression_{place}, connection)"
