"""Compares what REST framework's code and compiled code make of the same source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal, NamedTuple

from django.db import connections
from rest_framework.serializers import BaseSerializer, Serializer

from fastserializers.proof.differences import (
    ADDRESS,
    Difference,
    Seen,
    differences,
    field_path,
    is_within,
    name_of,
    seen,
)
from fastserializers.proof.orders import UnorderedRelation
from fastserializers.switch import Side, reading_by


@dataclass(frozen=True)
class Outcome:
    """The outcome of a serializer: a value, or the exception that it raised."""

    value: Any = None
    error: Exception | None = None
    queries: int = 0
    seconds: float = 0.0


Result = Literal["equal", "different", "in another order", "not stable"]
"""The result of a comparison. "in another order" and "not stable" are no failure."""


class Comparison(NamedTuple):
    difference: Difference | None
    """None where both are equal, apart from `unstable` places and the rows of `relations`."""
    drf: Outcome
    unstable: frozenset[str] = frozenset()
    """The places where REST framework's code gives another value each time: the time of day."""
    relations: tuple[UnorderedRelation, ...] = ()
    """The relations whose rows are the same, in another order."""

    @property
    def result(self) -> Result:
        if self.difference is not None:
            return "different"
        if self.relations:
            return "in another order"
        return "not stable" if self.unstable else "equal"


def compare(
    serializer_class: type[BaseSerializer[Any]],
    make_source: Callable[[], object],
    *,
    many: bool,
    context: Mapping[str, Any] | None = None,
    reading: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Comparison:
    """Return what REST framework's code makes of a source, and how compiled code differs.

    `make_source` is called for each of the two, so that neither reads what the other has loaded,
    compiled code first, and once more by REST framework's code where they differ. `reading` makes
    what is entered while either reads. Raises `TypeError` for anything but a subclass of
    `Serializer`.
    """
    refuse_other(serializer_class)

    def data() -> Any:
        options: dict[str, Any] = {"many": True} if many else {}
        if context is not None:
            # A copy each: some serializers keep things in it.
            options["context"] = {**context}
        source = make_source()
        with reading():
            return serializer_class(source, **options).data

    fast, drf = outcome_by("fast", data), outcome_by("drf", data)
    return comparison_of(drf, fast, lambda: outcome_by("drf", data))


def outcome_by(which: Side, work: Callable[[], object]) -> Outcome:
    """Return what comes of `work` by that code, the queries in this thread, and the time."""
    queries: list[str] = []

    def count(execute: Callable[..., object], sql: str, *arguments: object) -> object:
        queries.append(sql)
        return execute(sql, *arguments)

    value, raised = None, None
    began = perf_counter()
    with reading_by(which), ExitStack() as stack:
        for connection in connections.all(initialized_only=True):
            stack.enter_context(connection.execute_wrapper(count))
        try:
            value = work()
        except Exception as error:
            raised = error
    return Outcome(value, raised, len(queries), perf_counter() - began)


def can_be_fast(cls: object) -> bool:
    return isinstance(cls, type) and issubclass(cls, Serializer)


def refuse_other(cls: object) -> None:
    """Raise `TypeError` for anything but a class whose serializers can read fast."""
    if isinstance(cls, BaseSerializer):
        raise TypeError(f"Give the class {type(cls).__name__}, not one of its serializers.")
    if not can_be_fast(cls):
        raise TypeError(f"Give a subclass of rest_framework.serializers.Serializer, not {cls!r}.")


# The comparison of two outcomes.


def comparison_of(
    drf: Outcome, fast: Outcome, again: Callable[[], Outcome], serializer: Any = None
) -> Comparison:
    """Return the first difference of two outcomes, apart from places that are not stable.

    `again` reads by REST framework's code once more, and is called if the outcomes differ. A field
    whose outcome then differs from `drf` in one row proves nothing of the fast code in any row:
    rows in random order may be equal by chance. `serializer` has made both; data of a serializer
    names it as well.
    """
    found = list(differences_of_outcomes(drf, fast, serializer))
    if not found:
        return Comparison(None, drf)
    changing = differences_of_outcomes(drf, again(), serializer)
    unstable = frozenset(field_path(each.path) for each in changing)
    proven = [each for each in found if not is_within(field_path(each.path), unstable)]
    difference = next((each for each in proven if each.relation is None), None)
    relations = (each.relation for each in proven if each.relation is not None)
    return Comparison(difference, drf, unstable, tuple(dict.fromkeys(relations)))


def differences_of_outcomes(drf: Outcome, fast: Outcome, serializer: Any) -> Iterator[Difference]:
    if drf.error is None and fast.error is None:
        yield from differences(drf.value, fast.value, field=serializer)
        return
    seen_by = seen_outcome(drf), seen_outcome(fast)
    if type(drf.error) is not type(fast.error) or seen_by[0] != seen_by[1]:
        yield Difference("", *seen_by)


def seen_outcome(outcome: Outcome) -> Seen:
    if outcome.error is None:
        return seen(outcome.value)
    message = ADDRESS.sub("", str(outcome.error))
    return Seen(message, name_of(type(outcome.error)), raised=True)
