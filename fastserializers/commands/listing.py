"""`list`: every serializer of the project, slow serializers first."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import suppress

from fastserializers.commands.printer import Document, Options, Printer, note_disabled
from fastserializers.commands.show import count_compiled, described_plan, why_no_fields
from fastserializers.commands.tables import Cell, Heading
from fastserializers.conf import value_of
from fastserializers.project.list_reading import RowsReading, reading_of_use
from fastserializers.project.naming import location_of, model_label, path_to
from fastserializers.project.overview import Project, project_now, reached_from
from fastserializers.project.reading import LATER, planned, why_unused
from fastserializers.project.serializers import SerializerClass, model_of
from fastserializers.project.views import Use, best_uses

NAME = "list"
HELP = "List the serializers of the project, slow serializers first."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--third-party", action="store_true", help="List serializers of installed packages, too."
    )


def run(options: Options, printer: Printer) -> int:
    project = project_now(third_party=options["third_party"])
    for module, error in project.failures:
        printer.note(f"{module} fails to import: {error!r}")
    listed = sorted(listed_of(project), key=slow_first)
    printer.document({"serializers": listed})
    printer.table(HEADINGS, map(row_of_serializer, listed))
    fast = sum(bool(item["fast_by"]) for item in listed)
    how = "read" if value_of("ENABLED") else "would read"
    printer.note(f"\n{fast} of {len(listed)} {how} fast.")
    note_disabled(printer)
    printer.note("More of one: manage.py fastserializers show NAME, or profile NAME")
    return 0


def listed_of(project: Project) -> Iterator[Document]:
    """Yield an entry of the list for each serializer."""
    ways = project.ways
    used: set[SerializerClass] = set()
    for use in project.uses:
        with suppress(Exception):
            used.update(reached_from(use.serializer))
    slow = [use for use in project.uses if not use.reads_fast]
    use_of = best_uses(project.uses)
    for serializer in project.serializers:
        way, compiled, total, rows = ways.get(serializer, ""), None, None, RowsReading()
        try:
            plan, remark = planned(serializer)
            if plan is not None:
                compiled, total = count_compiled(described_plan(plan.plan, model_of(serializer)))
                unused = why_unused(serializer)
                compiled, remark = (0, unused) if unused else (compiled, remark)
                rows = reading_of_use(serializer, use_of.get(serializer))
            elif remark != LATER:
                way = ""
        except Exception as error:
            way, remark = "", why_no_fields(error)
        yield {
            "serializer": path_to(serializer),
            "location": location_of(serializer),
            "model": model_label(serializer) or None,
            "views": view_names(serializer, project.uses),
            "slow_views": view_names(serializer, slow) if way == "in part" else [],
            "is_used_by_views": serializer in used,
            "fast_by": way or None,
            "compiled": compiled,
            "fields": total,
            "remark": remark or None,
            "rows": rows.document(),
        }


def view_names(serializer: SerializerClass, all_uses: list[Use]) -> list[str]:
    """Return the names of the views whose `serializer_class` it is."""
    names = (use.view.__name__ for use in all_uses if use.serializer is serializer)
    return list(dict.fromkeys(names))


def slow_first(item: Document) -> tuple[int, bool, str]:
    place = (None, "in part", item["fast_by"]).index(item["fast_by"])
    return place, not item["views"], item["serializer"]


# The narrow columns come first: the last column gets the rest of the screen.
HEADINGS = ("fast by", Heading("compiles", is_number=True), "lists from", "serializer")


def row_of_serializer(item: Document) -> tuple[Cell, ...]:
    has_lists = item["fast_by"] and item["fields"] is not None
    # Only code makes a serializer that no view uses: it reads fast if the caller reads fast.
    way = item["fast_by"] or ("no" if item["is_used_by_views"] else "caller")
    source = "rows" if item["rows"]["is_read_as_rows"] else "instances"
    return (
        way,
        "" if item["fields"] is None else f"{item['compiled']}/{item['fields']}",
        source if has_lists else "",
        (item["serializer"], *lines_below(item)),
    )


def lines_below(item: Document) -> Iterator[str]:
    """Return the lines below the name of a serializer."""
    yield ", ".join(filter(None, [item["location"], item["model"]]))
    why = item["rows"]["read_from_instances_because"] if item["fast_by"] else None
    for label, names in (
        ("used by", item["views"]),
        ("read by REST framework in", item["slow_views"]),
        ("fields", filter(None, [item["remark"]])),
        ("lists from instances", filter(None, [why])),
    ):
        line = ", ".join(names)
        if line:
            yield f"{label}: {line}"
