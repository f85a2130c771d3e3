"""The tutorial, followed to the letter in an empty folder: its commands print what it shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documentation.test_samples import is_part, words_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
BLOCK = re.compile(
    r"^```(?:\{code-block\} python\n:caption: (.*?)\n\n|console\n)(.*?)^```$", re.M | re.S
)
AT_THE_END = ", at the end"
# Each makes the environment in which the tests run already.
ELSEWHERE = ("python -m venv", "pip install")


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
    environment = {
        key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"
    }
    # Two edits of one second, of the same length, would have one cache file.
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "100"}
    printed = subprocess.run(  # noqa: S603
        [sys.executable, *program, *words[1:]],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return printed.stdout.splitlines()


@pytest.mark.long
def test_the_tutorial(tmp_path):
    for caption, text in BLOCK.findall(PAGE):
        if caption:
            write(tmp_path, caption, text)
            continue
        for step in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, *shown = step.splitlines()
            if not command.startswith(ELSEWHERE):
                printed = run(tmp_path, command)
                lines = [words_of(line) for line in printed]
                for line in shown:
                    assert any(is_part(words_of(line), each) for each in lines), (line, printed)


@pytest.mark.parametrize("address", ["/parcels/", "/parcels/7/"])
def test_the_bodies_of_the_tutorial_are_the_same_before_and_after(address):
    digests = re.findall(rf"^{address} .* body (\w+)$", PAGE, re.M)
    assert len(digests) == 4
    assert len(set(digests)) == 1
