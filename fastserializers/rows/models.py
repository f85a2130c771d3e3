"""Which models' instances Django makes of rows, and why not, in words that tools print.

Instances are made plainly by Django's code alone, or by code of packages that changes no column
(`fastserializers.packages`), or by code that the library does not know. A project names its own
receivers that do no harm in `HARMLESS_RECEIVERS`.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_init, pre_init

from fastserializers.compiler.sources.instances import has_loaded_state
from fastserializers.names import path_of
from fastserializers.packages.fsm import changes_of_class
from fastserializers.packages.known import is_known_init
from fastserializers.rows.receivers import is_heard, receivers_of
from fastserializers.runtime.overrides import is_code_of

is_djangos = partial(is_code_of, frozenset({"django"}))
"""Returns whether a function or a class is one that Django has defined, and no wrapper."""


FROM_DB = (
    inspect.getattr_static(Model, "from_db").__func__ if is_djangos(Model.from_db) else object()
)
INIT = Model.__init__ if is_djangos(Model.__init__) else object()


def makes_plainly(model: type[Model]) -> bool:
    """Return whether Django's code alone makes an instance of a row, which no receiver hears."""
    return is_unpatched_model(model) and not any(
        is_heard(signal, model) for signal in (pre_init, post_init)
    )


def has_rows(model: type[Model]) -> bool:
    """Return whether rows of a model are read as they are: no unknown code makes its instances."""
    return makes_plainly(model) or next(reasons_of_model(model), None) is None


def is_unpatched_model(model: type[Model]) -> bool:
    """Return whether an instance of `model` made from a row is what Django's own code makes it."""
    return (
        model.__init__ is INIT
        and getattr(model.from_db, "__func__", None) is FROM_DB
        and model.__new__ is object.__new__
        and model.__setattr__ is object.__setattr__
        and is_unpatched_class(model)
    )


@lru_cache(maxsize=1024)
def is_unpatched_class(model: type[Model]) -> bool:
    """Return whether `Model.__init__()` runs Django's code alone on a class."""
    behind = model.__mro__[model.__mro__.index(Model) + 1 : -1]
    return (
        not reasons_of_class(model)
        and not any("__init__" in vars(base) for base in behind)
        # Setting a column runs a descriptor's code.
        and all(
            is_djangos(type(inspect.getattr_static(model, field.attname, None)))
            for field in model._meta.concrete_fields
        )
    )


# In words.


def reasons_of_model(model: type[Model]) -> Iterator[str]:
    """Yield which receivers, methods and classes have only Django make a model's instances."""
    for path, name in receivers_of(model):
        yield f"{path} receives {name}"
    inits = [(base, vars(base)["__init__"]) for base in model.__mro__ if "__init__" in vars(base)]
    yield from unknown_inits(model, tuple(inits[:-1]))
    for name, djangos in DJANGOS_METHODS.items():
        method = getattr(model, name)
        if getattr(method, "__func__", method) is not djangos:
            own = own_method(model, (name,)) or f"{path_of(Model)}.{name}"
            yield f"{own} is no code of Django's"
    yield from reasons_of_class(model)


DJANGOS_METHODS = {
    "from_db": FROM_DB,
    "__new__": object.__new__,
    "__setattr__": object.__setattr__,
}


@lru_cache(maxsize=1024)
def unknown_inits(model: type[Model], inits: tuple[tuple[type, Any], ...]) -> list[str]:
    """Return which of the `__init__()` of a model's classes are neither Django's nor known."""
    return [
        f"{path_of(cls)}.__init__ is no code of Django's"
        for cls, init in inits
        if not is_known_init(init, INIT, model)
    ]


@lru_cache(maxsize=1024)
def reasons_of_class(model: type[Model]) -> list[str]:
    """Return what is unusual about a class itself, or about the state of its instances."""
    reasons = [*changes_of_class(model)]
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
