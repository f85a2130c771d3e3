"""`warm`: compiles serializers before the first request, and shows how long that takes."""

from __future__ import annotations

from argparse import ArgumentParser
from time import process_time

from fastserializers.commands.printer import Options, Printer, note_disabled
from fastserializers.project.modules import import_project
from fastserializers.project.reading import LATER
from fastserializers.project.warming import Warmed, warm

NAME = "warm"
HELP = "Compile all serializers that read fast, as workers do before their first request."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "serializers",
        nargs="*",
        metavar="PATH",
        help="dotted paths of serializer classes; without any, all that read fast",
    )


def run(options: Options, printer: Printer) -> int:
    for module, error in import_project():
        printer.note(f"{module} fails to import: {error!r}")
    started = process_time()
    warmed = warm(options["serializers"] or None)
    milliseconds = round((process_time() - started) * 1000)
    documents = [each._asdict() for each in warmed]
    printer.document({"milliseconds": milliseconds, "serializers": documents})
    if not warmed:
        printer.note("No serializer reads fast yet, so there is nothing to compile.")
        return 0
    rows = [(each.serializer, each.fast_by, outcome(each)) for each in warmed]
    printer.table(("serializer", "fast by", "plan"), rows)
    ready = sum(each.is_compiled for each in warmed)
    printer.note(
        f"{ready} of {len(warmed)} are ready after {milliseconds} ms, in this process: call "
        f"fastserializers.project.warming.warm() in each worker."
    )
    note_disabled(printer)
    return int(any(each.error for each in warmed))


def outcome(warmed: Warmed) -> str:
    drf = "" if warmed.remark in ("", LATER) else "read by REST framework: "
    return warmed.error or f"{drf}{warmed.remark}" or "compiled"
