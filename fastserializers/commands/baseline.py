"""`baseline`: accepts today's findings, so that later runs show new ones only."""

from __future__ import annotations

from argparse import ArgumentParser

from fastserializers.checks.accepted import baseline_file, write_baseline
from fastserializers.checks.findings import findings_now
from fastserializers.commands.printer import Options, Printer

NAME = "baseline"
HELP = "Accept today's findings of the checks: from then on, only new ones are shown."


def add_arguments(parser: ArgumentParser) -> None:
    pass


def run(options: Options, printer: Printer) -> int:
    findings = findings_now()
    written = write_baseline(findings)
    printer.document({"file": str(baseline_file()), "findings": written})
    printer.line(f"{written} findings are accepted: {baseline_file()}")
    if len(findings) > written:
        printer.note(f"{len(findings) - written} errors cannot be accepted.")
    return 0
