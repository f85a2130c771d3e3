"""`baseline`: what the checks find today, for later runs to tell what is new."""

from __future__ import annotations

from argparse import ArgumentParser

from fastserializers.checks.baseline import baseline_file, write_baseline
from fastserializers.checks.findings import findings_now
from fastserializers.commands.printer import Options, Printer

NAME = "baseline"
HELP = "Write what the checks find today to a file: from then on only what is new is told."


def add_arguments(parser: ArgumentParser) -> None:
    pass


def run(options: Options, printer: Printer) -> int:
    findings = findings_now()
    written = write_baseline(findings)
    if printer.is_json:
        printer.document({"file": str(baseline_file()), "findings": written})
    printer.line(f"{written} findings are known from now on: {baseline_file()}")
    if len(findings) > written:
        printer.note(f"{len(findings) - written} errors are told all the same.")
    return 0
