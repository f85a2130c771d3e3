"""What makes instances of rows, as `Model.from_db()` makes them, without its detours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any
from weakref import ref

from django.db.models import Model, query
from django.db.models.base import ModelState
from django.db.models.signals import post_init

from fastserializers.compiler.templates import indented
from fastserializers.rows.layout import Layout
from fastserializers.rows.on_demand import OnDemand, Row

Make = Callable[[Row], Any]

HAS_FETCH_MODES = hasattr(ModelState, "fetch_mode")  # from Django 6.1 on
PREFETCHED = "_prefetched_objects_cache"


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
