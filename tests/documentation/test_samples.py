"""What the documentation shows of a command on the bookshop is what the command prints there."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.documentation.test_pages import TEXTS

# Another project, and an edit, for which the bookshop has no class.
ELSEWHERE = ("## On a project that is not ours", "convert --all")

# What was measured.
FIGURE = re.compile(r"<?\d+(\.\d+)?%?$")


def samples():
    for page, whole in TEXTS.items():
        text = whole.partition(ELSEWHERE[0])[0]
        for block in re.findall(r"^```text\n\$ python manage\.py (.*?)^```$", text, re.M | re.S):
            command, _, lines = block.partition("\n")
            if not command.endswith(ELSEWHERE[1]):
                yield pytest.param(command, lines, id=f"{page.stem}: {command}")


@pytest.fixture(scope="package")
def printed(manage):
    """Return a function that gives what a command prints of a shop."""
    return cache(lambda command: manage(*command.split()))


def words_of(line):
    return ["#" if FIGURE.match(word) else word for word in line.split()]


def is_part(words, line):
    """Return whether all words are in a line, in their order: columns may be left out."""
    rest = iter(line)
    return all(word in rest for word in words)


@pytest.mark.long
@pytest.mark.parametrize(("command", "sample"), [*samples()])
def test_a_sample_is_what_the_command_prints(printed, command, sample):
    assert max(map(len, printed(command).splitlines())) <= 200
    lines = [words_of(line) for line in printed(command).splitlines()]
    for line in sample.splitlines():
        assert any(is_part(words_of(line), each) for each in lines), line


def test_there_are_samples():
    assert len([*samples()]) >= 7
