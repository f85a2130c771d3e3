"""Docstrings that are pages: the map of each folder, and the table of the one decision."""

import ast
import inspect
from pathlib import Path

import fastserializers
from fastserializers.plans import strategy
from fastserializers.plans.strategy import decide
from tests.documentation.test_pages import ROOT, TEXTS


def table_of(text):
    return [line for line in text.splitlines() if line.startswith("|")]


TABLE = table_of(inspect.getdoc(decide))


def test_the_page_has_the_table_of_the_function():
    page = TEXTS[ROOT / "docs" / "how-it-works.md"]
    section = page.partition("## Which code reads")[2].partition("\n## ")[0]
    assert table_of(section) == TABLE


READINGS = (strategy.UNMARKED, strategy.OFF, strategy.BOTH)
READINGS += (strategy.UNPLANNED, strategy.OTHER_FIELDS)
OF_ROWS = (strategy.NO_ROWS,)


def test_each_reason_is_a_line_of_the_table():
    situations = {line.replace("`", "").split(" | ")[1] for line in TABLE}
    assert {*(reading.why for reading in READINGS), *OF_ROWS} <= situations


PACKAGE = Path(fastserializers.__file__).parent
# Django finds these by their names.
UNMAPPED = {"management"}


def test_every_module_is_in_the_map_of_its_folder():
    missing = []
    for init in PACKAGE.rglob("*/__init__.py"):
        folder = init.parent
        if UNMAPPED.intersection(folder.relative_to(PACKAGE).parts):
            continue
        names = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        names |= {path.parent.name for path in folder.glob("*/__init__.py")}
        described = ast.get_docstring(ast.parse(init.read_text())) or ""
        words = described.replace("/", " ").replace(".py", " ").replace("`", " ").split()
        found = {word.strip(":,.") for word in words}
        missing += [f"{folder.relative_to(PACKAGE)}/{name}" for name in sorted(names - found)]
    assert missing == []
