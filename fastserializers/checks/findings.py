"""The checks by their ids, and their findings with the levels of the setting.

The setting `CHECKS` changes the level of an id or switches it off. `IGNORE` leaves classes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from django.apps import apps
from django.conf import settings
from django.core import checks

from fastserializers.conf import LEVELS, SETTING, value_of
from fastserializers.project.naming import path_to
from fastserializers.project.overview import Project, project_now
from fastserializers.project.serializers import defining_module

if TYPE_CHECKING:
    from django.apps import AppConfig


Item = TypeVar("Item")

Check: TypeAlias = "Callable[[Project], Iterator[checks.CheckMessage]]"

CHECKS: dict[str, Check] = {}

# Nothing reads fast while `ENABLED` is off: these have nothing to say then.
ABOUT_SPEED = frozenset({"H301", "H302", "H305", "H310"})


def check(identifier: str) -> Callable[[Check], Check]:
    """Register a function that returns messages about a project, and give them this id."""

    def register(function: Check) -> Check:
        def messages(project: Project) -> Iterator[checks.CheckMessage]:
            for message in function(project):
                message.id = identifier
                yield message

        CHECKS[identifier] = messages
        return messages

    return register


def in_words(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def some_of(names: list[str], shown: int = 3) -> str:
    """Return the first of these names, and how many more there are."""
    more = len(names) - shown
    return in_words([*names[:shown], f"{more} more"] if more > 0 else names)


def messages_of_each(
    items: Iterable[Item], check: Callable[[Item], Iterable[checks.CheckMessage]]
) -> Iterator[checks.CheckMessage]:
    """Return the messages of `check` about each item. An item whose code raises has none."""
    for item in items:
        with suppress(Exception):
            yield from list(check(item))


# Findings.


class Finding(checks.CheckMessage):
    """A message about a class, which it names as `app.module.Class`, or about a module."""

    @property
    def name(self) -> str:
        return path_to(self.obj) if isinstance(self.obj, type) else str(self.obj)

    @property
    def module(self) -> str:
        return defining_module(self.obj) if isinstance(self.obj, type) else str(self.obj)

    def __str__(self) -> str:
        return str(checks.CheckMessage(self.level, self.msg, self.hint, self.name, self.id))


def findings_now(app_configs: Sequence[AppConfig] | None = None) -> list[Finding]:
    """Return the findings about a project, or about these apps alone."""
    project = project_now()
    return [
        finding
        for identifier, messages in CHECKS.items()
        if value_of("ENABLED") or identifier not in ABOUT_SPEED
        for message in messages(project)
        for finding in as_asked_for(message)
        if app_configs is None or belongs_to(app_configs, finding)
    ]


def belongs_to(app_configs: Sequence[AppConfig], finding: Finding) -> bool:
    """Return whether a finding is about one of these apps, the settings or the URLconf."""
    is_of_no_app = finding.obj in (SETTING, getattr(settings, "ROOT_URLCONF", None))
    return is_of_no_app or apps.get_containing_app_config(finding.module) in app_configs


def as_asked_for(message: checks.CheckMessage) -> Iterator[Finding]:
    """Return a message with the level that the setting gives it; nothing if it is off."""
    identifier: Any = message.id
    level = value_of("CHECKS").get(identifier)
    if level == "OFF":
        return
    finding = Finding(
        LEVELS.get(level, message.level), message.msg, message.hint, message.obj, identifier
    )
    patterns = value_of("IGNORE").get(identifier, ())
    if not patterns or not any(fnmatchcase(finding.name, pattern) for pattern in patterns):
        yield finding


def by_module(findings: Iterable[Finding], *, shows_all: bool = False) -> list[Finding]:
    """Return the findings. Findings with the same text in one module become one finding.

    It names five classes, and counts the others; all of them if `shows_all`.
    """
    alike: dict[Any, list[Finding]] = {}
    for finding in findings:
        key = (finding.id, finding.level, finding.module, finding.msg, finding.hint)
        alike.setdefault(key, []).append(finding)
    return [
        found[0] if len(found) == 1 else of_module(found, shows_all) for found in alike.values()
    ]


def of_module(findings: list[Finding], shows_all: bool) -> Finding:
    level, module = findings[0].level, findings[0].module
    names = [*dict.fromkeys(finding.name.removeprefix(f"{module}.") for finding in findings)]
    shown = len(names) if shows_all or len(names) <= NAMED else NAMED
    all_of_them = "" if shown == len(names) else " (all of them with -v 2)"
    message = f"{some_of(names, shown)}{all_of_them}: {findings[0].msg}"
    return Finding(level, message, findings[0].hint, module, findings[0].id)


# More names hide what is wrong with them.
NAMED = 5

# With more messages of one id, a reader would miss an error among them.
SHOWN = 10


def first_of_each(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Return the first findings of each id and all errors, and a line that counts the others."""
    by_id: dict[str | None, list[Finding]] = {}
    for finding in findings:
        by_id.setdefault(finding.id, []).append(finding)
    for identifier, found in by_id.items():
        others = [finding for finding in found[SHOWN:] if finding.level < checks.ERROR]
        yield from (finding for finding in found if finding not in others)
        if others:
            way = f"manage.py fastserializers check --id {identifier}"
            message = f"{len(others)} more like these. To see all of them: {way}"
            level = max(finding.level for finding in others)
            yield Finding(level, message, None, "fastserializers", identifier)
