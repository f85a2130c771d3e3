"""What the subcommands write: tables for a person, plain text in a pipe, JSON for a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from shutil import get_terminal_size
from typing import Protocol, TypeVar

import orjson
from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from fastserializers.commands.tables import Cell, Heading, Styled, broken, table_lines

Item = TypeVar("Item")

# As wide as a line gets where no terminal says so: wider than people read, and not endless.
PIPE_WIDTH = 200

WAY_TO_COLOURS = 'For colours: pip install "django-fastserializers[rich]"'


class Screen(Protocol):
    """One of the two streams of a command."""

    is_terminal: bool

    def write(self, text: str) -> None:
        """Write a text as it is."""

    def line(self, line: Styled) -> None:
        """Write a line."""

    def table(self, headings: Sequence[Heading], rows: Iterable[Sequence[Cell]]) -> None:
        """Write a table that fits."""

    def source(self, code: str, language: str) -> None:
        """Write source code."""

    def track(self, items: Sequence[Item], description: str) -> Iterable[Item]:
        """Return the items, and show how far the iteration over them has got."""


class PlainScreen:
    def __init__(self, stream: OutputWrapper) -> None:
        self.stream = stream
        self.is_terminal = stream.isatty()
        self.width = get_terminal_size().columns if self.is_terminal else PIPE_WIDTH

    def write(self, text: str) -> None:
        # Without the ending and the style that a command adds.
        self.stream.write(text, str, "")

    def line(self, line: Styled) -> None:
        for text in line.text.split("\n"):
            # A terminal breaks a line itself, and keeps it one to copy.
            parts = [text] if self.is_terminal else broken(text, self.width)
            self.write("".join(f"{part}\n" for part in parts))

    def table(self, headings: Sequence[Heading], rows: Iterable[Sequence[Cell]]) -> None:
        self.write("".join(f"{line}\n" for line in table_lines(headings, rows, self.width)))

    def source(self, code: str, language: str) -> None:
        self.write(code)

    def track(self, items: Sequence[Item], description: str) -> Iterable[Item]:
        return items


@dataclass(frozen=True)
class Printer:
    """Where a subcommand writes, and how: made by `printer_of()`, the same for all of them."""

    screen: Screen
    """Standard output. Write to it through the methods below."""
    notes: Screen
    """Standard error: for what belongs to neither a pipe nor a document."""
    is_json: bool
    """Whether a program reads: one `document()`, and no table or line."""
    file: Path | None = None
    """Where the document goes; None for standard output."""

    def document(self, document: object) -> None:
        """Write the one JSON document of a subcommand."""
        options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS | orjson.OPT_APPEND_NEWLINE
        content = orjson.dumps(document, repr, options)
        if self.file is None:
            self.screen.write(content.decode())
            return
        try:
            self.file.write_bytes(content)
        except OSError as error:
            raise CommandError(f"--output: {error}") from error

    def line(self, text: str = "", style: str = "") -> None:
        """Write a line; nothing where a program reads."""
        if not self.is_json:
            self.screen.line(Styled(text, style))

    def note(self, text: str) -> None:
        """Write what is said about the result: after it, or beside it where a program reads."""
        (self.notes if self.is_json else self.screen).line(Styled(text, "dim"))

    def remark(self, text: str) -> None:
        """Write what is said beside the result, wherever that goes."""
        self.notes.line(Styled(text))

    def table(
        self,
        headings: Sequence[str | Heading],
        rows: Iterable[Sequence[Cell]],
        title: str = "",
    ) -> None:
        """Write a table; nothing where a program reads."""
        if self.is_json:
            return
        if title:
            self.line(title, "bold")
        self.screen.table(
            [Heading(each) if isinstance(each, str) else each for each in headings], rows
        )

    def source(self, code: str, language: str = "python") -> None:
        """Write source code, in colours where the terminal has them; not where a program reads."""
        if not self.is_json:
            self.screen.source(code, language)

    def track(self, items: Sequence[Item], description: str) -> Iterable[Item]:
        """Return the items, and show in a terminal how far the iteration over them has got."""
        return self.notes.track(items, description)


def printer_of(
    command: BaseCommand, *, json: bool, output: str | None, no_color: bool, force_color: bool
) -> Printer:
    """Return the printer of a Django command, whose streams and colour options it honours."""

    def screen(stream: OutputWrapper) -> Screen:
        if not (stream.isatty() or force_color) or not has_rich():
            return PlainScreen(stream)
        from fastserializers.commands.colours import RichScreen

        return RichScreen(stream, has_colours=not no_color)

    printer = Printer(
        screen(command.stdout),
        screen(command.stderr),
        json or output is not None,
        None if output is None else Path(output),
    )
    if (command.stdout.isatty() or force_color) and not has_rich():
        printer.remark(WAY_TO_COLOURS)
    return printer


def has_rich() -> bool:
    try:
        return find_spec("rich") is not None
    except ValueError:
        return False
