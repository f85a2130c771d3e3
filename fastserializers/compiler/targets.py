"""What rows are emitted as: one dict, or a list of dicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from fastserializers.compiler.templates import Code


class Target(NamedTuple):
    """What stands around the code of a row's fields.

    Its templates may name `$row` and `$rows`, which are what the source calls them.
    """

    name: str
    parameters: tuple[str, ...]
    """What the function takes, first of all its rows."""
    opening: tuple[str, ...]
    """What stands before the code of a row."""
    depth: int
    """How far the code of a row is indented."""
    other: tuple[str, ...]
    """What is done with a row `$is_other` is true of, which `$other` represents."""
    emit: Callable[[Mapping[Code, Code], bool], Iterator[str]]
    """Takes the fields of a row by name, and whether some may be left out; returns lines."""
    closing: tuple[str, ...]
    method: str
    """An expression of the method `$method` of the serializer."""
    method_opening: tuple[str, ...] = ()
    """What stands before all rows for it."""
    fresh: frozenset[str] = frozenset()
    """The state that is as it is now wherever the code of a row begins."""


def dict_lines(fields: Mapping[Code, Code], may_skip: bool) -> Iterator[str]:
    yield "row = {"
    for name, value in fields.items():
        yield f"    {name}: {value},"
    yield "}"
    if may_skip:
        yield "if skipped:"
        yield "    leave_out(row, skipped)"


def appended_dict_lines(fields: Mapping[Code, Code], may_skip: bool) -> Iterator[str]:
    yield from dict_lines(fields, may_skip)
    yield "rows.append(row)"


ONE = Target(
    "one",
    parameters=("$row", "serializer", "zone"),
    opening=(),
    depth=0,
    # What calls the function has looked at the row.
    other=(),
    emit=dict_lines,
    closing=("return row",),
    method="owner.$method",
    method_opening=("owner = serializer_at(serializer)",),
    # The zone of a single call is as new as the call.
    fresh=frozenset({"zone"}),
)
MANY = Target(
    "many",
    parameters=("$rows", "serializer", "zone"),
    opening=("rows = []", "for $row in $rows:"),
    depth=1,
    other=("rows.append($other)",),
    emit=appended_dict_lines,
    closing=("return rows",),
    method="$found",
    method_opening=("$found = method_of(serializer, $method_name)",),
)
