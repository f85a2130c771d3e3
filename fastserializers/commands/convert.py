"""`convert`: the edit that makes serializers fast, or the reads of views."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import CommandError

from fastserializers.commands.lookup import serializer_named, views_named
from fastserializers.commands.printer import Document, Options, Printer
from fastserializers.project.conversion import (
    SERIALIZERS,
    VIEWS,
    convert,
    diff_of,
)
from fastserializers.project.naming import path_to
from fastserializers.project.overview import project_now
from fastserializers.project.views import base_view, slow_views

NAME = "convert"
HELP = "Make serializers, or the reads of views, fast. Without --write, only print the diff."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="A serializer, or with --views a view."
    )
    parser.add_argument(
        "--views",
        action="store_true",
        help="Add FastReadMixin to the views that H301 names, or to the views of these names.",
    )
    parser.add_argument("--write", action="store_true", help="Edit the files.")


def run(options: Options, printer: Printer) -> int:
    """Print the diff, and make the edit if asked to; return 1 if a named class can't be."""
    names = options["names"]
    if not options["views"] and not names:
        raise CommandError("Name the serializers to convert, or give --views.")
    project = project_now()
    if options["views"]:
        named: list[type] = [routed.view for name in names for routed in views_named(name)]
        of_project = map(base_view, slow_views(project.own_uses))
        kind, classes = VIEWS, list(dict.fromkeys(named or of_project))
    else:
        kind, classes = SERIALIZERS, [*map(serializer_named, names)]
    files, refused = convert(classes, kind)
    if options["write"]:
        for file in files:
            file.path.write_bytes(file.after.encode(file.encoding))
    left = [{"class": path_to(cls), "reason": str(why)} for cls, why in refused]
    documents: list[Document] = [
        {
            "path": str(file.path),
            "classes": [path_to(cls) for cls in file.classes],
            "diff": diff_of(file),
        }
        for file in files
    ]
    printer.document({"files": documents, "left": left, "written": options["write"]})
    for file, document in zip(files, documents, strict=True):
        printer.text(document["diff"])
        if options["write"]:
            printer.remark(f"Edited {file.path}.")
    # To standard error, so that the diff can be sent to a file or to `patch`.
    for cls, why in refused:
        printer.remark(f"{path_to(cls)} is left as it is: {why}.")
    for cls in classes if names else ():
        if issubclass(cls, kind.mixin):
            printer.remark(f"{path_to(cls)} is fast already.")
    for module, error in project.failures:
        printer.remark(f"{module} fails to import: {error!r}")
    if not files and not refused:
        printer.remark("There is nothing to convert.")
    return 1 if names and refused else 0
