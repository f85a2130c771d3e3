"""Tables as plain text, no wider than asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple, TypeAlias


class Styled(NamedTuple):
    """A text and how it looks, where there are colours."""

    text: str
    style: str = ""


Cell: TypeAlias = "str | Styled | tuple[str | Styled, ...]"
"""What is in one place of a table; several texts are lines one below the other."""


class Heading(NamedTuple):
    """The head of a column; numbers are aligned at the right, and never broken."""

    text: str
    is_number: bool = False


GAP = "  "
# Narrower than this, a column of texts is hard to read, or not worth reading.
WIDE, NARROWEST = 20, 8


def cell_lines(cell: Cell) -> list[Styled]:
    lines = cell if isinstance(cell, tuple) and not isinstance(cell, Styled) else (cell,)
    return [Styled(line) if isinstance(line, str) else line for line in lines]


def table_lines(
    headings: Sequence[Heading], rows: Iterable[Sequence[Cell]], width: int
) -> Iterator[str]:
    """Return the lines of a table whose texts are broken where it would be wider than `width`."""
    table = [
        [text.split("\n") for text, _ in headings],
        *([[line.text for line in cell_lines(cell)] for cell in row] for row in rows),
    ]
    widths = widths_of(headings, table, width)
    for row in table:
        cells = [
            lines if heading.is_number else [part for line in lines for part in broken(line, wide)]
            for lines, heading, wide in zip(row, headings, widths, strict=True)
        ]
        for parts in zip_longest(*cells, fillvalue=""):
            aligned = (
                part.rjust(wide) if heading.is_number else part.ljust(wide)
                for part, heading, wide in zip(parts, headings, widths, strict=True)
            )
            yield GAP.join(aligned).rstrip()


def widths_of(
    headings: Sequence[Heading], table: Sequence[Sequence[Sequence[str]]], width: int
) -> list[int]:
    """Return the width of each column: of the texts, the widest give way until all fit.

    The first column, which names a row, is only broken where that is not enough.
    """
    widths = [
        max((len(line) for lines in column for line in lines), default=0)
        for column in zip(*table, strict=True)
    ]
    texts = [place for place, heading in enumerate(headings) if not heading.is_number]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        wide = [place for place in texts if widths[place] > (WIDE if place else NARROWEST)]
        wide = [place for place in wide if place] or wide or texts[1:]
        widest = max(wide, key=widths.__getitem__, default=None)
        if widest is None or widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    return widths


def broken(line: str, width: int) -> list[str]:
    """Return a line in parts of a width, broken between words where that is possible."""
    if len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]
