"""Proofs: both codes read a share of what requests read, and REST framework's output is sent.

The logger `fastserializers.verify` reports where the outputs differ. An error of the proof itself
is logged, and not raised.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from threading import Lock
from typing import Any, get_args

from django.db import DatabaseError, connections, transaction
from django.db.models import QuerySet

from fastserializers.proof.compare import Comparison, Outcome, Result, comparison_of, outcome_by
from fastserializers.proof.differences import Difference, excerpts, name_of, places_in_words
from fastserializers.proof.orders import UnorderedRelation
from fastserializers.switch import Side, reading_by

proof_log = logging.getLogger("fastserializers.verify")

REPORTED_EACH = 100
tally: Counter[str] = Counter()
"""How many proofs of this process had each result."""
tally_lock = Lock()


def by_both(serializer: Any, instance: Any, represent: Callable[[Any, Any], Any]) -> Any:
    """Return what REST framework's code makes of `instance`, or raises, and log a difference.

    `represent` takes a serializer and its source; it reads by the code that is to read.
    """
    make_source = source_again(instance)
    if make_source is None:
        with reading_by("drf"):
            return represent(serializer, instance)
    kept = copy_of_serializer(serializer)

    def again(which: Side) -> Outcome:
        # Whatever it writes is taken back.
        with taken_back():
            return outcome_by(which, lambda: represent(copy_of_serializer(kept), make_source()))

    drf = outcome_by("drf", lambda: represent(serializer, instance))
    # The database may refuse whatever comes next after an error of its own.
    if not isinstance(drf.error, DatabaseError):
        prove(kept, instance, drf, again)
    if drf.error is not None:
        raise drf.error
    return drf.value


def source_again(source: object) -> Callable[[], object] | None:
    """Return a function that gives `source` unread; None where it can be read but once."""
    if isinstance(source, QuerySet) and source._result_cache is None:
        clone = source.all()
        return clone.all
    return None if isinstance(source, Iterator) else lambda: source


def can_be_read_once(output: object) -> bool:
    """Return whether output has an iterator in it: comparing it would take what is to be sent."""
    if isinstance(output, Iterator):
        return True
    if not isinstance(output, dict | list | tuple):
        return False
    return any(map(can_be_read_once, output.values() if isinstance(output, dict) else output))


def copy_of_serializer(serializer: Any) -> Any:
    """Return a serializer in the same state, which `serializer` learns nothing from."""
    copied = object.__new__(type(serializer))
    vars(copied).update(vars(serializer))
    if "child" in vars(serializer):
        copied.child = copy_of_serializer(serializer.child)
        copied.child.parent = copied
    return copied


def prove(
    serializer: Any, instance: object, drf: Outcome, again: Callable[[Side], Outcome]
) -> None:
    """Log whether the fast code makes the same of a source as REST framework's did."""
    try:
        if can_be_read_once(drf.value):
            return
        fast = again("fast")
        compared = comparison_of(drf, fast, lambda: again("drf"), serializer)
        log(attributes_of(serializer, instance, compared.difference, drf, fast), compared)
        count(compared.result)
    except Exception:
        with suppress(Exception):
            proof_log.warning("A proof could not be made.", exc_info=True)


def log(extra: dict[str, object], compared: Comparison) -> None:
    difference = compared.difference
    if difference is not None:
        proof_log.error(
            "%s differs at %s, primary key %r. REST framework's, which was sent: %s; fast: %s.",
            extra["serializer"],
            difference.path or "the whole",
            extra["primary_key"],
            extra["drf_value"],
            extra["fast_value"],
            extra=extra,
        )
        return
    new = [relation for relation in compared.relations if relation not in reported]
    for relation in new:
        reported.add(relation)
        proof_log.warning(
            "%s gives the same rows in another order: %s.",
            extra["serializer"],
            relation.why,
            extra=extra,
        )
    if compared.unstable:
        proof_log.info(
            "%s gives another value each time at %s: nothing is known of its fast code there.",
            extra["serializer"],
            places_in_words(compared.unstable),
            extra=extra,
        )
    elif not new:
        proof_log.debug("%s gives REST framework's output.", extra["serializer"], extra=extra)


reported: set[UnorderedRelation] = set()
"""The relations without a total order that were logged in this process."""


def count(result: Result) -> None:
    """Count a proof, and log after each hundred what the proofs of this process have shown."""
    with tally_lock:
        tally[result] += 1
        counts = [tally[each] for each in get_args(Result)]
    proofs = sum(counts)
    if proofs % REPORTED_EACH == 0:
        proof_log.info(
            "%d proofs in this process: %d equal, %d different, %d in another order, "
            "%d not stable.",
            proofs,
            *counts,
        )


def attributes_of(
    serializer: Any, instance: object, difference: Difference | None, drf: Outcome, fast: Outcome
) -> dict[str, object]:
    """Return what a log record says, each as an attribute of its own."""
    values: tuple[str | None, str | None] = (None, None)
    if difference is not None:
        values = excerpts(str(difference.drf), str(difference.fast))
    path = difference.path if difference else None
    return {
        "serializer": name_of(type(getattr(serializer, "child", serializer))),
        "path": path,
        "primary_key": primary_key_of(row_at(instance, path)),
        "drf_value": values[0],
        "fast_value": values[1],
        "drf_queries": drf.queries,
        "fast_queries": fast.queries,
        "drf_seconds": drf.seconds,
        "fast_seconds": fast.seconds,
    }


def row_at(source: object, path: str | None) -> object:
    """Return the row that the path of a difference, such as `[3].author.name`, begins at."""
    if not isinstance(source, QuerySet | list | tuple) or not path or not path.startswith("["):
        return source
    index = path[1 : path.index("]")]
    row: object = source[int(index)] if index.isdecimal() and int(index) < len(source) else source
    return row


def primary_key_of(row: object) -> object:
    if isinstance(row, Mapping):
        return row.get("pk", row.get("id"))
    return getattr(row, "pk", None)


@contextmanager
def taken_back() -> Iterator[None]:
    """Roll back what is written to any database that this thread is connected to."""
    with ExitStack() as stack:
        begun = []
        for connection in connections.all(initialized_only=True):
            # One that is lost, closed to a test, or used in an event loop is not written to.
            with suppress(Exception):
                if connection.connection is not None:
                    stack.enter_context(transaction.atomic(connection.alias))
                    begun.append(connection)
        try:
            yield
        finally:
            for connection in begun:
                connection.set_rollback(True)
