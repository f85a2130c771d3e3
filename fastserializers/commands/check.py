"""`check`: all findings of the system checks. `manage.py check` shows ten of each id."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from itertools import groupby

from django.conf import settings

from fastserializers.checks.accepted import baseline_file, without_accepted
from fastserializers.checks.findings import CHECKS, by_module, findings_now
from fastserializers.commands.printer import Options, Printer, note_disabled
from fastserializers.conf import LEVELS

NAME = "check"
HELP = "Show all findings of this library's system checks, by module."

LEVEL_NAMES = {level: name.lower() for name, level in LEVELS.items()}
STYLES = {"error": "ERROR", "critical": "ERROR", "warning": "WARNING"}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--id",
        action="append",
        choices=sorted(CHECKS),
        metavar="ID",
        help="Only messages of this id, such as H301; may be given several times.",
    )
    parser.add_argument(
        "--fail-level",
        choices=tuple(LEVELS),
        default="ERROR",
        help="Fail for a message of this level, or above it (ERROR).",
    )
    parser.add_argument("--baseline", action="store_true", help="Show accepted findings, too.")


def run(options: Options, printer: Printer) -> int:
    """Write the findings; return 1 if one is as serious as the level to fail at, else 0."""
    everything = [
        finding
        for finding in findings_now()
        if (not options["id"] or finding.id in options["id"])
        and finding.id not in settings.SILENCED_SYSTEM_CHECKS
    ]
    new = everything if options["baseline"] else without_accepted(everything)
    accepted = len(everything) - len(new)
    findings = by_module(new, shows_all=options["verbosity"] > 1 or printer.is_json)
    findings.sort(key=lambda finding: (finding.module, finding.name, str(finding.id)))
    documents = [
        {
            "id": finding.id,
            "level": LEVEL_NAMES[finding.level],
            "module": finding.module,
            "object": finding.name,
            "message": finding.msg,
            "hint": finding.hint,
        }
        for finding in findings
    ]
    printer.document({"findings": documents, "accepted": accepted})
    for module, found in groupby(findings, key=lambda finding: finding.module):
        printer.line(module, "MIGRATE_HEADING")
        for finding in found:
            level = LEVEL_NAMES[finding.level]
            name = finding.name.removeprefix(f"{module}.")
            printer.line(f"  {name}: ({finding.id}, {level})", STYLES.get(level, ""))
            printer.line(f"    {finding.msg}")
            if finding.hint:
                printer.line(f"    {finding.hint}")
    count = Counter(str(finding.id) for finding in findings)
    summary = ", ".join(f"{number} {identifier}" for identifier, number in sorted(count.items()))
    printer.line(f"\n{summary}." if summary else "No findings.", "MIGRATE_HEADING")
    note_disabled(printer)
    if accepted:
        printer.note(f"Left out: {accepted} accepted in {baseline_file()}. Show them: --baseline")
    return int(any(finding.level >= LEVELS[options["fail_level"]] for finding in findings))
