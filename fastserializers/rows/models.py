"""Which models only Django makes instances of, and why, in words that tools print.

A package may connect a receiver of `post_init` to all models of a project, and do nothing for most
of them. `KNOWN_RECEIVERS` has those; a project names its own in `HARMLESS_RECEIVERS`.
"""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any

from django.db.models import Model
from django.db.models.signals import ModelSignal, post_init, pre_init

from fastserializers.compiler.sources.instances import has_loaded_state
from fastserializers.conf import value_of
from fastserializers.names import path_of
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
        type(model).__call__ is type.__call__
        and not any("__init__" in vars(base) for base in behind)
        and has_loaded_state(model)
        # Setting a column runs a descriptor's code.
        and all(
            is_djangos(type(inspect.getattr_static(model, field.attname, None)))
            for field in model._meta.concrete_fields
        )
    )


# Receivers of the signals that Django sends for each instance.


def is_of_imagekit(receiver: Any, model: type) -> bool:
    """Return whether django-imagekit has a field of images for a model."""
    groups = receiver.__self__._source_groups
    return any(issubclass(model, group.model_class) for group in groups)


def is_of_treenode(receiver: Any, model: type) -> bool:
    return any(path_of(base) == "treenode.models.TreeNodeModel" for base in model.__mro__)


KNOWN_RECEIVERS: dict[str, Callable[[Any, type], bool]] = {
    "imagekit.specs.sourcegroups.ModelSignalRouter.post_init_receiver": is_of_imagekit,
    "treenode.signals.post_init_treenode": is_of_treenode,
}
"""Takes a receiver and a model; returns whether it does something for instances of the model."""


class AnyModel:
    """In the place of a model, for the receivers that are connected without a sender."""


def all_receivers() -> list[str]:
    """Return the paths of all receivers of the signals that Django sends for each instance."""
    kept = [each[1] for signal in (pre_init, post_init) for each in signal.receivers]
    found = [each() if isinstance(each, weakref.ReferenceType) else each for each in kept]
    return [path_of(receiver) for receiver in found if receiver is not None]


def is_heard(signal: ModelSignal, model: type[Model | AnyModel]) -> bool:
    """Return whether a receiver that may do harm gets the instances of `model`."""
    return bool(signal.receivers) and any(receivers_that_act(signal, model))


def receivers_that_act(signal: ModelSignal, model: type[Model | AnyModel]) -> Iterator[str]:
    """Yield the paths of the receivers that may change the instances of a model."""
    harmless = value_of("HARMLESS_RECEIVERS")
    for receivers in signal._live_receivers(model):
        for receiver in receivers:
            path = path_of(receiver)
            acts = KNOWN_RECEIVERS.get(path)
            if path not in harmless and (acts is None or acts(receiver, model)):
                yield path


def receivers_of(model: type[Model | AnyModel]) -> Iterator[tuple[str, str]]:
    """Return the paths of the receivers that the instances of a model are made for."""
    for name, signal in (("pre_init", pre_init), ("post_init", post_init)):
        for path in receivers_that_act(signal, model):
            yield path, name


# In words.


def why_django_makes(model: type[Model]) -> str:
    """Return which receiver, method or class has Django make the instances of a model."""
    heard = [f"{path} receives {name}" for path, name in receivers_of(model)]
    if heard:
        return ", ".join(heard)
    making = ("__init__", "__new__", "__setattr__", "__getattribute__", "from_db")
    own = own_method(model, making)
    return f"{own} is no code of Django's" if own else f"{path_of(model)} makes them its own way"


def own_method(cls: Any, names: Iterable[str], package: str = "django") -> str:
    """Return the path of the first of these that a class has from elsewhere than a package."""
    for name in names:
        definer: Any = next((base for base in cls.__mro__ if name in vars(base)), object)
        if definer.__module__.partition(".")[0] not in (package, "builtins"):
            return f"{path_of(definer)}.{name}"
    return ""
