"""The comparison of one serializer on rows of the project's database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, Literal, NamedTuple, get_args

from django.core.management.base import CommandError
from django.db import transaction

from fastserializers.commands.costs import Cost, Costs, listed, typical
from fastserializers.commands.read_only_databases import in_one_line, is_refused_write
from fastserializers.commands.sampling import (
    NotCompared,
    Rows,
    Sample,
    Sampling,
    entering,
    sample_of,
)
from fastserializers.project.lists import rows_reading
from fastserializers.project.serializers import SerializerClass
from fastserializers.project.views import Use
from fastserializers.proof.compare import (
    Comparison,
    Difference,
    can_be_fast,
    compare,
    in_words,
    seen_outcome,
)
from fastserializers.proof.verify import row_at
from fastserializers.switch import Side

Result = Literal["equal", "different", "not stable", "not compared"]
RESULTS: tuple[Result, ...] = get_args(Result)

# Both codes serialize the list of all rows in turns. A short list gets more turns, until all turns
# have taken SHORT seconds. The comparison before them has paid for the work that is done once.
FEWEST_TURNS = 3
MOST_TURNS = 11
SHORT = 0.05


class Verdict(NamedTuple):
    """The verdict on one serializer."""

    serializer: SerializerClass
    result: Result
    remark: str = ""
    """Why it was not compared, what both codes have raised, or which values are not stable."""
    source: str = ""
    """Whose rows it was compared on."""
    sampled: str = ""
    """Why these are not the rows of the view that uses it; empty if they are."""
    rows: int = 0
    difference: Difference | None = None
    pk: object = None
    """The primary key of the row that differs."""
    instances: str = ""
    """Why the fast code reads the list from instances; empty if it reads rows."""
    costs: Costs | None = None
    """The costs of a list of all rows, from the queryset on."""


def verdict_of(serializer: SerializerClass, use: Use | None, asked: Sampling) -> Verdict:
    """Compare a serializer on the first rows of the view that uses it, or else of its model."""
    if not can_be_fast(serializer):
        return Verdict(serializer, "not compared", "it has no fields: it is a BaseSerializer")
    try:
        with entering(asked):
            sample = sample_of(serializer, use, asked)
            if use is None:
                # No view has other rows for it.
                sample = sample._replace(remark="")
            with transaction.atomic(using=sample.queryset.db):
                return verdict_on(sample)
    except CommandError:
        raise
    except NotCompared as reason:
        return Verdict(serializer, "not compared", str(reason))
    except Exception as error:
        # A table may be missing, or a manager may need a tenant.
        why = f"{type(error).__name__}: {in_one_line(error)}"
        return Verdict(serializer, "not compared", why)


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
    costs = costs_of(sample)
    reading = rows_reading(serializer, queryset)
    verdict = Verdict(
        serializer,
        "equal",
        "",
        source,
        sampled,
        len(rows),
        instances=reading.instances,
        costs=costs,
    )
    for row, comparison in ((None, listed_rows), *zip(rows, alone, strict=True)):
        if comparison.difference is not None:
            row = row or row_at(rows, comparison.difference.path)
            return verdict._replace(
                result="different",
                difference=comparison.difference,
                pk=getattr(row, "pk", None),
            )
    if any(is_refused_write(each.drf.error) for each in (listed_rows, *alone)):
        raise NotCompared(
            "it writes to the database while it reads, and compare lets nothing be written. "
            "Compare it in a test, with assert_same_output()"
        )
    raised = what_both_raised(serializer, listed_rows, alone, rows[0], context)
    unstable = sorted({path for each in (listed_rows, *alone) for path in each.unstable})
    if not unstable:
        return verdict._replace(remark=raised)
    remark = f"{in_words(unstable)} has another value each time, by REST framework's code too"
    return verdict._replace(result="not stable", remark=remark)


def sources_of(rows: list[object], queryset: Rows) -> Iterator[Callable[[], object]]:
    """Return for each row a function that returns it three times, as a new instance."""
    again, once_more = (cache(lambda: list(queryset.all())) for _ in range(2))

    def one(place: int) -> Iterator[object]:
        yield rows[place]
        yield again()[place]
        yield once_more()[place]

    for place in range(len(rows)):
        yield one(place).__next__


def what_both_raised(
    serializer: SerializerClass,
    listed: Comparison,
    alone: list[Comparison],
    row: object,
    context: dict[str, Any],
) -> str:
    """Return what both codes have raised, or "". Raises `NotCompared` if each row raises."""
    raising = [one for one in alone if one.drf.error is not None]
    if len(raising) == len(alone):
        try:
            serializer(row, context=context)
        except Exception as error:
            raise NotCompared(f"making one raises {type(error).__name__}: {error}") from error
        # Nothing has been serialized, so nothing is proved.
        request = context["request"]
        asks = hasattr(request, "_user") and not request.user.is_authenticated
        user = "; it asks for the user of the request, and nobody is logged in" if asks else ""
        raise NotCompared(f"{raised_by(raising[0])}, for each row{user}")
    if raising:
        return f"{raised_by(raising[0])}, for {len(raising)} of {len(alone)} rows"
    return f"{raised_by(listed)}, for the list" if listed.drf.error is not None else ""


def raised_by(comparison: Comparison) -> str:
    raised = seen_outcome(comparison.drf)
    return f"both raise {raised.type}: {' '.join(raised.text.split())}"


def costs_of(sample: Sample) -> Costs:
    """Return the cost of a list of all rows by either code: medians of turns."""
    turns: list[Costs] = []
    while len(turns) < FEWEST_TURNS or (
        len(turns) < MOST_TURNS and sum(cost.seconds for turn in turns for cost in turn) < SHORT
    ):
        turns.append(Costs(cost_of(sample, "drf"), cost_of(sample, "fast")))
    drf, fast = (typical(list(costs)) for costs in zip(*turns, strict=True))
    return Costs(drf, fast)


def cost_of(sample: Sample, which: Side) -> Cost:
    with rolled_back(sample.queryset.db):
        read = listed(sample, which)
    return Cost(read.cpu_seconds, read.queries.count)


@contextmanager
def rolled_back(alias: str) -> Iterator[None]:
    """Leave no broken transaction behind where a list raises an error of the database."""
    with transaction.atomic(using=alias):
        yield
        transaction.set_rollback(True, using=alias)
