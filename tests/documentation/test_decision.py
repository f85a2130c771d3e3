"""The table of the one decision: its docstring, the page that shows it, and its reasons."""

from __future__ import annotations

import inspect

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
OF_ROWS = (strategy.NO_ROWS, strategy.ALL_LOADED, strategy.FEW_ROWS)


def test_each_reason_is_a_line_of_the_table():
    situations = {line.replace("`", "").split(" | ")[1] for line in TABLE}
    assert {*(reading.why for reading in READINGS), *OF_ROWS} <= situations
