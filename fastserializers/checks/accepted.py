"""The findings that a project has accepted, in the file that the setting `BASELINE` names.

Accepted findings are not shown again; new findings are. Errors cannot be accepted.
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
    """Return the file that the setting `BASELINE` names, relative to the project's folder."""
    return Path(getattr(settings, "BASE_DIR", None) or Path.cwd(), value_of("BASELINE"))


def without_accepted(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are not in the baseline.

    If a class has more findings of an id than the baseline has, all of them are new.
    """
    found = list(findings)
    counts = numbers_by_class(found)
    accepted, _ = read_baseline()
    return [
        finding
        for finding in found
        if not can_be_accepted(finding)
        or counts[finding.id, finding.name] > accepted[finding.id, finding.name]
    ]


def numbers_by_class(findings: Iterable[Finding]) -> Counter[tuple[Any, str]]:
    """Return how many findings of an id a class has."""
    return Counter((finding.id, finding.name) for finding in findings if can_be_accepted(finding))


def read_baseline() -> tuple[Counter[tuple[Any, str]], str]:
    """Return how many findings of each id each class has, and why the file cannot be read."""
    try:
        content = json.loads(baseline_file().read_text("utf-8"))
        numbers = {
            (identifier, name): number
            for identifier, classes in content.items()
            for name, number in classes.items()
        }
    except FileNotFoundError:
        return Counter(), "is not there"
    except OSError as error:
        return Counter(), f"can't be read: {error.strerror}"
    except ValueError as error:
        return Counter(), f"is no JSON: {error}"
    except AttributeError:
        return Counter(), "is not a JSON object"
    return Counter(numbers), ""


def write_baseline(findings: Iterable[Finding]) -> int:
    """Write these findings to the file; return how many they are."""
    content: dict[str, dict[str, int]] = {}
    counts = numbers_by_class(findings)
    for (identifier, name), number in sorted(counts.items()):
        content.setdefault(identifier, {})[name] = number
    baseline_file().write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return sum(counts.values())


def can_be_accepted(finding: Finding) -> bool:
    return finding.level < checks.ERROR and finding.id != "H307"
