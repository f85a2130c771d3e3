"""The output of the subcommands: tables and lines for a person, JSON for a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import Any, NamedTuple, TypeAlias, TypeVar

import orjson
from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from fastserializers.commands.tables import Cell, Heading, broken, table_lines

Item = TypeVar("Item")

Options: TypeAlias = "dict[str, Any]"
"""The arguments of a subcommand, as `argparse` gives them."""

Document: TypeAlias = "dict[str, Any]"
"""An object of JSON."""

# As wide as a line gets where no terminal says so: wider than people read, and not endless.
PIPE_WIDTH = 200

# How many seconds pass before the next line says how far a long work has got.
PATIENCE = 3.0


class Printer(NamedTuple):
    """Where a subcommand writes, and how: the same for all of them."""

    command: BaseCommand
    is_json: bool = False
    """Whether a program reads: one `document()`, and no table or line."""
    file: Path | None = None
    """Where the document goes; None for standard output."""

    def document(self, document: object) -> None:
        """Write the one JSON document of a subcommand."""
        options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS | orjson.OPT_APPEND_NEWLINE
        content = orjson.dumps(document, repr, options)
        if self.file is None:
            write(self.command.stdout, content.decode())
            return
        try:
            self.file.write_bytes(content)
        except OSError as error:
            raise CommandError(f"--output: {error}") from error

    def line(self, text: str = "", style: str = "") -> None:
        """Write a line; nothing where a program reads."""
        if not self.is_json:
            self.write_line(self.command.stdout, text, style)

    def note(self, text: str) -> None:
        """Write a line about the result: after it, or to standard error where a program reads."""
        self.write_line(self.command.stderr if self.is_json else self.command.stdout, text)

    def remark(self, text: str) -> None:
        """Write a line to standard error."""
        self.write_line(self.command.stderr, text)

    def table(self, headings: Sequence[str | Heading], rows: Iterable[Sequence[Cell]]) -> None:
        """Write a table; nothing where a program reads."""
        if self.is_json:
            return
        heads = [Heading(each) if isinstance(each, str) else each for each in headings]
        stream = self.command.stdout
        for line in table_lines(heads, rows, width_of(stream), self.painted):
            write(stream, f"{line}\n")

    def text(self, text: str) -> None:
        """Write a text of several lines as it is; nothing where a program reads."""
        if not self.is_json:
            write(self.command.stdout, text)

    def track(self, items: Sequence[Item], description: str) -> Iterator[Item]:
        """Yield the items; say every few seconds how far the iteration over them has got."""
        said = monotonic()
        for number, item in enumerate(items):
            if monotonic() - said > PATIENCE:
                said = monotonic()
                self.remark(f"{description}: {number} of {len(items)}")
            yield item

    def painted(self, text: str, style: str) -> str:
        paint: Any = getattr(self.command.style, style, str)
        return str(paint(text))

    def write_line(self, stream: OutputWrapper, text: str, style: str = "") -> None:
        for line in text.split("\n"):
            # A terminal breaks a line itself, and keeps it one to copy.
            for part in [line] if stream.isatty() else broken(line, width_of(stream)):
                write(stream, f"{self.painted(part, style) if style and part else part}\n")


def write(stream: OutputWrapper, text: str) -> None:
    # Without the ending and the style that a command adds.
    stream.write(text, str, "")


def width_of(stream: OutputWrapper) -> int:
    return get_terminal_size().columns if stream.isatty() else PIPE_WIDTH
