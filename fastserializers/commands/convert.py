"""`convert`: the edit that makes serializers fast, or the reads of views."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import CommandError
from rest_framework.serializers import ModelSerializer

from fastserializers.commands.naming import serializer_named
from fastserializers.commands.printer import Printer
from fastserializers.commands.sampling import uses_of_view
from fastserializers.project.certainty import read_only_serializers, views_that_write
from fastserializers.project.modules import import_project
from fastserializers.project.naming import path_to
from fastserializers.project.serializers import is_fast, serializer_classes
from fastserializers.project.views import Use, base_views, uses
from fastserializers.views import FastReadMixin

NAME = "convert"
HELP = "Change the bases of serializers that only read. Without --write, only print the diff."


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="A serializer, or with --views a view."
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="Every serializer that is certain to only read.",
    )
    parser.add_argument(
        "--views",
        action="store_true",
        help="Add FastReadMixin to the base views of the project, or to those of these names.",
    )
    parser.add_argument("--write", action="store_true", help="Edit the files.")


def run(options: dict[str, Any], printer: Printer) -> int:
    """Print the diff, and make the edit if asked to; return 1 if a named class can't be."""
    names = options["names"]
    if not options["views"] and bool(names) == options["all"]:
        raise CommandError("Name the serializers to convert, or give --all.")
    try:
        from fastserializers.project.conversion.files import diff_of, write
    except ModuleNotFoundError as error:
        raise without_libcst(error) from error
    failures = import_project()
    known = uses()
    convert = converted_views if options["views"] else converted_serializers
    conversions, refusals, remarks = convert(names, known)
    if options["write"]:
        for conversion in conversions:
            write(conversion)
    if printer.is_json:
        kind = "views" if options["views"] else "serializers"
        printer.document(
            {
                "files": [
                    {
                        "path": str(conversion.path),
                        kind: [path_to(cls) for cls in conversion.classes],
                        "diff": diff_of(conversion),
                    }
                    for conversion in conversions
                ],
                "left": [{kind[:-1]: path_to(cls), "reason": why} for cls, why in refusals],
                "written": options["write"],
            }
        )
    for conversion in conversions:
        printer.text(diff_of(conversion))
    for remark in (
        *(f"Edited {conversion.path}." for conversion in conversions if options["write"]),
        *(f"{path_to(cls)} is left as it is: {why}." for cls, why in refusals),
        *remarks,
        *(f"{module} fails to import: {error!r}" for module, error in failures),
        *(["There is nothing to convert."] if not (conversions or refusals or remarks) else []),
    ):
        # Beside the diff, so that it can be sent to a file or to `patch`.
        printer.remark(remark)
    return 1 if names and refusals else 0


def without_libcst(error: ModuleNotFoundError) -> Exception:
    if error.name != "libcst":
        return error
    return CommandError("convert needs libcst: pip install 'django-fastserializers[convert]'")


def converted_serializers(names: list[str], known: list[Use]) -> tuple[Any, Any, list[str]]:
    """Return the conversions and the refusals, and what is to be said beside."""
    from fastserializers.project.conversion import convert

    named = [serializer_named(name) for name in names]
    only_read = read_only_serializers(known)
    own = [] if names else serializer_classes()
    conversions, refusals = convert(
        named or [serializer for serializer in own if serializer in only_read],
        [serializer for serializer in own if is_unanswered(serializer)],
        only_read,
        views_that_write(known),
    )
    refused = [refusal.cls for refusal in refusals]
    return conversions, refusals, list(remarks_on(named, only_read, refused))


def remarks_on(
    named: Iterable[Any], only_read: Iterable[Any], refused: Iterable[Any]
) -> Iterator[str]:
    for cls in named:
        if is_fast(cls):
            yield f"{path_to(cls)} is fast already."
        elif cls not in only_read and cls not in refused:
            yield f"{path_to(cls)} may be written with: where it is, it will raise an error."


def converted_views(names: list[str], known: list[Use]) -> tuple[Any, Any, list[str]]:
    """Return the conversions and the refusals, and what is to be said beside."""
    from fastserializers.project.conversion import convert_views

    named = {use.view for name in names for use in uses_of_view(known, name)}
    conversions, refusals = convert_views(named if names else base_views(known))
    having = sorted(view.__name__ for view in named if issubclass(view, FastReadMixin))
    return conversions, refusals, [f"{name} has FastReadMixin already." for name in having]


def is_unanswered(serializer: Any) -> bool:
    """Return whether H300 would report a serializer."""
    return (
        issubclass(serializer, ModelSerializer)
        and not is_fast(serializer)
        and not hasattr(serializer.Meta, "read_only_fields")
    )
