"""Tables as plain text of a given width."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = "str | tuple[str, ...]"
"""The content of one cell: a text, or several lines."""


class Heading(NamedTuple):
    """The head of a column. Numbers are aligned on the right, and never broken."""

    text: str
    is_number: bool = False


GAP = "  "
# Narrower than this, a column of texts is hard to read.
NARROWEST = 12


def table_lines(
    headings: Sequence[Heading],
    rows: Iterable[Sequence[Cell]],
    width: int,
) -> Iterator[str]:
    """Return the lines of a table. Texts are broken into lines to fit `width`."""
    table = [
        [[cell] if isinstance(cell, str) else [*cell] for cell in row]
        for row in ([text for text, _ in headings], *rows)
    ]
    widths = widths_of(headings, table, width)
    for row in table:
        columns = [
            [part for line in lines for part in broken(line, wide)]
            for lines, wide in zip(row, widths, strict=True)
        ]
        for parts in zip_longest(*columns, fillvalue=""):
            cells = [
                part.rjust(wide) if heading.is_number else part.ljust(wide)
                for part, heading, wide in zip(parts, headings, widths, strict=True)
            ]
            yield GAP.join(cells).rstrip()


def widths_of(
    headings: Sequence[Heading], table: Sequence[Sequence[Sequence[str]]], width: int
) -> list[int]:
    """Return the width of each column: the widest columns of texts shrink until all fit."""
    widths = [
        max((len(line) for lines in column for line in lines), default=0)
        for column in zip(*table, strict=True)
    ]
    texts = [place for place, heading in enumerate(headings) if not heading.is_number]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        widest = max(texts, key=widths.__getitem__)
        if widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    return widths


def broken(line: str, width: int) -> list[str]:
    """Return a line in parts of a width, broken between words, or between parts of a path."""
    if len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    parts = wrap(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    within = re.compile(rf".{{1,{width}}}$|.{{1,{width - 1}}}[./_]|.{{1,{width}}}")
    return [short for part in parts for short in within.findall(part)] or [""]
