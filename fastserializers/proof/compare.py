"""What REST framework's code and compiled code make of the same source, held together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.plans.switch import reading_by
from fastserializers.proof.differences import Difference, Outcome, difference_of_outcomes


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
) -> Comparison:
    """Return what REST framework's code makes of a source, and how compiled code differs.

    `make_source` is called for each of the two, so that neither reads what the other has loaded,
    compiled code first. Raises `TypeError` for anything but a subclass of `Serializer`.
    """
    [comparison] = compare_each(serializer_class, [make_source], many=many, context=context)
    return comparison


def compare_each(
    serializer_class: type[BaseSerializer[Any]],
    make_sources: Sequence[Callable[[], Any]],
    *,
    many: bool,
    context: Mapping[str, Any] | None = None,
    reading: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> list[Comparison]:
    """Return what `compare()` returns of each of these sources: all are read fast first.

    `reading` makes what is entered while either reads one.
    """
    refuse_other(serializer_class)

    def outcome_of(make_source: Callable[[], Any]) -> Outcome:
        source = make_source()
        options: dict[str, Any] = {"many": True} if many else {}
        if context is not None:
            # A copy each: some serializers keep things in it.
            options["context"] = {**context}
        try:
            with reading():
                return Outcome(serializer_class(source, **options).data)
        except Exception as error:
            return Outcome(error=error)

    with reading_by("fast"):
        fast = [outcome_of(make_source) for make_source in make_sources]
    with reading_by("drf"):
        drf = [outcome_of(make_source) for make_source in make_sources]
    return [
        Comparison(difference_of_outcomes(*pair), pair[0]) for pair in zip(drf, fast, strict=True)
    ]


def can_be_fast(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Serializer)


def refuse_other(cls: Any) -> None:
    """Raise `TypeError` for anything but a class whose serializers can read fast."""
    if isinstance(cls, BaseSerializer):
        raise TypeError(f"Give the class {type(cls).__name__}, not one of its serializers.")
    if not can_be_fast(cls):
        raise TypeError(f"Give a subclass of rest_framework.serializers.Serializer, not {cls!r}.")
