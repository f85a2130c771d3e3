"""Which parts of Django, on the way from a query to its instances, are Django's own.

A project, or a package that it uses, may have replaced any of them: then Django reads its way.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from django.db.models import Model, Prefetch
from django.db.models.base import ModelBase, ModelState
from django.db.models.manager import BaseManager
from django.db.models.query import ModelIterable, QuerySet
from django.db.models.signals import ModelSignal, post_init, pre_init
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.query import Query

from fastserializers.compiler.reads.instances import has_loaded_state
from fastserializers.compiler.reads.shapes import Making
from fastserializers.conf import value_of
from fastserializers.rows.lent_rows import LENT, LentRows
from fastserializers.runtime.overrides import is_code_of

Lookup: TypeAlias = "Prefetch[str, Any, str]"
"""A lookup of `prefetch_related()`, as Django has it: with a queryset and an attribute, or not."""

if TYPE_CHECKING:

    class Queryset(QuerySet[Model]):
        """A queryset, with what Django's own code keeps on it: its types are nowhere else."""

        model: type[Model]
        _query: Query
        _db: str | None
        _fetch_mode: object
        _known_related_objects: dict[Any, dict[Hashable, Model]]
        _prefetch_related_lookups: tuple[str | Lookup, ...]
        _prefetch_done: bool

        def _chain(self) -> Queryset: ...
        def _add_hints(self, **hints: object) -> None: ...

else:
    Queryset = QuerySet

HAS_FETCH_MODES = hasattr(ModelState, "fetch_mode")  # from Django 6.1 on


is_djangos = partial(is_code_of, frozenset({"django"}))
"""Returns whether a function or a class is one that Django has defined, and no wrapper."""


# Models.

FROM_DB = (
    inspect.getattr_static(Model, "from_db").__func__ if is_djangos(Model.from_db) else object()
)
INIT = Model.__init__ if is_djangos(Model.__init__) else object()


def making_of(model: type[Model]) -> Making:
    """Return how the instances of the rows of `model` are made."""
    if not is_unpatched_model(model) or is_heard(pre_init, model):
        return Making.BY_DJANGO
    return Making.WITH_SIGNAL if is_heard(post_init, model) else Making.ON_DEMAND


def is_heard(signal: ModelSignal, model: type[Model]) -> bool:
    """Return whether a receiver that may do harm gets the instances of `model`."""
    if not signal.receivers or not signal.has_listeners(model):
        return False
    harmless = value_of("HARMLESS_RECEIVERS")
    return not harmless or any(
        path_of(receiver) not in harmless
        for receivers in signal._live_receivers(model)
        for receiver in receivers
    )


def path_of(code: Any) -> str:
    """Return the dotted path of a class or a function; of an object, that of its class."""
    named = code if hasattr(code, "__qualname__") else type(code)
    return f"{named.__module__}.{named.__qualname__}"


def is_unpatched_model(model: type[Model]) -> bool:
    """Return whether an instance of `model` made from a row is what Django's own code makes it."""
    return (
        model.__init__ is INIT
        and getattr(model.from_db, "__func__", None) is FROM_DB
        and model.__new__ is object.__new__
        and model.__setattr__ is object.__setattr__
        and model.__getattribute__ is object.__getattribute__
        and is_unpatched_class(model)
    )


@lru_cache(maxsize=1024)
def is_unpatched_class(model: type[Model]) -> bool:
    """Return whether `Model.__init__()` runs Django's code alone on a class."""
    behind = model.__mro__[model.__mro__.index(Model) + 1 : -1]
    return (
        type(model).__call__ is type.__call__
        and type(model).__getattribute__ is ModelBase.__getattribute__
        and ModelState.__new__ is object.__new__
        and ModelState.__init__ is object.__init__
        and not any("__init__" in vars(base) for base in behind)
        and inspect.getattr_static(model, "_state", None) is None
        # Setting a column runs a descriptor's code.
        and all(
            is_djangos(type(inspect.getattr_static(model, field.attname, None)))
            for field in model._meta.concrete_fields
        )
    )


# Looks at all bases of a class, which don't change.
keeps_loaded_state = lru_cache(maxsize=1024)(has_loaded_state)


# Queries.


class Own(NamedTuple):
    """Attributes of a class, and the values that Django has given them."""

    names: tuple[str, ...]
    read: Callable[[Any], Any]
    found: tuple[Any, ...]


def own_of(cls: type, *names: str) -> Own:
    """Return attributes of a class as Django made them; a replaced one never compares equal."""
    values = [inspect.getattr_static(cls, name) for name in names]
    found = (value if is_djangos(value) else object() for value in values)
    # One that reads a single name would return what is there, and no tuple of it.
    return Own(names, attrgetter(*names, "__name__"), tuple(found))


OWN_COMPILER = own_of(SQLCompiler, "results_iter", "get_converters", "apply_converters")
OWN_EXECUTION = own_of(SQLCompiler, "execute_sql", "as_sql")
OWN_QUERYSET = own_of(
    QuerySet, "__iter__", "_fetch_all", "_prefetch_related_objects", "query", "db"
)
OWN_LOOKUPS = own_of(
    QuerySet,
    "all",
    "filter",
    "exclude",
    "get",
    "none",
    "using",
    "complex_filter",
    "_filter_or_exclude",
    "_filter_or_exclude_inplace",
)
OWN_ITERATOR = own_of(QuerySet, "iterator", "_iterator")
OWN_ITERABLE = own_of(ModelIterable, "__iter__")
OWN_QUERY = own_of(Query, "get_compiler")
OWN_MANAGER = own_of(BaseManager, "get_queryset")
OWN_COPIES = own_of(
    QuerySet,
    "_add_hints",
    "_chain",
    "_clone",
    "_filter_or_exclude",
    "_next_is_sticky",
    "filter",
    "query",
    "using",
)
OWN_QUERY_COPIES = own_of(Query, "chain", "clone")


def has_own(cls: type, wanted: Own) -> bool:
    try:
        found: tuple[Any, ...] = wanted.read(cls)
    except AttributeError:
        return False
    return all(map(is_, wanted.found, found))


def replaced_part(cls: Any, own: Own) -> str:
    """Return which attribute of a class is not Django's, where one is not."""
    pairs = zip(own.names, own.found, strict=True)
    name = next(name for name, found in pairs if getattr(cls, name, None) is not found)
    return f"{cls.__name__}.{name} is not Django's own"


def is_readable(queryset: Queryset) -> bool:
    """Return whether iterating a queryset runs Django's code alone, up to its compiler."""
    return next(reasons_against(queryset), None) is None


def reasons_against(queryset: Queryset) -> Iterator[str]:
    """Yield what is not Django's own up to the compiler of a queryset, in the words of tools."""
    state = vars(queryset)
    for cls, own in ((type(queryset), OWN_QUERYSET), (ModelIterable, OWN_ITERABLE)):
        if not has_own(cls, own):
            yield replaced_part(cls, own)
    if not OWN_NAMES.isdisjoint(state):
        names = ", ".join(name for name in OWN_QUERYSET.names if name in state)
        yield f"this queryset has its own {names}"
    iterable = state["_iterable_class"]
    # One that was made of a queryset that was lent its rows has none itself.
    if iterable is not ModelIterable and (iterable is not LentRows or LENT in state):
        yield f"it gives what {path_of(iterable)} makes of a row"
    # Looking at `query` applies the filter of a related manager: a queryset that was lent its rows
    # would no longer give them.
    if not has_own(type(queryset.query), OWN_QUERY):
        yield replaced_part(type(queryset.query), OWN_QUERY)
    if getattr(getattr(queryset, "_fetch_mode", None), "track_peers", False):
        yield "its fetch mode keeps the instances of a list together"
    # A query that was pickled, or is another queryset's, may be of another model.
    model: Any = queryset.query.model
    if not keeps_loaded_state(model):
        yield f"{model.__name__} keeps what is loaded in a way of its own"


OWN_NAMES = frozenset(OWN_QUERYSET.names)


def starts_plainly(manager: Any) -> bool:
    """Return whether Django's code alone makes the queryset that a related manager filters."""
    return has_own(type(manager).__mro__[1], OWN_MANAGER)
