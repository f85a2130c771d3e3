"""Write RESULTS.md and its charts, from the tables of all runs.

`python -m benchmarks.report trials` writes the section of the trials anew and leaves the others;
so do `published` and `peers`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from benchmarks.charts import CHARTS, draw
from benchmarks.tables import PROJECTS, PUBLISHED, RIVALS, SECTIONS, Table, saved_tables

REPORT = Path(__file__).with_name("RESULTS.md")

INTRODUCTION = """\
# Results

`make bench-all` measures all of this and writes this file. Ratios are of figures of one run.
Nothing was timed before its output was compared: with REST framework's own, and in the published
measurements with one another's. Where one that differs is shown nevertheless, the table says how.
Not compared is the plain function where it is there to show how a list grows.
"""

SECTIONS_OF_RUNS = {"trials": PROJECTS, "published": PUBLISHED, "peers": RIVALS}


def main() -> None:
    tables = saved_tables()
    REPORT.write_text("\n".join([INTRODUCTION, *sections(tables)]))
    for chart in CHARTS.glob("*.svg"):
        chart.unlink()
    draw_charts(tables)


def replace(section: str) -> None:
    """Put a section where it belongs between those that are there."""
    tables = [table for table in saved_tables() if table.section == section]
    first, *parts = re.split("(?m)^(?=## )", REPORT.read_text())
    found = {part.splitlines()[0][3:]: part for part in parts}
    found[section] = "\n".join(sections(tables)) + "\n"
    draw_charts(tables)
    in_order = sorted(found, key=SECTIONS.index)
    REPORT.write_text(first + "".join(found[section] for section in in_order))


def draw_charts(tables: list[Table]) -> None:
    for table in tables:
        if table.chart:
            draw(table.chart)


def sections(tables: list[Table]) -> Iterator[str]:
    for section, in_it in groupby(tables, key=lambda table: table.section):
        yield f"## {section}\n"
        for table in in_it:
            yield from table_lines(table)


def table_lines(table: Table) -> Iterator[str]:
    yield f"### {table.title}\n"
    if table.rows:
        headings = list(table.rows[0])
        yield row(headings)
        yield row(["---", *("--:" for _ in headings[1:])])
        yield from (row([*(cells | short_output(cells)).values()]) for cells in table.rows)
        yield ""
        yield from output_notes(table)
    baseline = f" Ratios are to: {table.baseline}." if table.baseline else ""
    yield f"Unit: {table.unit}. Measured: {table.how}.{baseline}\\"
    versions = ", ".join(f"{library} {version}" for library, version in table.versions.items())
    yield f"<sub>{table.machine}; {versions}</sub>\n"
    if table.text:
        yield f"{table.text}\n"
    if table.chart:
        yield f"![{table.title}](charts/{table.chart.file}.svg)\n"


def short_output(cells: dict[str, str]) -> dict[str, str]:
    """Return the first word of how an output differs, which is too long for a cell."""
    return {"output": cells["output"].partition(":")[0]} if "output" in cells else {}


def output_notes(table: Table) -> Iterator[str]:
    """Return a list, under the table, of how each output differs or why there is none."""
    name_heading = next(iter(table.rows[0]))
    notes = [
        f"- {cells[name_heading]} {cells['output']}" for cells in table.rows if cells.get("output")
    ]
    if notes:
        yield "\n".join(notes) + "\n"


def row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    replace(SECTIONS_OF_RUNS[sys.argv[1]]) if sys.argv[1:] else main()
