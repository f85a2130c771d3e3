from __future__ import annotations

import os
import sys
from argparse import SUPPRESS
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from fastserializers.commands import (
    baseline,
    check,
    compare,
    convert,
    listing,
    profile,
    show,
    warm,
)
from fastserializers.commands.printer import Printer
from fastserializers.reading.replaced import replace

SUBCOMMANDS: tuple[Any, ...] = (listing, show, compare, profile, convert, check, baseline, warm)
BY_NAME = {subcommand.NAME: subcommand for subcommand in SUBCOMMANDS}


class Command(BaseCommand):
    help = "Finds the slow serializers of the project, and proves the fast ones."
    # The command must work in a project whose checks fail.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        subparsers = parser.add_subparsers(dest="subcommand", metavar="SUBCOMMAND")
        for subcommand in SUBCOMMANDS:
            subcommand.add_arguments(
                subparsers.add_parser(
                    subcommand.NAME,
                    help=subcommand.HELP,
                    description=subcommand.HELP,
                    parents=[common_arguments()],
                )
            )

    def handle(self, **options: Any) -> None:
        # compare and profile also read with serializers that nothing makes fast.
        replace()
        output = options.get("output")
        printer = Printer(
            self,
            options.get("json", False) or output is not None,
            None if output is None else Path(output),
        )
        if options["subcommand"] is None:
            printer.table(
                ("subcommand", "what it does"), [(each.NAME, each.HELP) for each in SUBCOMMANDS]
            )
            printer.note("More of one: manage.py fastserializers SUBCOMMAND --help")
            return
        try:
            code = BY_NAME[options["subcommand"]].run(options, printer)
        except BrokenPipeError:
            # A program such as `head` has closed the pipe.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        if code:
            raise SystemExit(code)


def common_arguments() -> CommandParser:
    """Return the options of every subcommand, and Django's own.

    Django's options have no default here, because they may also stand before the subcommand.
    """
    common = CommandParser(add_help=False, argument_default=SUPPRESS)
    common.add_argument(
        "--json", action="store_true", default=False, help="Write one JSON document."
    )
    common.add_argument(
        "--output",
        metavar="FILE",
        default=None,
        help="Write the JSON document to a file: projects print what they like.",
    )
    common.add_argument("-v", "--verbosity", type=int, help=SUPPRESS)
    for option in ("--settings", "--pythonpath"):
        common.add_argument(option, help=SUPPRESS)
    for flag in ("--traceback", "--no-color", "--force-color"):
        common.add_argument(flag, action="store_true", help=SUPPRESS)
    return common
