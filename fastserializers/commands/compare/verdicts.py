"""The comparison of one serializer on rows of the project's database, or of one view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from typing import Literal, NamedTuple

from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, transaction

from fastserializers.commands.costs import Cost, Costs, measured, records_of, typical
from fastserializers.commands.printer import Options
from fastserializers.commands.sampling import (
    WHAT_A_REQUEST_LACKS,
    NotCompared,
    Read,
    Rows,
    Sample,
    Viewed,
    entering,
    request_for,
    sample_of,
    viewed,
)
from fastserializers.project.naming import raised
from fastserializers.project.serializers import SerializerClass
from fastserializers.project.views import Use
from fastserializers.proof.compare import (
    Comparison,
    Outcome,
    Result,
    can_be_fast,
    compare,
    comparison_of,
    outcome_by,
    seen_outcome,
)
from fastserializers.proof.differences import Difference, places_in_words
from fastserializers.proof.orders import UnorderedRelation
from fastserializers.proof.verify import row_at
from fastserializers.recording.records import Record
from fastserializers.switch import Side, reading_by

# Both codes serialize the list of all rows in turns. A short list gets more turns, until all turns
# have taken SHORT seconds. The comparison before them has paid for the work that is done once.
FEWEST_TURNS = 3
MOST_TURNS = 11
SHORT = 0.05


class Verdict(NamedTuple):
    """The verdict on one serializer or view."""

    subject: type
    result: Result | Literal["not compared"]
    remark: str = ""
    """Why it was not compared, what both codes have raised, or which values are not stable."""
    source: str = ""
    """Whose rows it was compared on; the address of a view."""
    sampled: str = ""
    """Why these are not the rows of the view that uses it; empty if they are."""
    rows: int = 0
    difference: Difference | None = None
    pk: object = None
    """The primary key of the row that differs."""
    relations: tuple[UnorderedRelation, ...] = ()
    """The relations whose rows are the same, in another order."""
    records: tuple[Record, ...] = ()
    """How the fast code has read, and why."""
    costs: Costs | None = None
    """The costs of a list of all rows, from the queryset on; or of the view's `GET`."""


def verdict_of(serializer: SerializerClass, use: Use | None, options: Options) -> Verdict:
    """Compare a serializer on the first rows of the view that uses it, or else of its model."""
    if not can_be_fast(serializer):
        return Verdict(serializer, "not compared", "it has no fields: it is a BaseSerializer")

    def verdict() -> Verdict:
        sample = sample_of(serializer, use, options)
        if use is None:
            # No view has other rows for it.
            sample = sample._replace(remark="")
        with transaction.atomic(using=sample.queryset.db):
            return verdict_on(sample)

    return verdict_or_reason(serializer, options, verdict)


def verdict_of_view(options: Options) -> Verdict:
    """Compare the data of a view's response to a `GET` request."""
    found = viewed(options)
    return verdict_or_reason(found.subject, options, partial(verdict_on_view, found, options))


def verdict_or_reason(subject: type, options: Options, verdict: Callable[[], Verdict]) -> Verdict:
    """Return the verdict; or that there is none, if the subject cannot be compared."""
    try:
        with entering(options):
            return verdict()
    except CommandError:
        raise
    except NotCompared as reason:
        return Verdict(subject, "not compared", str(reason))
    except Exception as error:
        # A table may be missing, or a manager may need a tenant.
        return Verdict(subject, "not compared", raised(error))


def verdict_on_view(found: Viewed, options: Options) -> Verdict:
    # A user that does not exist is a mistake of the command line.
    request_for(options)

    def outcome(which: Side, read: Read = found.read) -> Outcome:
        with rolled_back(DEFAULT_DB_ALIAS):
            return outcome_by(which, read)

    fast, drf = outcome("fast"), outcome("drf")
    comparison = comparison_of(drf, fast, partial(outcome, "drf"))
    refuse_writing([comparison])
    if comparison.difference is None and drf.error is not None:
        raise NotCompared(f"{raised_by(comparison)}. {WHAT_A_REQUEST_LACKS}")
    # A renderer may need more of a request than this one has.
    respond = found.read if outcome("drf", found.respond).error else found.respond
    records, costs = read_and_measured(respond, DEFAULT_DB_ALIAS)
    rows = sum(record.count for record in records if not record.within)
    verdict = Verdict(
        found.subject, "equal", "", found.source, rows=rows, records=records, costs=costs
    )
    if comparison.difference is not None:
        return verdict._replace(result="different", difference=comparison.difference)
    if not rows:
        raise NotCompared(f"no serializer has read a row for it. {WHAT_A_REQUEST_LACKS}")
    return with_warnings(verdict, [comparison])


def verdict_on(sample: Sample) -> Verdict:
    """Compare a serializer on the list of the rows, and on each row alone."""
    serializer, queryset, context, source, sampled = sample
    rows = list(queryset.all())
    if not rows:
        raise NotCompared("there are no rows")
    compared = partial(
        compare,
        serializer,
        context=context,
        reading=partial(transaction.atomic, using=queryset.db),
    )
    listed_rows = compared(queryset.all, many=True)
    alone = [compared(source, many=False) for source in sources_of(rows, queryset)]
    records, costs = read_and_measured(sample.read, queryset.db)
    verdict = Verdict(
        serializer, "equal", "", source, sampled, len(rows), records=records, costs=costs
    )
    for row, comparison in ((None, listed_rows), *zip(rows, alone, strict=True)):
        if comparison.difference is not None:
            row = row or row_at(rows, comparison.difference.path)
            return verdict._replace(
                result="different",
                difference=comparison.difference,
                pk=getattr(row, "pk", None),
            )
    refuse_writing([listed_rows, *alone])
    raised = what_both_raised(listed_rows, alone)
    return with_warnings(verdict._replace(remark=raised), [listed_rows, *alone])


def refuse_writing(comparisons: list[Comparison]) -> None:
    errors = [each.drf.error for each in comparisons if isinstance(each.drf.error, DatabaseError)]
    # Each database has its own words.
    if any(re.search("read.?only", str(error), re.I) for error in errors):
        raise NotCompared(
            "it writes to the database while it reads, and compare lets nothing be written. "
            "Compare it in a test, with assert_same_output()"
        )


def with_warnings(verdict: Verdict, comparisons: list[Comparison]) -> Verdict:
    """Return the verdict on outputs that are equal, apart from an order or unstable values."""
    relations = tuple(dict.fromkeys(chain(*(each.relations for each in comparisons))))
    unstable = sorted({path for each in comparisons for path in each.unstable})
    if unstable:
        places = places_in_words(unstable)
        remark = f"{places} has another value each time, by REST framework's code too"
        verdict = verdict._replace(result="not stable", remark=remark)
    if relations:
        verdict = verdict._replace(result="in another order", relations=relations)
    return verdict


def sources_of(rows: list[object], queryset: Rows) -> Iterator[Callable[[], object]]:
    """Return for each row a function that returns it three times, as a new instance."""
    again, once_more = (cache(lambda: list(queryset.all())) for _ in range(2))

    def one(place: int) -> Iterator[object]:
        yield rows[place]
        yield again()[place]
        yield once_more()[place]

    for place in range(len(rows)):
        yield one(place).__next__


def what_both_raised(listed: Comparison, alone: list[Comparison]) -> str:
    """Return what both codes have raised, or "". Raises `NotCompared` if each row raises."""
    raising = [one for one in alone if one.drf.error is not None]
    if len(raising) == len(alone):
        # Nothing has been serialized, so nothing is proved.
        raise NotCompared(f"{raised_by(raising[0])}, for each row. {WHAT_A_REQUEST_LACKS}")
    if raising:
        return f"{raised_by(raising[0])}, for {len(raising)} of {len(alone)} rows"
    return f"{raised_by(listed)}, for the list" if listed.drf.error is not None else ""


def raised_by(comparison: Comparison) -> str:
    seen = seen_outcome(comparison.drf)
    return f"both raise {seen.type}: {' '.join(seen.text.split()).rstrip('.')}"


def read_and_measured(read: Read, alias: str) -> tuple[tuple[Record, ...], Costs]:
    """Return how the fast code has read, and the costs by either code: medians of turns."""
    turns: list[Costs] = []
    while len(turns) < FEWEST_TURNS or (
        len(turns) < MOST_TURNS and sum(cost.seconds for turn in turns for cost in turn) < SHORT
    ):
        turns.append(Costs(cost_of(read, "drf", alias), cost_of(read, "fast", alias)))
    drf, fast = (typical(list(costs)) for costs in zip(*turns, strict=True))
    with rolled_back(alias):
        return tuple(records_of(read)), Costs(drf, fast)


def cost_of(read: Read, which: Side, alias: str) -> Cost:
    with rolled_back(alias), reading_by(which):
        found = measured(read)
    return Cost(found.cpu_seconds, found.queries)


@contextmanager
def rolled_back(alias: str) -> Iterator[None]:
    """Leave no broken transaction behind where a list raises an error of the database."""
    with transaction.atomic(using=alias):
        yield
        transaction.set_rollback(True, using=alias)
