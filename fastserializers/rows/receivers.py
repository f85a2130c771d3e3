"""Receivers of `pre_init` and `post_init`, which Django sends for each instance that it makes."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

from django.db.models import Model
from django.db.models.signals import ModelSignal, post_init, pre_init

from fastserializers.conf import value_of
from fastserializers.names import path_of
from fastserializers.packages.known import known_receiver


class AnyModel:
    """In the place of a model, for the receivers that are connected without a sender."""


def all_receivers() -> list[str]:
    """Return the paths of all receivers of the signals that Django sends for each instance."""
    kept = [each[1] for signal in (pre_init, post_init) for each in signal.receivers]
    found = [each() if isinstance(each, weakref.ReferenceType) else each for each in kept]
    return [path_of(receiver) for receiver in found if receiver is not None]


def is_heard(signal: ModelSignal, model: type[Model | AnyModel]) -> bool:
    """Return whether a receiver that does something gets the instances of `model`."""
    return next(acting_receivers(signal, model), None) is not None


def acting_receivers(signal: ModelSignal, model: type[Model | AnyModel]) -> Iterator[Any]:
    """Yield the receivers that do something for the instances of a model."""
    if not signal.receivers:
        return
    harmless = value_of("HARMLESS_RECEIVERS")
    for receivers in signal._live_receivers(model):
        for receiver in receivers:
            acts = known_receiver(receiver)
            if acts is not None and not acts(receiver, model):
                continue
            if not (harmless and path_of(receiver) in harmless):
                yield receiver


def receivers_of(model: type[Model | AnyModel]) -> Iterator[tuple[str, str]]:
    """Yield the paths of the receivers that may change the instances of a model."""
    for name, signal in (("pre_init", pre_init), ("post_init", post_init)):
        for receiver in acting_receivers(signal, model):
            if known_receiver(receiver) is None:
                yield path_of(receiver), name
