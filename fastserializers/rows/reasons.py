"""Why Django reads a queryset, and not this package: in words that tools print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_init, pre_init

from fastserializers.conf import value_of
from fastserializers.rows.execute import prepare
from fastserializers.rows.unpatched import (
    OWN_COMPILER,
    Queryset,
    has_own,
    path_of,
    reasons_against,
    replaced_part,
)


def why_django_reads(queryset: Queryset) -> str:
    """Return why a queryset is read by Django; the empty string where it is read as rows.

    Compiles its query, and executes nothing. Raises what compiling raises.
    """
    if queryset._result_cache is not None:
        return "it is evaluated already"
    reason = next(reasons_against(queryset), "")
    if reason:
        return reason
    compiler = type(queryset.query.get_compiler(using=queryset.db))
    if not has_own(compiler, OWN_COMPILER):
        return replaced_part(compiler, OWN_COMPILER)
    if prepare(queryset) is not None:
        return ""
    return "its columns, joins or owners are ones that only Django makes instances of"


# Why instances are made of the rows of a model.


def why_each_instance(model: type[Model]) -> str:
    """Return which receiver, method or class has each row of a model made an instance."""
    heard = [f"{path} receives {name}" for path, name in receivers_of(model)]
    if heard:
        return ", ".join(heard)
    making = ("__init__", "__new__", "__setattr__", "__getattribute__", "from_db")
    own = own_method(model, making)
    return f"{own} is no code of Django's" if own else f"{path_of(model)} makes them its own way"


class AnyModel:
    """In the place of a model, for the receivers that are connected without a sender."""


def receivers_of(model: type[Model | AnyModel]) -> Iterator[tuple[str, str]]:
    """Return the paths of the receivers that the instances of a model are made for."""
    harmless = value_of("HARMLESS_RECEIVERS")
    for name, signal in (("pre_init", pre_init), ("post_init", post_init)):
        for path in (path_of(each) for live in signal._live_receivers(model) for each in live):
            if path not in harmless:
                yield path, name


def own_method(cls: Any, names: Iterable[str], package: str = "django") -> str:
    """Return the path of the first of these that a class has from elsewhere than a package."""
    for name in names:
        definer: Any = next((base for base in cls.__mro__ if name in vars(base)), object)
        if definer.__module__.partition(".")[0] not in (package, "builtins"):
            return f"{path_of(definer)}.{name}"
    return ""
