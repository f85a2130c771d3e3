"""The findings that a project has chosen to live with, in a file of its own.

What is in the baseline is not told again; what is new is. Errors are never part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.core import checks

from fastserializers.checks.findings import Finding
from fastserializers.conf import value_of


def baseline_file() -> Path:
    """Return the file that the setting `BASELINE` names, from the project's folder."""
    return Path(getattr(settings, "BASE_DIR", None) or Path.cwd(), value_of("BASELINE"))


def without_known(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are not in the baseline."""
    known = known_findings()
    return [
        finding
        for finding in findings
        if not can_be_known(finding) or said(finding) not in known.get(str(finding.id), ())
    ]


def known_findings() -> dict[str, list[str]]:
    """Return the baseline, by the ids of its findings; nothing where there is no such file."""
    try:
        content = json.loads(baseline_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write_baseline(findings: Iterable[Finding]) -> int:
    """Make these findings the baseline; return how many they are."""
    known: dict[str, list[str]] = {}
    for finding in filter(can_be_known, findings):
        known.setdefault(str(finding.id), []).append(said(finding))
    content = {identifier: sorted(known[identifier]) for identifier in sorted(known)}
    baseline_file().write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return sum(map(len, content.values()))


def can_be_known(finding: Finding) -> bool:
    return finding.level < checks.ERROR


def said(finding: Finding) -> str:
    return f"{finding.name}: {finding.msg}"
