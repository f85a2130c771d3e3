"""The modules of a project: which are its own, and how all of them are imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from sysconfig import get_path
from typing import TYPE_CHECKING, Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.utils.module_loading import module_has_submodule

from fastserializers.conf import value_of
from fastserializers.runtime.overrides import SHIPPED_PACKAGES

if TYPE_CHECKING:
    from django.apps import AppConfig

# The folders of installed packages, and of Python's own.
INSTALLED = frozenset({"site-packages", "dist-packages"})
PYTHON = Path(get_path("stdlib"))

# Packages of an app that are no part of the running project.
NOT_RUNNING = frozenset({"migrations", "test", "tests"})


class ImportFailure(NamedTuple):
    """A module of the project that does not import."""

    module: str
    error: Exception


def import_project() -> list[ImportFailure]:
    """Import every module that may define or use a serializer; return the failed imports.

    These modules are the root URLconf, with its imports, and the modules and packages named
    `serializers` of the installed apps. Failures of third-party apps are not returned: an
    installed package may have serializers for an extra that this project does not use.
    """
    urlconf = getattr(settings, "ROOT_URLCONF", None)
    failures = list(import_one(urlconf)) if isinstance(urlconf, str) else []
    for app in apps.get_app_configs():
        for name in serializers_modules(app):
            app_failures = list(import_with_submodules(name))
            failures += app_failures if is_first_party(app.name) else []
    return list({failure.module: failure for failure in failures}.values())


def serializers_modules(app: AppConfig) -> Iterator[str]:
    if is_first_party(app.name):
        yield from named_serializers(getattr(app.module, "__path__", ()), f"{app.name}.")
    elif module_has_submodule(app.module, "serializers"):
        yield f"{app.name}.serializers"


def named_serializers(folders: Iterable[str], prefix: str) -> Iterator[str]:
    """Return the modules named `serializers` in these folders, without importing any."""
    for folder in folders:
        for module in iter_modules([folder], prefix):
            name = module.name.rpartition(".")[2]
            if name == "serializers":
                yield module.name
            elif module.ispkg and name not in NOT_RUNNING:
                yield from named_serializers([os.path.join(folder, name)], f"{module.name}.")


def import_with_submodules(name: str) -> Iterator[ImportFailure]:
    yield from import_one(name)
    for submodule in iter_modules(getattr(sys.modules.get(name), "__path__", ()), f"{name}."):
        yield from import_with_submodules(submodule.name)


def import_one(name: str) -> Iterator[ImportFailure]:
    try:
        import_module(name)
    except Exception as error:
        yield ImportFailure(name, error)


def is_first_party(module_name: str) -> bool:
    """Return whether a module is the project's own: by the setting, or else by its path."""
    packages = value_of("FIRST_PARTY_APPS")
    if packages is not None:
        return any(f"{module_name}.".startswith(f"{package}.") for package in packages)
    if (
        module_name.partition(".")[0] in SHIPPED_PACKAGES
        or module_name in sys.builtin_module_names
    ):
        return False
    file = contents_of(module_name).get("__file__")
    return not isinstance(file, str) or not is_installed(file)


@cache
def is_installed(file: str) -> bool:
    path = Path(file)
    return path.is_relative_to(PYTHON) or not INSTALLED.isdisjoint(path.parts)


def contents_of(module_name: str) -> dict[str, Any]:
    """Return the contents of a module, without `getattr()`, by which some modules load others."""
    namespace: dict[str, Any] = getattr(sys.modules.get(module_name), "__dict__", {})
    return namespace
