"""One table of all that the rivals were measured at, from the tables of the runs."""

from __future__ import annotations

from benchmarks.outcome import TIMES_FASTER
from benchmarks.tables import RIVALS, Table, save, saved_tables

TEXT = """\
`*`: its output is not REST framework's; the tables below say where it first differs. CPU time
of one process, in which all take turns: what a PostgreSQL server takes is not in it.

Each is set up as its own documentation says is fastest, with its own renderer where it has one
and REST framework's where it has none; serpy, marshmallow, django-ninja and the plain function
with orjson. django-fastdrf has its msgspec backend, cached fields, delegated fields,
`DispatchOptimizationMixin` and `DataResponse`. The `.data` of drf-fastserializers is a promise,
which is redeemed here. drf-rust and fastberry read what they are given from the database again,
or read nothing else. A page is what a WSGI worker does for a request, sockets left out; where a
rival has no views of its own, its view is a function that fills Django's paginator's page."""


def main() -> None:
    save("overview_of_peers", [overview([table for table in saved_tables() if measured(table)])])


def measured(table: Table) -> bool:
    return table.section == RIVALS and TIMES_FASTER in table.rows[0]


def overview(tables: list[Table]) -> Table:
    names = [cells[""] for cells in tables[0].rows]
    speeds = {table.title: {cells[""]: speed(cells) for cells in table.rows} for table in tables}
    return Table(
        section=RIVALS,
        title="Overview",
        unit="times faster than REST framework",
        rows=[
            {"": name, **{title: by_name[name] for title, by_name in speeds.items()}}
            for name in names
        ],
        machine=tables[0].machine,
        versions=tables[0].versions,
        how="as the tables below say",
        text=TEXT,
    )


def speed(cells: dict[str, str]) -> str:
    output = cells.get("output", "")
    if output.startswith("can't"):
        return "can't"
    return f"{cells[TIMES_FASTER]} *" if output else cells[TIMES_FASTER]


if __name__ == "__main__":
    main()
