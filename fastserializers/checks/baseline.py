"""The findings that a project has chosen to live with, in a file of its own.

What is in the baseline is not told again; what is new is. Errors are never part of it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import checks

from fastserializers.checks.findings import Finding
from fastserializers.conf import value_of


def baseline_file() -> Path:
    """Return the file that the setting `BASELINE` names, from the project's folder."""
    return Path(getattr(settings, "BASE_DIR", None) or Path.cwd(), value_of("BASELINE"))


def without_known(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are not in the baseline.

    Where a class has more findings of an id than it is known to have, all of them are new.
    """
    told = list(findings)
    counts = counted(told)
    known, _ = read_baseline()
    return [
        finding
        for finding in told
        if not can_be_known(finding) or counts[finding.id, finding.name] > known_of(known, finding)
    ]


def counted(findings: Iterable[Finding]) -> Counter[tuple[Any, str]]:
    """Return how many findings of an id a class has."""
    return Counter((finding.id, finding.name) for finding in findings if can_be_known(finding))


def known_of(known: dict[str, Any], finding: Finding) -> int:
    classes = known.get(str(finding.id))
    return classes.get(finding.name, 0) if isinstance(classes, dict) else 0


def read_baseline() -> tuple[dict[str, Any], str]:
    """Return how many findings each class has, by their ids; and why that can't be read, if so."""
    try:
        content = json.loads(baseline_file().read_text("utf-8"))
    except FileNotFoundError:
        return {}, "is not there"
    except OSError as error:
        return {}, f"can't be read: {error.strerror}"
    except ValueError as error:
        return {}, f"is no JSON: {error}"
    return (content, "") if isinstance(content, dict) else ({}, "is not a JSON object")


def write_baseline(findings: Iterable[Finding]) -> int:
    """Make these findings the baseline; return how many they are."""
    content: dict[str, dict[str, int]] = {}
    counts = counted(findings)
    for (identifier, name), number in sorted(counts.items()):
        content.setdefault(identifier, {})[name] = number
    baseline_file().write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return sum(counts.values())


def can_be_known(finding: Finding) -> bool:
    return finding.level < checks.ERROR and finding.id != "H307"
