"""The one setting of this library: ``FASTSERIALIZERS = {...}``."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.core.signals import setting_changed

SETTING = "FASTSERIALIZERS"


class Key(NamedTuple):
    """The values that a key of the setting may have, and its default."""

    default: object
    is_right: Callable[[object], bool]
    expected: str


def is_names(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(name, str) and name for name in value
    )


def is_switch(value: object) -> bool:
    return isinstance(value, bool)


def is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def is_levels(value: object) -> bool:
    return isinstance(value, dict) and all(level in ("OFF", *LEVELS) for level in value.values())


def is_ignored(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_names, value.values()))


def is_path(value: object) -> bool:
    return isinstance(value, str | Path) and bool(str(value))


LEVELS = {
    "DEBUG": checks.DEBUG,
    "INFO": checks.INFO,
    "WARNING": checks.WARNING,
    "ERROR": checks.ERROR,
    "CRITICAL": checks.CRITICAL,
}

KEYS = {
    "BASELINE": Key("fastserializers-baseline.json", is_path, "the path of a file"),
    "CHECKS": Key(
        {},
        is_levels,
        f'a dict such as {{"H301": "OFF"}}, of {", ".join(LEVELS)} or OFF',
    ),
    "ENABLED": Key(True, is_switch, "True or False"),
    "EVERYWHERE": Key(False, is_switch, "True or False"),
    "FIRST_PARTY_APPS": Key(None, is_names, 'a list of package names, such as ["shop", "staff"]'),
    "HARMLESS_RECEIVERS": Key(
        (), is_names, 'a list of dotted paths, such as ["shop.receivers.remember_price"]'
    ),
    "IGNORE": Key({}, is_ignored, 'a dict such as {"H301": ["shop.views.*"]}'),
    "ROWS": Key(True, is_switch, "True or False"),
    "SERVER_TIMING": Key(False, is_switch, "True or False"),
    "VERIFY": Key(0, is_share, "a share from 0 to 1, such as 0.01"),
}


def given() -> object:
    """Return the project's setting; an empty dict if it has none."""
    return getattr(settings, SETTING, {})


@cache
def value_of(name: str) -> Any:
    """Return the value of a key; its default if the project has none, or a wrong value.

    The check H307 reports wrong values. Django's signal `setting_changed` clears the cache.
    """
    key = KEYS[name]
    setting = given()
    if not isinstance(setting, dict) or name not in setting:
        return key.default
    value = setting[name]
    return value if key.is_right(value) else key.default


def reads_everywhere() -> bool:
    """Return whether `EVERYWHERE` makes all serializers of the process read fast."""
    return bool(value_of("ENABLED") and value_of("EVERYWHERE"))


@cache
def settings_of_fields() -> tuple[object, ...]:
    """Return Django's settings that decide how fields of REST framework read."""
    return tuple(getattr(settings, name, None) for name in ("REST_FRAMEWORK", "USE_TZ"))


def forget_values(**kwargs: object) -> None:
    for kept in (value_of, settings_of_fields):
        kept.cache_clear()


def app_missing(app_configs: object, **kwargs: object) -> list[checks.CheckMessage]:
    """Return the message of a project that uses a mixin, and has not installed the app."""
    if apps.is_installed("fastserializers"):
        return []
    return [
        checks.Warning(
            "A module imports a mixin of fastserializers, which is not in INSTALLED_APPS: Django "
            "does not find its checks and commands, and the setting EVERYWHERE does nothing.",
            hint='Add it: INSTALLED_APPS = [..., "fastserializers"]',
            id="fastserializers.W001",
        )
    ]


setting_changed.connect(forget_values, dispatch_uid="fastserializers.forget_values")
