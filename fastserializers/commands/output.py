"""What the subcommands write: tables for a person, plain text in a pipe, JSON for a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any, NamedTuple, cast

import orjson
from django.core.management.base import BaseCommand, OutputWrapper
from rich import box
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

# Wider than any table: in a pipe nothing is wrapped and nothing is cut.
PIPE_WIDTH = 10_000


class Column(NamedTuple):
    """A column of a table; its cells are texts, numbers are aligned at the right."""

    heading: str
    is_number: bool = False


@dataclass(frozen=True)
class Output:
    """Where a subcommand writes, and how: made by `output_of()`, the same for all of them."""

    console: Console
    """Standard output. Write to it through the methods below."""
    notes: Console
    """Standard error: for a progress bar, which belongs to neither a pipe nor a document."""
    is_json: bool
    """Whether a program reads: one `document()`, and no table or line."""

    def document(self, document: object) -> None:
        """Write the one JSON document of a subcommand."""
        options = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
        self.console.file.write(orjson.dumps(document, repr, options).decode() + "\n")

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Write a line; nothing where a program reads."""
        if not self.is_json:
            self.console.print(styled(text, style), soft_wrap=True)

    def note(self, text: str) -> None:
        """Write what is said about the result: after it, or beside it where a program reads."""
        (self.notes if self.is_json else self.console).print(styled(text, "dim"), soft_wrap=True)

    def table(
        self,
        columns: Sequence[str | Column],
        rows: Iterable[Sequence[str | Text]],
        title: str = "",
    ) -> None:
        """Write a table; nothing where a program reads."""
        if self.is_json:
            return
        if title:
            self.line(title, "bold")
        table = Table(
            box=box.SIMPLE_HEAD if self.console.is_terminal else None,
            pad_edge=False,
            header_style="bold",
        )
        for column in columns:
            heading, is_number = Column(column) if isinstance(column, str) else column
            table.add_column(
                Text(heading),
                justify="right" if is_number else "left",
                overflow="fold",
                no_wrap=is_number,
            )
        for row in rows:
            table.add_row(*map(styled, row))
        self.block(table)

    def source(self, code: str, language: str = "python") -> None:
        """Write source code, in colours where the terminal has them; not where a program reads."""
        if self.is_json:
            return
        if self.console.is_terminal and self.console.color_system:
            self.block(Syntax(code, language, theme="ansi_dark", word_wrap=True))
        else:
            self.console.file.write(code)

    def block(self, block: Any) -> None:
        with self.console.capture() as captured:
            self.console.print(block)
        lines = captured.get().splitlines()
        self.console.file.write("".join(f"{line.rstrip()}\n" for line in lines))


def styled(text: str | Text, style: str = "") -> Text:
    """Return a text whose square brackets are no markup."""
    return text if isinstance(text, Text) else Text(text, style)


def output_of(command: BaseCommand, *, json: bool, no_color: bool, force_color: bool) -> Output:
    """Return the output of a Django command, whose streams and colour options it honours."""

    def console(stream: OutputWrapper) -> Console:
        is_terminal = stream.isatty() or force_color
        return Console(
            file=cast("IO[str]", AsWritten(stream)),
            force_terminal=is_terminal,
            width=None if is_terminal else PIPE_WIDTH,
            color_system=None if no_color or not is_terminal else "auto",
            highlight=False,
        )

    return Output(console(command.stdout), console(command.stderr), json)


class AsWritten:
    """A stream of a Django command, without the endings and styles that the command adds."""

    def __init__(self, stream: OutputWrapper) -> None:
        self.stream = stream

    def write(self, text: str) -> None:
        self.stream.write(text, str, "")

    def flush(self) -> None:
        self.stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
