"""`convert`: the edit that makes serializers fast."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from rest_framework.serializers import ModelSerializer

from fastserializers.commands.naming import serializer_named
from fastserializers.commands.printer import Printer
from fastserializers.project.certainty import read_only_serializers
from fastserializers.project.modules import import_project
from fastserializers.project.naming import path_to
from fastserializers.project.serializers import is_fast, serializer_classes
from fastserializers.project.views import uses

NAME = "convert"
HELP = "Change the bases of serializers that only read. Without --write, only print the diff."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME", help="A serializer: name or path.")
    parser.add_argument(
        "--all",
        action="store_true",
        help="Every serializer that is certain to only read.",
    )
    parser.add_argument("--write", action="store_true", help="Edit the files.")


def run(options: dict[str, Any], printer: Printer) -> int:
    """Print the diff, and make the edit if asked to; return 1 if a named serializer can't be."""
    if bool(options["names"]) == options["all"]:
        raise CommandError("Name the serializers to convert, or give --all.")
    try:
        from fastserializers.project.conversion import convert
        from fastserializers.project.conversion.files import diff_of, write
    except ModuleNotFoundError as error:
        if error.name != "libcst":
            raise
        raise CommandError(
            "convert needs libcst: pip install 'django-fastserializers[convert]'"
        ) from error
    failures = import_project()
    named = [serializer_named(name) for name in options["names"]]
    only_read = read_only_serializers(uses())
    own = serializer_classes() if options["all"] else []
    conversions, refusals = convert(
        named or [serializer for serializer in own if serializer in only_read],
        [serializer for serializer in own if is_unanswered(serializer)],
        only_read,
    )
    if options["write"]:
        for conversion in conversions:
            write(conversion)
    if printer.is_json:
        printer.document(
            {
                "files": [
                    {
                        "path": str(conversion.path),
                        "serializers": [path_to(cls) for cls in conversion.serializers],
                        "diff": diff_of(conversion),
                    }
                    for conversion in conversions
                ],
                "left": [{"serializer": path_to(cls), "reason": why} for cls, why in refusals],
                "written": options["write"],
            }
        )
    for conversion in conversions:
        printer.source(diff_of(conversion), "diff")
    for remark in (
        *(f"Edited {conversion.path}." for conversion in conversions if options["write"]),
        *(f"{path_to(cls)} is left as it is: {why}." for cls, why in refusals),
        *(f"{path_to(cls)} is fast already." for cls in named if is_fast(cls)),
        *(
            f"{path_to(cls)} may be written with: where it is, it will raise an error."
            for cls in named
            if not is_fast(cls) and cls not in only_read
        ),
        *(f"{module} fails to import: {error!r}" for module, error in failures),
        *(["There is nothing to convert."] if not (conversions or refusals or named) else []),
    ):
        # Beside the diff, so that it can be sent to a file or to `patch`.
        printer.remark(remark)
    return 1 if named and refusals else 0


def is_unanswered(serializer: Any) -> bool:
    """Return whether H300 would report a serializer."""
    return (
        issubclass(serializer, ModelSerializer)
        and not is_fast(serializer)
        and not hasattr(serializer.Meta, "read_only_fields")
    )
