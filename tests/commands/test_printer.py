"""What the commands write to a terminal and to a pipe, and in how many columns."""

import re
from io import StringIO

import pytest
from django.core.management import call_command

from fastserializers.commands import printer
from fastserializers.commands.tables import Heading, table_lines
from tests.commands.calls import command, run

NAME = "bookshop.serializers.UserSerializer"
COLOURS = re.compile(r"\x1b\[[\d;]*m")


class Terminal(StringIO):
    def isatty(self):
        return True


def written(*arguments):
    output = Terminal()
    call_command("fastserializers", *arguments, stdout=output, stderr=Terminal())
    return output.getvalue()


@pytest.mark.parametrize(
    ("width", "words"), [(80, ("list",)), (140, ("show", NAME))], ids=["list", "show"]
)
def test_tables_fit_a_terminal_and_are_the_same_with_colours(monkeypatch, width, words):
    monkeypatch.setenv("COLUMNS", str(width))

    plain = written(*words, "--no-color")
    coloured = written(*words, "--force-color")

    # A terminal breaks what is no table, so that it can be copied whole.
    rows = [line for line in plain.splitlines() if "  " in line.strip()]
    assert max(map(len, rows)) <= width
    assert not any(line.endswith(" ") for line in rows)
    assert "…" not in plain
    assert "\x1b[" not in plain
    assert "\x1b[" in coloured
    assert COLOURS.sub("", coloured) == plain


def test_a_path_is_broken_between_its_parts():
    [_, *lines] = table_lines([Heading("name")], [("shop.serializers.BookSerializer",)], 20)

    assert lines == ["shop.serializers.", "BookSerializer"]


def test_the_cases_of_a_field_stand_one_below_the_other():
    head, *lines = command("show", NAME).split("\n\n")[1].splitlines()

    column = head.index("becomes")
    assert [line for line in lines if not line[:column].strip()]
    assert all(line[column - 2 : column] == "  " for line in lines)


@pytest.mark.django_db
def test_what_takes_long_says_how_far_it_has_got(monkeypatch):
    monkeypatch.setattr(printer, "PATIENCE", 0.0)

    assert run("compare", NAME, allow_empty=True)[1] == "Comparing: 0 of 1\n"
