"""What a serializer class and its fast twin make of the same source, held together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import RLock
from typing import Any, NamedTuple

from rest_framework.serializers import BaseSerializer

from fastserializers.differences import Difference, Outcome, difference_of_outcomes
from fastserializers.serializers import FastListSerializer, FastReadOnlyMixin
from fastserializers.switch import reading_by
from fastserializers.twins import read_only


class Comparison(NamedTuple):
    difference: Difference | None
    """None where both are equal."""
    drf: Outcome


def compare(
    serializer_class: type[BaseSerializer[Any]],
    make_source: Callable[[], Any],
    *,
    many: bool,
    context: Mapping[str, Any] | None = None,
    reading: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Comparison:
    """Return what REST framework's code makes of a source, and how the fast twin differs from it.

    `make_source` is called for each of the two, so that neither reads what the other has loaded,
    the fast one first; `reading` makes what is entered while either reads. A class that is fast is
    its own twin. Raises `TypeError` for what has no fast twin.
    """
    [comparison] = compare_each(
        serializer_class, [make_source], many=many, context=context, reading=reading
    )
    return comparison


def compare_each(
    serializer_class: type[BaseSerializer[Any]],
    make_sources: Sequence[Callable[[], Any]],
    *,
    many: bool,
    context: Mapping[str, Any] | None = None,
    reading: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> list[Comparison]:
    """Return what `compare()` returns of each of these sources: all are read fast first."""

    def outcome_of(cls: Any, make_source: Callable[[], Any]) -> Outcome:
        source = make_source()
        try:
            with reading():
                return Outcome(data_of(cls, source, many=many, context=context))
        except Exception as error:
            return Outcome(error=error)

    twin = fast_twin(serializer_class)
    with alone:
        # Whatever the setting says: with the fast code switched off, both would be one.
        with reading_by("fast"):
            fast = [outcome_of(twin, make_source) for make_source in make_sources]
        with drf_only():
            drf = [outcome_of(serializer_class, make_source) for make_source in make_sources]
    return [
        Comparison(difference_of_outcomes(*pair), pair[0]) for pair in zip(drf, fast, strict=True)
    ]


def fast_twin(serializer_class: Any) -> type[BaseSerializer[Any]]:
    if isinstance(serializer_class, BaseSerializer):
        raise TypeError(
            f"Give the class {type(serializer_class).__name__}, not one of its serializers."
        )
    if isinstance(serializer_class, type) and issubclass(serializer_class, FastReadOnlyMixin):
        return serializer_class
    return read_only(serializer_class)


def data_of(
    serializer_class: Any, source: Any, *, many: bool, context: Mapping[str, Any] | None
) -> Any:
    options: dict[str, Any] = {"many": True} if many else {}
    if context is not None:
        # A copy each: some serializers keep things in it.
        options["context"] = {**context}
    return serializer_class(source, **options).data


# The methods through which reading leaves REST framework's code. What each overrides is right
# behind it among the bases: without them, a fast class is the same class on REST framework's base.
FAST_METHODS: tuple[tuple[type[Any], str], ...] = (
    (FastReadOnlyMixin, "__new__"),
    (FastReadOnlyMixin, "__init__"),
    (FastReadOnlyMixin, "data"),
    (FastReadOnlyMixin, "fields"),
    (FastReadOnlyMixin, "many_init"),
    (FastReadOnlyMixin, "to_representation"),
    (FastListSerializer, "data"),
    (FastListSerializer, "to_representation"),
)

alone = RLock()
"""Held while it matters which code reads: the fast one, or nothing but REST framework's."""


@contextmanager
def drf_only() -> Iterator[None]:
    """Have REST framework's own code read every serializer of the process, fast ones included.

    So the reference is the class itself, and everything that it nests or makes in its methods is
    read by REST framework too. A copy of the class on another base could not be held to that:
    its `super()` calls and the serializers that its code names would still be the fast ones.
    Other threads get the same output meanwhile, only slower.
    """
    with alone:
        methods = [(cls, name, vars(cls)[name]) for cls, name in FAST_METHODS if name in vars(cls)]
        try:
            for cls, name, _ in methods:
                delattr(cls, name)
            yield
        finally:
            for cls, name, method in methods:
                setattr(cls, name, method)
