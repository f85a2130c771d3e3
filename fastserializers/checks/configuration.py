"""Checks of settings, modules and signals: H307, fastserializers.E001, H310 and H311.

A mistake in the setting `FASTSERIALIZERS` or in a `Meta`; a module that fails to import, and hides
its serializers; a receiver for which Django makes an instance of each row; a middleware that tells
clients the names of classes.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from pkgutil import resolve_name
from weakref import ReferenceType

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db.models import Model

from fastserializers.checks.accepted import baseline_file, read_baseline
from fastserializers.checks.findings import CHECKS, check, messages_of_each, some_of
from fastserializers.conf import KEYS, LEVELS, SETTING, given, value_of
from fastserializers.names import path_of
from fastserializers.project.naming import raised
from fastserializers.project.overview import Project
from fastserializers.project.serializers import SerializerClass, model_of
from fastserializers.rows.models import SIGNALS, AnyModel, receivers_of


@check("H307")
def wrong_configuration(project: Project) -> Iterator[checks.CheckMessage]:
    yield from messages_of_each(project.serializers, wrong_option)
    configuration = given()
    if not isinstance(configuration, dict):
        yield wrong(f"{SETTING} is {configuration!r}.", f"Set it to a dict. {choice(KEYS)}")
        return
    for name, value in configuration.items():
        if name not in KEYS:
            yield wrong(f"{SETTING} has no key {name!r}.", did_you_mean(name, KEYS))
        elif name == "CHECKS" and isinstance(value, dict):
            yield from unknown(name, value.values(), (*LEVELS, "OFF"), "no level")
        elif not KEYS[name].is_right(value):
            yield wrong(f"{SETTING}[{name!r}] is {value!r}.", f"Set it to {KEYS[name].expected}.")
    installed = [app.name for app in apps.get_app_configs()]
    packages = [name for name in value_of("FIRST_PARTY_APPS") or () if name not in sys.modules]
    yield from unknown("FIRST_PARTY_APPS", packages, installed, "neither installed nor imported")
    yield from unknown_receivers()
    for key in ("CHECKS", "IGNORE"):
        ids = configuration.get(key)
        if isinstance(ids, dict):
            yield from unknown(key, ids, CHECKS, "the id of no check")
    _, mistake = read_baseline()
    if mistake and (baseline_file().exists() or "BASELINE" in configuration):
        yield checks.Warning(
            f"The baseline {baseline_file()} {mistake}.",
            hint="Write it: manage.py fastserializers baseline",
            obj=SETTING,
        )


def wrong_option(serializer: SerializerClass) -> Iterator[checks.CheckMessage]:
    value = vars(serializer.__dict__.get("Meta", object)).get("rows", True)
    if not isinstance(value, bool):
        message = f"{serializer.__name__}.Meta.rows is {value!r}."
        yield checks.Error(message, hint="Set it to True or False.", obj=serializer)


def unknown(
    key: str, names: Iterable[object], known: Collection[str], what: str
) -> Iterator[checks.CheckMessage]:
    """Yield an error for each name that a key of the setting has, and that is not known."""
    for name in names:
        if name not in known:
            message = f"{SETTING}[{key!r}] names {name!r}, which is {what}."
            yield wrong(message, did_you_mean(name, known))


def unknown_receivers() -> Iterator[checks.CheckMessage]:
    """Yield an error for each harmless receiver that is neither connected nor importable."""
    receivers = [each[1] for signal in SIGNALS.values() for each in signal.receivers]
    living = [each() if isinstance(each, ReferenceType) else each for each in receivers]
    connected = [path_of(receiver) for receiver in living if receiver is not None]
    harmless = [path for path in value_of("HARMLESS_RECEIVERS") if path not in connected]
    missing = [path for path in harmless if not can_be_imported(path)]
    yield from unknown("HARMLESS_RECEIVERS", missing, connected, "no path of a function")


def can_be_imported(path: str) -> bool:
    try:
        resolve_name(path)
    except Exception:
        return False
    return True


def did_you_mean(name: object, names: Iterable[str]) -> str:
    spellings = {each.casefold(): each for each in names}
    written = name.casefold() if isinstance(name, str) else ""
    for match in get_close_matches(written, spellings, n=1):
        return f"Did you mean {spellings[match]!r}?"
    return choice(names)


def choice(names: Iterable[str]) -> str:
    return f"There are: {', '.join(map(repr, names)) or 'none'}."


def wrong(message: str, hint: str) -> checks.CheckMessage:
    return checks.Error(message, hint=hint, obj=SETTING)


@check("fastserializers.E001")
def failing_imports(project: Project) -> Iterator[checks.CheckMessage]:
    for module, error in project.failures:
        yield checks.Error(
            f"{module} fails to import: {raised(error)}",
            hint=f'See the traceback with: python manage.py shell -c "import {module}"',
            obj=module,
        )


@check("H310")
def receivers_of_every_model(project: Project) -> Iterator[checks.CheckMessage]:
    of_all = dict(receivers_of(AnyModel))
    models = {model_of(serializer) for serializer in project.serializers} if of_all else set()
    labels = sorted(
        model._meta.label
        for model in models
        if isinstance(model, type) and issubclass(model, Model) and not model._meta.abstract
    )
    for path, signal in of_all.items() if labels else ():
        yield checks.Info(
            f"{path} receives {signal} of every model, so that Django makes an instance of each "
            f"row of {some_of(labels)}.",
            hint=(
                f"Connect it with a sender. If it changes nothing that serializers read: "
                f'{SETTING} = {{"HARMLESS_RECEIVERS": ["{path}"]}}'
            ),
            obj=path,
        )


SERVER_TIMING = "fastserializers.middleware.ServerTimingMiddleware"


@check("H311")
def names_for_clients(project: Project) -> Iterator[checks.CheckMessage]:
    is_allowed = settings.DEBUG or value_of("SERVER_TIMING")
    if SERVER_TIMING in settings.MIDDLEWARE and not is_allowed:
        yield checks.Warning(
            "ServerTimingMiddleware tells clients the names of serializers, and DEBUG is off.",
            hint=(
                f"Remove {SERVER_TIMING} from MIDDLEWARE. If clients may know these names: "
                f'{SETTING} = {{"SERVER_TIMING": True}}'
            ),
            obj=SETTING,
        )
