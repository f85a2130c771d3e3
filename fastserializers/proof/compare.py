"""What REST framework's code and compiled code make of the same source, held together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.plans.switch import Reader, reading_by
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
    reading: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Comparison:
    """Return what REST framework's code makes of a source, and how compiled code differs.

    `make_source` is called for each of the two, so that neither reads what the other has loaded,
    compiled code first. `reading` makes what is entered while either reads. Raises `TypeError` for
    anything but a subclass of `Serializer`.
    """
    refuse_other(serializer_class)

    def outcome_by(which: Reader) -> Outcome:
        options: dict[str, Any] = {"many": True} if many else {}
        if context is not None:
            # A copy each: some serializers keep things in it.
            options["context"] = {**context}
        with reading_by(which):
            source = make_source()
            try:
                with reading():
                    return Outcome(serializer_class(source, **options).data)
            except Exception as error:
                return Outcome(error=error)

    fast, drf = outcome_by("fast"), outcome_by("drf")
    return Comparison(difference_of_outcomes(drf, fast), drf)


def can_be_fast(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Serializer)


def refuse_other(cls: Any) -> None:
    """Raise `TypeError` for anything but a class whose serializers can read fast."""
    if isinstance(cls, BaseSerializer):
        raise TypeError(f"Give the class {type(cls).__name__}, not one of its serializers.")
    if not can_be_fast(cls):
        raise TypeError(f"Give a subclass of rest_framework.serializers.Serializer, not {cls!r}.")
