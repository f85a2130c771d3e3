from __future__ import annotations

import gc
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.utils.module_loading import module_has_submodule
from rest_framework.serializers import ModelSerializer

from fastserializers.serializers import FastReadOnlyMixin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from django.apps import AppConfig


def check_read_only_fields(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[checks.CheckMessage]:
    """
    Return H300 for each of the project's model serializers without a ``Meta.read_only_fields``.

    Every module that may define one is imported first; one that can't be is returned as
    ``fastserializers.E001``. As in Django's own checks, ``app_configs`` limits the messages to
    those apps, except for the URLconf's, which belongs to no app.
    """
    urlconf_errors = import_urlconf()
    serializers_errors = import_serializers()
    return [
        *urlconf_errors,
        *(error for error in serializers_errors if belongs_to(app_configs, error.obj)),
        *(
            read_only_fields_missing(serializer)
            for serializer in model_serializers()
            if not hasattr(serializer.Meta, "read_only_fields")
            and belongs_to(app_configs, serializer.__module__)
        ),
    ]


def import_urlconf() -> list[checks.Error]:
    """Import the root URLconf, and with it every URLconf that it includes."""
    urlconf = getattr(settings, "ROOT_URLCONF", None)
    if not urlconf:
        return []
    try:
        import_module(urlconf)
    except Exception as error:
        return [import_failed(urlconf, error)]
    return []


def import_serializers() -> list[checks.Error]:
    """Import the ``serializers`` module of every installed app that has one."""
    return [
        error
        for app in apps.get_app_configs()
        if module_has_submodule(app.module, "serializers")
        for error in import_with_submodules(f"{app.name}.serializers")
        # An installed package may keep serializers for an extra that this project doesn't use.
        if is_first_party(app.name)
    ]


def import_with_submodules(name: str) -> Iterator[checks.Error]:
    try:
        module = import_module(name)
    except Exception as error:
        yield import_failed(name, error)
        return
    for submodule in iter_modules(getattr(module, "__path__", ()), f"{name}."):
        yield from import_with_submodules(submodule.name)


def model_serializers() -> list[type[ModelSerializer[Any]]]:
    """Return the project's own writable serializers that have a model, sorted by name."""
    # A module that fails to import leaves its classes behind until they are collected, and defines
    # them a second time when another import of it succeeds.
    gc.collect()
    return sorted(
        (
            serializer
            for serializer in set(subclasses(ModelSerializer))
            if is_first_party(serializer.__module__)
            and not issubclass(serializer, FastReadOnlyMixin)
            and getattr(getattr(serializer, "Meta", None), "model", None) is not None
        ),
        key=lambda serializer: (serializer.__module__, serializer.__qualname__),
    )


def subclasses(
    serializer: type[ModelSerializer[Any]],
) -> Iterator[type[ModelSerializer[Any]]]:
    for subclass in serializer.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def is_first_party(module: str) -> bool:
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is None or {"site-packages", "dist-packages"}.isdisjoint(Path(file).parts)


def belongs_to(app_configs: Sequence[AppConfig] | None, module: str) -> bool:
    return app_configs is None or apps.get_containing_app_config(module) in app_configs


def read_only_fields_missing(serializer: type[ModelSerializer[Any]]) -> checks.Warning:
    return checks.Warning(
        "ModelSerializer must define read_only_fields.",
        hint="Set read_only_fields in ModelSerializer.Meta",
        obj=serializer,
        id="H300",
    )


def import_failed(module: str, error: Exception) -> checks.Error:
    return checks.Error(
        f"{module} fails to import: {type(error).__name__}: {error}",
        hint=f'See the traceback with: python manage.py shell -c "import {module}"',
        obj=module,
        id="fastserializers.E001",
    )
