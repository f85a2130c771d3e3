"""Which parts of Django, on the way from a query to its instances, are Django's own.

A project, or a package that it uses, may have replaced any of them: then Django reads its way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from django.db.models import Model, Prefetch
from django.db.models.base import ModelState
from django.db.models.manager import BaseManager
from django.db.models.query import ModelIterable, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.query import Query

from fastserializers.names import path_of
from fastserializers.packages.known import is_known
from fastserializers.runtime.overrides import is_code_of

Lookup: TypeAlias = "Prefetch[str, Any, str]"
"""A lookup of `prefetch_related()`, as Django has it: with a queryset and an attribute, or not."""

KnownObjects: TypeAlias = "Mapping[Any, Mapping[Hashable, Model]]"
"""The objects whose related managers have made a queryset: by the field that leads to them, and by
their keys."""

if TYPE_CHECKING:

    class Queryset(QuerySet[Model]):
        """A queryset, with what Django's own code keeps on it: its types are nowhere else."""

        model: type[Model]
        _query: Query
        _db: str | None
        _fetch_mode: object
        _known_related_objects: KnownObjects
        _prefetch_related_lookups: tuple[str | Lookup, ...]
        _prefetch_done: bool

        def _chain(self) -> Queryset: ...
        def _add_hints(self, **hints: object) -> None: ...

else:
    Queryset = QuerySet


class ByDjango(Exception):
    """Only Django's own code knows which rows it would fetch; the reason is in words of tools."""


HAS_FETCH_MODES = hasattr(ModelState, "fetch_mode")  # from Django 6.1 on


# Attributes of Django's.


is_djangos = partial(is_code_of, frozenset({"django"}))
"""Returns whether a function or a class is one that Django has defined, and no wrapper."""


class Own(NamedTuple):
    """Attributes of a class, and the values that they have in Django."""

    names: tuple[str, ...]
    """A name may lead on: `from_db.__func__` is the function of a class method."""
    read: Callable[[Any], Any]
    values: tuple[Any, ...]


def own_of(cls: type, *names: str) -> Own:
    """Return attributes of a class as Django made them; a replaced one never compares equal."""
    # One that reads a single name would return what is there, and no tuple of it.
    read = attrgetter(*names, "__name__")
    values = dict(zip(names, read(cls), strict=False))
    own = (
        value if is_djangos(value) or getattr(object, name, None) is value else object()
        for name, value in values.items()
    )
    return Own(names, read, tuple(own))


def has_own(cls: type, wanted: Own) -> bool:
    try:
        values: tuple[Any, ...] = wanted.read(cls)
    except AttributeError:
        return False
    return values[:-1] == wanted.values


def replaced_names(cls: type, own: Own) -> Iterator[str]:
    """Yield the names of attributes that are none of Django's."""
    if has_own(cls, own):
        return
    for name, djangos in zip(own.names, own.values, strict=True):
        first, _, rest = name.partition(".")
        value = getattr(cls, first, None)
        if (getattr(value, rest, None) if rest else value) is not djangos:
            yield first


OWN_COMPILER = own_of(SQLCompiler, "results_iter", "get_converters", "apply_converters")
OWN_EXECUTION = own_of(SQLCompiler, "execute_sql")
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


def replaced_parts(cls: Any, own: Own, subject: object) -> Iterator[str]:
    """Yield which attributes of a class, by which it works for a subject, are unknown code."""
    for name in replaced_names(cls, own):
        if not is_known(getattr(cls, name, None), subject):
            yield f"{cls.__name__}.{name} is not Django's own"


def is_fetchable(queryset: Queryset) -> bool:
    """Return whether a queryset is readable, but for code that makes its instances."""
    return next(reasons_against_fetching(queryset), None) is None


def reasons_against_fetching(queryset: Queryset) -> Iterator[str]:
    state = vars(queryset)
    yield from replaced_parts(type(queryset), OWN_QUERYSET, queryset)
    yield from replaced_parts(ModelIterable, OWN_ITERABLE, queryset)
    if not OWN_NAMES.isdisjoint(state):
        names = ", ".join(name for name in OWN_QUERYSET.names if name in state)
        yield f"this queryset has its own {names}"
    iterable = state["_iterable_class"]
    if iterable is not ModelIterable:
        yield f"it gives what {path_of(iterable)} makes of a row"
    yield from replaced_parts(type(queryset.query), OWN_QUERY, queryset.query)
    if getattr(getattr(queryset, "_fetch_mode", None), "track_peers", False):
        yield "its fetch mode keeps the instances of a list together"


OWN_NAMES = frozenset(OWN_QUERYSET.names)


def starts_plainly(manager: Any) -> bool:
    """Return whether Django's code alone makes the queryset that a related manager filters."""
    return has_own(type(manager).__mro__[1], OWN_MANAGER)
