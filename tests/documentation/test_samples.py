"""What the pages show of a command is what it prints: on the bookshop, and in the tutorial."""

import re
import shlex
from functools import cache

import pytest

from tests.documentation.test_pages import TEXTS, TUTORIAL
from tests.processes import python

# Another project, and an edit, for which the bookshop has no class.
ELSEWHERE = ("## On another project", "convert --views")

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


def missing(shown, printed):
    """Return the lines that a page shows and a command does not print."""
    lines = [words_of(line) for line in printed]
    return [line for line in shown if not any(is_part(words_of(line), each) for each in lines)]


@pytest.mark.long
@pytest.mark.parametrize(("command", "sample"), [*samples()])
def test_a_sample_is_what_the_command_prints(printed, command, sample):
    assert max(map(len, printed(command).splitlines())) <= 200
    assert missing(sample.splitlines(), printed(command).splitlines()) == []


def test_there_are_samples():
    assert len([*samples()]) >= 7


# The tutorial, followed to the letter in an empty folder.

PAGE = TEXTS[TUTORIAL]
BLOCK = re.compile(
    r"^```(?:\{code-block\} python\n:caption: (.*?)\n\n|console\n)(.*?)^```$", re.M | re.S
)
AT_THE_END = ", at the end"
# Each makes the environment in which the tests run already.
DONE_ALREADY = ("python -m venv", "pip install")


def write(folder, caption, text):
    """Write a file of the tutorial, or add to one."""
    file = folder / caption.removesuffix(AT_THE_END)
    if caption.endswith(AT_THE_END):
        text = f"{file.read_text('utf-8')}\n{text}"
    file.write_text(text, "utf-8")


def run(folder, command):
    """Return the lines that a command of the tutorial prints."""
    words = shlex.split(command)
    program = ["-m", "django"] if words[0] == "django-admin" else []
    # Two edits of one second, of the same length, would have one cache file.
    environment = {"PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "100"}
    finished = python(*program, *words[1:], folder=folder, **environment)
    return [*finished.stdout.splitlines(), *finished.stderr.splitlines()]


def followed(folder):
    """Do what the tutorial says; return the lines that it shows and that are not printed."""
    for caption, text in BLOCK.findall(PAGE):
        if caption:
            write(folder, caption, text)
            continue
        for step in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, *shown = step.splitlines()
            if not command.startswith(DONE_ALREADY):
                printed = run(folder, command)
                yield from ((command, line, printed) for line in missing(shown, printed))


@pytest.mark.long
def test_the_tutorial(tmp_path):
    assert [*followed(tmp_path)] == []


@pytest.mark.parametrize("address", ["/parcels/", "/parcels/7/"])
def test_the_bodies_of_the_tutorial_are_the_same_before_and_after(address):
    digests = re.findall(rf"^{address} .* body (\w+)$", PAGE, re.M)
    assert len(digests) == 4
    assert len(set(digests)) == 1
