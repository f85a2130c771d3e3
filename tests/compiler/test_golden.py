"""What the compiler generates is what lies in `golden/`, reviewed."""

from __future__ import annotations

import pytest

from tests.compiler.golden import FOLDER, sources

SOURCES = dict(sources())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_generated_source_is_the_reviewed_one(path):
    assert SOURCES[path] == path.read_text(), "`python -m tests.compiler.golden` shows the change"


def test_each_file_belongs_to_an_example():
    assert {*FOLDER.glob("*.py")} == {*SOURCES}
