"""The output of the subcommands: tables and lines for a person, JSON for a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import Any, NamedTuple, TypeAlias, TypeVar

import orjson
from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from fastserializers.commands.tables import Cell, Heading, table_lines
from fastserializers.conf import value_of

Item = TypeVar("Item")

Options: TypeAlias = "dict[str, Any]"
"""The arguments of a subcommand, as `argparse` gives them."""

Document: TypeAlias = "dict[str, Any]"
"""An object of JSON."""

# The width of a line in a pipe or a file.
PIPE_WIDTH = 200

# The seconds between two lines about the progress of long work.
PATIENCE = 3.0


class Printer(NamedTuple):
    """Writes the output of a subcommand, as text or as JSON."""

    command: BaseCommand
    is_json: bool = False
    """Whether the output is one JSON document, without tables and lines."""
    file: Path | None = None
    """The file for the document; None for standard output."""

    def document(self, document: object) -> None:
        """Write the one JSON document of a subcommand; nothing if the output is text."""
        if not self.is_json:
            return
        options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS | orjson.OPT_APPEND_NEWLINE
        content = orjson.dumps(document, repr, options)
        if self.file is None:
            self.command.stdout.write(content.decode(), str, "")
            return
        try:
            self.file.write_bytes(content)
        except OSError as error:
            raise CommandError(f"--output: {error}") from error

    def line(self, text: str = "", style: str = "") -> None:
        """Write a line; nothing if the output is JSON."""
        if not self.is_json:
            self.write_line(self.command.stdout, text, style)

    def note(self, text: str) -> None:
        """Write a line about the result: to standard error if the output is JSON."""
        self.write_line(self.command.stderr if self.is_json else self.command.stdout, text)

    def remark(self, text: str) -> None:
        """Write a line to standard error."""
        self.write_line(self.command.stderr, text)

    def table(self, headings: Sequence[str | Heading], rows: Iterable[Sequence[Cell]]) -> None:
        """Write a table; nothing if the output is JSON."""
        heads = [Heading(each) if isinstance(each, str) else each for each in headings]
        width = get_terminal_size().columns if self.command.stdout.isatty() else PIPE_WIDTH
        head, *lines = table_lines(heads, rows, width)
        self.line(head, "MIGRATE_HEADING")
        self.text("".join(f"{line}\n" for line in lines))

    def text(self, text: str) -> None:
        """Write a text of several lines unchanged; nothing if the output is JSON."""
        if not self.is_json:
            self.command.stdout.write(text, str, "")

    def track(self, items: Sequence[Item], description: str) -> Iterator[Item]:
        """Yield the items; write a line about the progress every few seconds."""
        said = monotonic()
        for number, item in enumerate(items):
            if monotonic() - said > PATIENCE:
                said = monotonic()
                self.remark(f"{description}: {number} of {len(items)}")
            yield item

    def write_line(self, stream: OutputWrapper, text: str, style: str = "") -> None:
        paint: Any = getattr(self.command.style, style, str)
        # `OutputWrapper` would add a style and a line ending, here and above.
        for line in text.split("\n"):
            stream.write(f"{paint(line) if line else line}\n", str, "")


def note_disabled(printer: Printer) -> None:
    """Write that nothing reads fast, if the setting says so."""
    if not value_of("ENABLED"):
        printer.note(
            "ENABLED is False in the setting FASTSERIALIZERS: REST framework reads with all "
            "serializers."
        )
