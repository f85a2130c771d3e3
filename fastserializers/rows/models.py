"""Which models' and querysets' instances Django makes of rows, and why, in words that tools print.

Instances are made plainly by Django's code alone, or by code of packages that changes no column
(`fastserializers.packages`), or by code that the library does not know. A project names its own
receivers that do no harm in `HARMLESS_RECEIVERS`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_init, pre_init

from fastserializers.compiler.sources.instances import has_loaded_state
from fastserializers.conf import value_of
from fastserializers.names import path_of
from fastserializers.packages.fsm import changes_of_class
from fastserializers.packages.known import is_known_init, known_receiver
from fastserializers.rows.unpatched import (
    Queryset,
    has_own,
    is_djangos,
    own_of,
    reasons_against_fetching,
    replaced_names,
)

INIT = Model.__init__ if is_djangos(Model.__init__) else object()


OWN_MAKING = own_of(Model, "from_db.__func__", "__new__", "__setattr__")


def makes_plainly(model: type[Model]) -> bool:
    """Return whether Django's code alone makes an instance of a row, which no receiver hears."""
    return (
        model.__init__ is INIT
        and has_own(model, OWN_MAKING)
        and is_unpatched_class(model)
        # Few projects connect a receiver.
        and not ((pre_init.receivers or post_init.receivers) and any(acting_receivers(model)))
    )


def has_rows(model: type[Model]) -> bool:
    """Return whether rows of a model are read as they are: no unknown code makes its instances."""
    return makes_plainly(model) or next(reasons_of_model(model), None) is None


@lru_cache(maxsize=1024)
def is_unpatched_class(model: type[Model]) -> bool:
    """Return whether `Model.__init__()` runs Django's code alone on a class."""
    inits = inits_of(model)
    return (
        inits == ((Model, INIT),)
        and not reasons_of_class(model, inits)
        # Setting a column runs a descriptor's code.
        and all(
            is_djangos(type(inspect.getattr_static(model, field.attname, None)))
            for field in model._meta.concrete_fields
        )
    )


def inits_of(model: type) -> tuple[tuple[type, Any], ...]:
    """Return the classes of a model that have an `__init__()`, but for `object`, with it."""
    return tuple(
        (cls, vars(cls)["__init__"]) for cls in model.__mro__[:-1] if "__init__" in vars(cls)
    )


# In words.


def reasons_of_model(model: type[Model]) -> Iterator[str]:
    """Yield which receivers, methods and classes have only Django make a model's instances."""
    for path, name in receivers_of(model):
        yield f"{path} receives {name}"
    for name in replaced_names(model, OWN_MAKING):
        own = own_method(model, (name,)) or f"{path_of(Model)}.{name}"
        yield f"{own} is no code of Django's"
    yield from reasons_of_class(model, inits_of(model))


@lru_cache(maxsize=1024)
def reasons_of_class(model: type[Model], inits: tuple[tuple[type, Any], ...]) -> list[str]:
    """Return what is unusual about a class and its `__init__()`, or the state of its instances."""
    reasons = [
        f"{path_of(cls)}.__init__ is no code of Django's"
        for cls, init in inits
        if not is_known_init(init, INIT, model)
    ]
    reasons += changes_of_class(model)
    if type(model).__call__ is not type.__call__:
        reasons.append(f"{path_of(type(model))}.__call__ is no code of Django's")
    if not has_loaded_state(model):
        own = own_method(model, ("__getattribute__",))
        reasons.append(f"{own or path_of(model)} keeps values in a way of its own")
    return reasons


def own_method(cls: Any, names: Iterable[str], package: str = "django") -> str:
    """Return the path of the first of these that a class has from elsewhere than a package."""
    for name in names:
        definer: Any = next((base for base in cls.__mro__ if name in vars(base)), object)
        if definer.__module__.partition(".")[0] not in (package, "builtins"):
            return f"{path_of(definer)}.{name}"
    return ""


# Receivers of the signals that Django sends for each instance that it makes.


class AnyModel:
    """In the place of a model, for the receivers that are connected without a sender."""


SIGNALS = {"pre_init": pre_init, "post_init": post_init}


def acting_receivers(model: type[Model | AnyModel]) -> Iterator[tuple[str, Any]]:
    """Yield the signals and their receivers that do something for the instances of a model."""
    for name, signal in SIGNALS.items():
        if not signal.receivers:
            continue
        harmless = value_of("HARMLESS_RECEIVERS")
        for receiver in chain.from_iterable(signal._live_receivers(model)):
            acts = known_receiver(receiver)
            if acts is not None and not acts(receiver, model):
                continue
            if path_of(receiver) not in harmless:
                yield name, receiver


def receivers_of(model: type[Model | AnyModel]) -> Iterator[tuple[str, str]]:
    """Yield the paths of the receivers that may change the instances of a model, and signals."""
    for name, receiver in acting_receivers(model):
        if known_receiver(receiver) is None:
            yield path_of(receiver), name


# Querysets.


def is_readable(queryset: Queryset) -> bool:
    """Return whether iterating a queryset runs Django's code alone, up to its compiler."""
    return next(reasons_against(queryset), None) is None


def reasons_against(queryset: Queryset) -> Iterator[str]:
    """Yield what is not Django's own up to the compiler of a queryset, in the words of tools."""
    yield from reasons_against_fetching(queryset)
    # A query that was pickled, or is another queryset's, may be of another model.
    model: Any = queryset.query.model
    if not has_rows(model):
        yield from reasons_of_model(model)
