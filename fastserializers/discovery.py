"""Which serializers a project has, and which of its views use them.

Nothing here runs a view, makes a serializer or asks a database. What only running code would
tell is left out.
"""

from __future__ import annotations

import gc
import inspect
import os
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db.models import QuerySet
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.module_loading import module_has_submodule
from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer, ListSerializer, ModelSerializer
from rest_framework.views import APIView

from fastserializers.conf import first_party_apps
from fastserializers.overrides import STOCK_PACKAGES, overrides
from fastserializers.serializers import FastReadOnlyMixin

if TYPE_CHECKING:
    from django.apps import AppConfig

    SerializerClass = type[BaseSerializer[Any]]

SAFE_METHODS = frozenset({"get", "head", "options"})
STOCK_ACTIONS = frozenset({"list", "retrieve", "create", "update", "partial_update", "destroy"})

# The folders of installed packages.
INSTALLED = frozenset({"site-packages", "dist-packages"})

# Packages of an app that are no part of the running project.
NOT_RUNNING = frozenset({"migrations", "test", "tests"})


# Modules.


class ImportFailure(NamedTuple):
    """A module of the project's that does not import."""

    module: str
    error: Exception


def import_project() -> list[ImportFailure]:
    """Import every module that may define or use a serializer; return those that can't be.

    These are the root URLconf, with all that it imports, and the modules and packages named
    ``serializers`` of the installed apps. The failures of third-party apps are not returned: an
    installed package may keep serializers for an extra that this project doesn't use.
    """
    urlconf = getattr(settings, "ROOT_URLCONF", None)
    failures = list(import_one(urlconf)) if isinstance(urlconf, str) else []
    for app in apps.get_app_configs():
        for name in serializers_modules(app):
            app_failures = list(import_with_submodules(name))
            failures += app_failures if is_first_party(app.name) else []
    # A module that fails to import leaves its classes behind until they are collected, and defines
    # them a second time when another import of it succeeds.
    gc.collect()
    return list({failure.module: failure for failure in failures}.values())


def serializers_modules(app: AppConfig) -> Iterator[str]:
    if is_first_party(app.name):
        yield from named_serializers(getattr(app.module, "__path__", ()), f"{app.name}.")
    elif module_has_submodule(app.module, "serializers"):
        yield f"{app.name}.serializers"


def named_serializers(folders: Iterable[str], prefix: str) -> Iterator[str]:
    """Return the modules named ``serializers`` in these folders, without importing any."""
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
    packages = first_party_apps()
    if packages is not None:
        return any(f"{module_name}.".startswith(f"{package}.") for package in packages)
    if module_name.partition(".")[0] in STOCK_PACKAGES:
        return False
    file = namespace_of(module_name).get("__file__")
    return not isinstance(file, str) or INSTALLED.isdisjoint(Path(file).parts)


def namespace_of(module_name: str) -> dict[str, Any]:
    """Return what is in a module; no module is asked, as some load others when they are."""
    namespace: dict[str, Any] = getattr(sys.modules.get(module_name), "__dict__", {})
    return namespace


# Serializers.


def serializer_classes(*, third_party: bool = False) -> list[SerializerClass]:
    """Return the serializer classes of the project, sorted by module and name.

    These are the first-party ones, and with ``third_party`` those of installed packages as well.
    Left out are the classes of DRF and of this library, twins that ``read_only()`` has made, list
    serializers, and model serializers that have no model of their own: bases of others.
    """
    return sorted(
        (
            serializer
            # As a dict: of two with one name, the first stays first.
            for serializer in dict.fromkeys(subclasses(BaseSerializer))
            if is_concrete(serializer)
            and (third_party or is_first_party(defining_module(serializer)))
        ),
        key=lambda serializer: (serializer.__module__, serializer.__qualname__),
    )


def subclasses(cls: Any) -> Iterator[Any]:
    for subclass in cls.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def is_concrete(serializer: SerializerClass) -> bool:
    if (
        issubclass(serializer, ListSerializer)
        or defining_module(serializer).partition(".")[0] in STOCK_PACKAGES
        or is_twin(serializer)
    ):
        return False
    return not issubclass(serializer, ModelSerializer) or model_of(serializer) is not None


def model_of(serializer: SerializerClass) -> Any:
    """Return ``Meta.model`` of a serializer class; None where it has none."""
    try:
        return getattr(getattr(serializer, "Meta", None), "model", None)
    except Exception:
        return None


def defining_module(serializer: SerializerClass) -> str:
    """Return the module of a serializer class.

    One that is made by ``type()`` has the module of DRF's metaclass: its ``Meta`` knows better.
    """
    module = serializer.__module__
    if module.partition(".")[0] in STOCK_PACKAGES:
        meta = vars(serializer).get("Meta")
        return meta.__module__ if isinstance(meta, type) else module
    return module


def is_twin(serializer: SerializerClass) -> bool:
    """Return whether ``read_only()`` has made this class."""
    return any(vars(base).get("_read_only_twin") is serializer for base in serializer.__bases__)


class Place(NamedTuple):
    """A serializer that is a declared field of another one, or of the items of one."""

    name: str
    serializer: SerializerClass
    read_only: bool


def nested_serializers(serializer: SerializerClass) -> list[Place]:
    """Return the serializers that the declared fields of a serializer class nest."""
    return [
        Place(name, type(items[-1]), any(item.read_only for item in items))
        for name, field in getattr(serializer, "_declared_fields", {}).items()
        for items in [list(with_children(field))]
        if isinstance(items[-1], BaseSerializer)
    ]


def with_children(field: Any) -> Iterator[Any]:
    """Return a field, the field of its items where it is a list or a dict, and so on."""
    while field is not None:
        yield field
        field = getattr(field, "child", None)


# Uses.


class Use(NamedTuple):
    """A serializer class that a view which is in the URLconf uses, whatever the request."""

    view: type
    route: str
    serializer: SerializerClass
    actions: frozenset[str]
    """``"list"``, ``"create"`` and so on; the HTTP method where its handler runs no action."""
    reads_only: bool
    """Whether no action of the view can hand data to the serializer."""
    queryset: QuerySet[Any] | None
    """The queryset of the view, never to be evaluated; None where only running code tells."""
    options: Mapping[str, Any]
    """What ``as_view()`` was given."""


def uses() -> list[Use]:
    """Return which serializers the views in the URLconf use, in its order.

    A view that overrides ``get_serializer_class()`` or ``get_serializer()`` chooses when it runs:
    it is left out, and so is one that can't be read.
    """
    found: list[Use] = []
    for route, function in views():
        with suppress(Exception):
            found += uses_of(route, function)
    return found


def views() -> list[tuple[str, Any]]:
    """Return the routes of the URLconf that lead to REST framework's views, and those views."""
    found: list[tuple[str, Any]] = []
    if getattr(settings, "ROOT_URLCONF", None):
        for route, callback in routes(get_resolver(), ""):
            with suppress(Exception):
                function = view_function(callback)
                if issubclass(function.cls, APIView):
                    found.append((route, function))
    return found


def routes(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, Any]]:
    patterns: list[URLPattern | URLResolver] = []
    with suppress(Exception):
        patterns = resolver.url_patterns
    for pattern in patterns:
        route = f"{prefix}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route, pattern.callback


def view_function(callback: Any) -> Any:
    """Return what ``as_view()`` returned, from behind decorators that don't show it."""
    while not hasattr(callback, "cls"):
        callback = callback.func if isinstance(callback, partial) else callback.__wrapped__
    return callback


def uses_of(route: str, function: Any) -> Iterator[Use]:
    view: Any = function.cls
    options = getattr(function, "initkwargs", {})
    if not chooses_by_class(view):
        return
    serializer = options.get("serializer_class", view.serializer_class)
    if not (isinstance(serializer, type) and issubclass(serializer, BaseSerializer)):
        return
    handlers = handlers_of(view, options, getattr(function, "actions", None))
    queryset = options.get("queryset", view.queryset)
    fixed = isinstance(queryset, QuerySet) and not overrides(view, ("get_queryset",))
    yield Use(
        view,
        route,
        serializer,
        frozenset().union(*handlers.values()),
        reads_only(view, handlers),
        queryset if fixed else None,
        options,
    )


def chooses_by_class(view: Any) -> bool:
    """Return whether ``serializer_class`` alone says which serializer a view uses."""
    return issubclass(view, GenericAPIView) and not overrides(
        view, ("get_serializer_class", "get_serializer")
    )


def handlers_of(
    view: Any, options: Mapping[str, Any], routed: Mapping[str, str] | None
) -> dict[str, frozenset[str]]:
    """Return the actions that each HTTP method of a view runs."""
    names = [name.lower() for name in options.get("http_method_names", view.http_method_names)]
    if routed:
        return {method: frozenset({routed[method]}) for method in names if method in routed}
    return {
        method: actions_of(view, method)
        for method in names
        if hasattr(view, method) and method != "options"
    }


def actions_of(view: Any, method: str) -> frozenset[str]:
    """Return the actions that the handler of an HTTP method names, as DRF's own handlers do."""
    handler = inspect.unwrap(getattr(view, method))
    named = STOCK_ACTIONS.intersection(handler.__code__.co_names)
    return frozenset(action for action in named if hasattr(view, action)) or frozenset({method})


def reads_only(view: Any, handlers: Mapping[str, frozenset[str]]) -> bool:
    # DRF's way to destroy an object has no need of a serializer.
    harmless = frozenset() if overrides(view, ("delete", "destroy")) else frozenset({"destroy"})
    return all(
        method in SAFE_METHODS or actions <= harmless for method, actions in handlers.items()
    )


# How serializers are reached.


def read_only_serializers(known: Iterable[Use]) -> set[SerializerClass]:
    """Return the serializers that only ever read, of those that the ``known`` uses reach.

    They are used by views that only read, or nested where no data is taken. Left out is each one
    of which that is not certain: code names it, another view may use it, or a subclass does more.
    So are those that only fast serializers nest: they are compiled already.
    """
    reads: dict[SerializerClass, bool] = {}
    routed = set()
    for use in known:
        routed.add(use.view)
        for serializer, only_read in reached(use.serializer, use.reads_only):
            reads[serializer] = reads.get(serializer, True) and only_read
    uncertain = uncertain_serializers(routed)
    return {
        serializer
        for serializer in reads
        if all(
            subclass not in uncertain
            and (issubclass(subclass, FastReadOnlyMixin) or reads.get(subclass, False))
            for subclass in (serializer, *subclasses(serializer))
        )
    }


def reached(
    serializer: SerializerClass, only_read: bool, within: tuple[SerializerClass, ...] = ()
) -> Iterator[tuple[SerializerClass, bool]]:
    """Return a serializer and those nested in it, each with whether it is only read."""
    yield serializer, only_read
    if serializer in within or issubclass(serializer, FastReadOnlyMixin):
        return
    for nested in nested_serializers(serializer):
        yield from reached(nested.serializer, only_read or nested.read_only, (*within, serializer))


def uncertain_serializers(routed: set[type]) -> set[Any]:
    """Return the classes that may be used otherwise than the ``routed`` views say."""
    uncertain: set[Any] = set()
    for _, function in views():
        if not chooses_by_class(function.cls):
            uncertain.update(classes_in(getattr(function, "initkwargs", {}).values()))
    for view in set(subclasses(APIView)):
        is_known = is_harmless(view, routed)
        for base in view.__mro__:
            attributes = dict(vars(base))
            if is_known:
                attributes.pop("serializer_class", None)
            uncertain.update(classes_in(attributes.values()))
    modules = {name for name in list(sys.modules) if is_first_party(name)}
    named = names_in_code(modules)
    uncertain.update(
        serializer
        for serializer, names in names_of_serializers(modules).items()
        if not named.isdisjoint(names)
    )
    return uncertain


def is_harmless(view: Any, routed: set[type]) -> bool:
    """Return whether what a view does with its ``serializer_class`` is known, or only reading."""
    with suppress(Exception):
        return chooses_by_class(view) and (
            view in routed or reads_only(view, handlers_of(view, {}, None))
        )
    return False


def classes_in(values: Iterable[Any]) -> Iterator[type]:
    """Return the classes among these values, and among the items of collections."""
    for value in values:
        items = value.values() if type(value) is dict else value
        for item in items if type(value) in (dict, list, set, tuple) else (value,):
            if is_class(item):
                yield item


def is_class(value: Any) -> bool:
    """Return whether a value is a class; `isinstance()` would make a lazy object load itself."""
    return issubclass(type(value), type)


def names_of_serializers(modules: Iterable[str]) -> dict[Any, set[str]]:
    """Return the names that these modules have for serializers."""
    names: dict[Any, set[str]] = {}
    for module in modules:
        for name, value in list(namespace_of(module).items()):
            if is_class(value) and issubclass(value, BaseSerializer):
                names.setdefault(value, {value.__name__}).add(name)
    return names


def names_in_code(modules: Container[str]) -> set[str]:
    """Return every name that the functions of these modules look up when they run."""
    return {
        name
        for function in gc.get_objects()
        if type(function) is FunctionType and function.__module__ in modules
        for name in names_of(function.__code__)
    }


def names_of(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_of(constant)
