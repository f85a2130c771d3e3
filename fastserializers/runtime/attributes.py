"""Attributes, read step by step as DRF does; a function's signature is inspected only once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import FunctionType, MethodType

from django.core.exceptions import ObjectDoesNotExist
from rest_framework import fields


def get_attribute(instance: object, path: Iterable[str]) -> object:
    """Return what `rest_framework.fields.get_attribute()` returns, and raise what it raises."""
    for name in path:
        try:
            instance = instance[name] if isinstance(instance, Mapping) else getattr(instance, name)
        except ObjectDoesNotExist:
            return None
        if callable(instance):
            instance = called(instance, name)
    return instance


class Missing:
    """Stands for an attribute or an item that a row lacks. A class: no guard admits a callable."""


def called(value: Callable[..., object], name: str) -> object:
    """Return `value`, or what it returns if it is a callable that DRF calls."""
    if not is_simple(value):
        return value
    try:
        return value()
    except (AttributeError, KeyError) as error:
        # As DRF has it: an error in a callable is no missing attribute.
        raise ValueError(
            f'Exception raised in callable attribute "{name}"; original exception was: {error}'
        ) from error


def is_simple(value: Callable[..., object]) -> bool:
    """Return whether `rest_framework.fields.is_simple_callable()` is true of a callable."""
    function = value.__func__ if type(value) is MethodType else value
    if type(function) is FunctionType:
        return is_simple_function(function, is_method=function is not value)
    return fields.is_simple_callable(value)


# No project has as many functions that serializers read.
@lru_cache(4096)
def is_simple_function(function: FunctionType, *, is_method: bool) -> bool:
    return fields.is_simple_callable(MethodType(function, object()) if is_method else function)
