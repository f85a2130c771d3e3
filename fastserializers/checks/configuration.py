"""H307: what is wrong with the setting ``FASTSERIALIZERS``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from django.apps import apps
from django.core import checks

from fastserializers.checks.registry import CHECKS, check
from fastserializers.conf import KEYS, SETTING, first_party_apps, given, value_of
from fastserializers.project.overview import Project


@check("H307")
def wrong_configuration(project: Project) -> Iterator[checks.CheckMessage]:
    configuration = given()
    if not isinstance(configuration, dict):
        yield wrong(f"{SETTING} is {configuration!r}.", f"Set it to a dict. {choice(KEYS)}")
        return
    for name, value in configuration.items():
        if name not in KEYS:
            yield wrong(f"{SETTING} has no key {name!r}.", did_you_mean(name, KEYS))
        elif not KEYS[name].is_right(value):
            yield wrong(f"{SETTING}[{name!r}] is {value!r}.", f"Set it to {KEYS[name].expected}.")
    yield from unknown_apps()
    yield from unknown_ids()


def unknown_apps() -> Iterator[checks.CheckMessage]:
    installed = [app.name for app in apps.get_app_configs()]
    for name in first_party_apps() or ():
        if name not in installed and name not in sys.modules:
            yield wrong(
                f"{SETTING}['FIRST_PARTY_APPS'] names {name!r}, which is no installed app and "
                f"no package that has been imported.",
                did_you_mean(name, installed),
            )


def unknown_ids() -> Iterator[checks.CheckMessage]:
    for key in ("CHECKS", "IGNORE"):
        for identifier in value_of(key):
            if identifier not in CHECKS:
                yield wrong(
                    f"{SETTING}[{key!r}] names {identifier!r}, which is the id of no check.",
                    did_you_mean(identifier, CHECKS),
                )


def did_you_mean(name: Any, names: Iterable[str]) -> str:
    spellings = {known.casefold(): known for known in names}
    written = name.casefold() if isinstance(name, str) else ""
    for match in get_close_matches(written, spellings, n=1):
        return f"Did you mean {spellings[match]!r}?"
    return choice(names)


def choice(names: Iterable[str]) -> str:
    return f"There are: {', '.join(map(repr, names))}."


def wrong(message: str, hint: str) -> checks.CheckMessage:
    return checks.Error(message, hint=hint, obj=SETTING, id="H307")
