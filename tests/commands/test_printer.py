"""What the commands write without rich, and in how many columns."""

from __future__ import annotations

import sys
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from fastserializers.commands.tables import Heading, Styled, table_lines


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def written(*arguments: str) -> tuple[str, str]:
    output, notes = Terminal(), Terminal()
    call_command("fastserializers", *arguments, stdout=output, stderr=notes)
    return output.getvalue(), notes.getvalue()


NAME = "bookshop.serializers.plain.user"


def test_without_rich_a_terminal_gets_plain_text_and_the_way_to_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    coloured, _ = written("show", NAME)
    monkeypatch.setitem(sys.modules, "rich", None)

    output, notes = written("show", NAME)

    assert "\x1b[" in coloured
    assert "\x1b[" not in output
    assert "date_joined" in output
    assert notes == 'For colours: pip install "django-fastserializers[rich]"\n'


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_table_is_as_wide_as_asked_for_and_cuts_nothing(width: int) -> None:
    headings = [Heading("name"), Heading("µs\na row", is_number=True), Heading("why")]
    rows: Any = [
        ("shop.serializers.BookSerializer" * 3, "12.5", Styled("its [own] words", "red")),
        (("two", Styled("lines", "dim")), "1", "because " * 20),
    ]

    lines = list(table_lines(headings, rows, width))

    assert max(map(len, lines)) <= width
    assert not any(line.endswith(" ") for line in lines)
    shown = "".join("".join(lines).split())
    assert "12.5" in shown
    assert shown.count("because") == 20
    assert len([line for line in lines if line.startswith(("two", "lines"))]) == 2


@pytest.mark.parametrize("has_rich", [False, True])
@pytest.mark.parametrize("command", [("list",), ("show", NAME)])
def test_tables_fit_a_terminal_of_80_columns(
    command: tuple[str, ...], has_rich: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    if not has_rich:
        monkeypatch.setitem(sys.modules, "rich", None)

    output, _ = written(*command, "--no-color")

    # A terminal breaks what is no table, so that it can be copied whole.
    rows = [line for line in output.splitlines() if "  " in line.strip()]
    assert max(map(len, rows)) <= 80


def test_the_cases_of_a_field_stand_one_below_the_other() -> None:
    output = StringIO()
    call_command("fastserializers", "show", NAME, stdout=output)
    head, *lines = output.getvalue().split("\n\n")[1].splitlines()

    column = head.index("becomes")
    assert [line for line in lines if not line[:column].strip()]
    assert all(line[column - 2 : column] == "  " for line in lines)
