"""Records in words, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from fastserializers.recording.records import Record

READERS = {
    "ROWS": "as rows",
    "INSTANCES": "as instances",
    "DRF": "by REST framework",
    "BOTH": "by both codes",
}
"""How each `ReadBy` has read, by its name."""


def summary(records: Iterable[Record]) -> str:
    """Return one line such as "3 of 4 lists as rows, 211 queries saved"."""
    lists: Counter[str] = Counter()
    objects: Counter[str] = Counter()
    saved = 0
    for record in records:
        (objects if record.kind == "object" else lists)[record.reader] += record.times
        saved += sum(record.saved.values())
    parts = []
    if lists:
        parts.append(f"{lists['ROWS']} of {counted(sum(lists.values()), 'list')} as rows")
    if objects:
        parts.append(f"{objects['INSTANCES']} of {counted(sum(objects.values()), 'object')} fast")
    if not parts:
        return "no serializer has read"
    return ", ".join((*parts, f"{counted(saved, 'query', 'queries')} saved"))


def milliseconds(records: Iterable[Record]) -> float:
    """Return how long reading took. What is read within another reading is a part of that."""
    return sum(record.milliseconds for record in records if not record.within)


def described(record: Record) -> str:
    """Return what was read, and how: "page of 100 as rows"."""
    return f"{what(record)} {how(record)}"


def what(record: Record) -> str:
    """Return "page of 100", "3 lists with 57 rows" or "20 objects"."""
    if record.kind == "object":
        return counted(record.times, "object")
    if record.times == 1:
        return f"{record.kind} of {record.count:,}"
    return f"{counted(record.times, record.kind)} with {counted(record.count, 'row')}"


def how(record: Record) -> str:
    is_fast_object = record.kind == "object" and record.reader == "INSTANCES"
    return "by compiled code" if is_fast_object else READERS.get(record.reader, "")


def line_of(record: Record) -> dict[str, object]:
    """Return a line of the panel, of values that JSON has."""
    return {
        "name": record.serializer.rpartition(".")[2],
        "path": record.serializer,
        "within": record.within.rpartition(".")[2],
        "what": on_one_line(what(record)),
        "how": how(record),
        "why": record.why,
        "advice": [*record.advice],
        "time": on_one_line(f"{record.milliseconds:,.1f} ms"),
        "queries": [*map(on_one_line, queries_of(record))],
    }


def queries_of(record: Record) -> Iterator[str]:
    """Yield "6 made, 396 saved", and the same of each relation."""
    yield made_and_saved(record.queries, sum(record.saved.values()))
    for relation in dict.fromkeys((*record.made, *record.saved)):
        made, saved = record.made.get(relation, 0), record.saved.get(relation, 0)
        reason = record.left.get(relation)
        why_left = f", a query for each row: {reason}" if reason else ""
        yield f"{relation.label}: {made_and_saved(made, saved)}{why_left}"


def made_and_saved(made: int, saved: int) -> str:
    return f"{made:,} made, {saved:,} saved" if saved else f"{made:,} made"


def on_one_line(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
