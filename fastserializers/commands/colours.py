"""What a terminal shows. Importing this wants rich, the extra `[rich]`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import IO, Any, TypeVar, cast

from django.core.management.base import OutputWrapper
from rich import box
from rich.console import Console
from rich.progress import track
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from fastserializers.commands.tables import Cell, Heading, Styled, cell_lines

Item = TypeVar("Item")


class RichScreen:
    """A terminal, with tables as wide as it is, and colours where it has them."""

    is_terminal = True

    def __init__(self, stream: OutputWrapper, *, has_colours: bool) -> None:
        self.console = Console(
            file=cast("IO[str]", AsWritten(stream)),
            force_terminal=True,
            color_system="auto" if has_colours else None,
            highlight=False,
        )

    def write(self, text: str) -> None:
        self.console.file.write(text)

    def line(self, line: Styled) -> None:
        self.console.print(Text(*line), soft_wrap=True)

    def table(self, headings: Sequence[Heading], rows: Iterable[Sequence[Cell]]) -> None:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        for text, is_number in headings:
            table.add_column(
                Text(text),
                justify="right" if is_number else "left",
                overflow="fold",
                no_wrap=is_number,
            )
        for row in rows:
            table.add_row(*map(shown, row))
        self.block(table)

    def source(self, code: str, language: str) -> None:
        if self.console.color_system:
            self.block(Syntax(code, language, theme="ansi_dark", word_wrap=True))
        else:
            self.write(code)

    def track(self, items: Sequence[Item], description: str) -> Iterable[Item]:
        return track(items, description, console=self.console, transient=True)

    def block(self, block: Any) -> None:
        with self.console.capture() as captured:
            self.console.print(block)
        lines = captured.get().splitlines()
        self.write("".join(f"{line.rstrip()}\n" for line in lines))


def shown(cell: Cell) -> Text:
    """Return the lines of a cell as texts whose square brackets are no markup."""
    return Text("\n").join(Text(*line) for line in cell_lines(cell))


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
