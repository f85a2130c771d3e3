"""What the checks look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from django.core.checks import CheckMessage
from rest_framework.serializers import ListSerializer

from fastserializers.compiler.plan import has_fixed_fields
from fastserializers.lifecycle.kept_plans import prototype_of
from fastserializers.project.modules import is_first_party
from fastserializers.project.serializers import serializer_classes
from fastserializers.project.views import Use, uses
from fastserializers.serializers import FastReadOnlyMixin

Item = TypeVar("Item")


class Project(NamedTuple):
    serializers: list[Any]
    """The project's own serializer classes."""
    uses: list[Use]
    """The uses of serializers by all views in the URLconf, third-party ones included."""

    @property
    def own_uses(self) -> list[Use]:
        return [use for use in self.uses if is_first_party(use.view.__module__)]

    @property
    def fast_classes(self) -> list[tuple[Any, Any]]:
        """Each class that is read by compiled code, with itself or its twin."""
        return [
            (serializer, fast)
            for serializer in self.serializers
            if (fast := fast_class(serializer)) is not None
        ]


def project_now() -> Project:
    return Project(serializer_classes(), uses())


def fast_class(serializer: Any) -> Any:
    """Return a class that is fast itself, or the twin that it has; None for any other."""
    is_fast = issubclass(serializer, FastReadOnlyMixin)
    return serializer if is_fast else vars(serializer).get("_read_only_twin")


def messages_of_each(
    items: Iterable[Item], check: Callable[[Item], Iterable[CheckMessage]]
) -> Iterator[CheckMessage]:
    """Return what `check` says of the items; nothing of one whose code can't be looked at."""
    for item in items:
        with suppress(Exception):
            yield from list(check(item))


def prototype_of_fixed(serializer_class: Any) -> Any:
    """Return a serializer that has the fields its class gives it; None where it chooses them."""
    return prototype_of(serializer_class) if has_fixed_fields(serializer_class) else None


def without_list(field: Any) -> Any:
    """Return the serializer of the items of a list, and any other field as it is."""
    return field.child if isinstance(field, ListSerializer) else field
