"""Which serializers the views of a project use."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from fastserializers.overrides import overrides

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass

SAFE_METHODS = frozenset({"get", "head", "options"})
STOCK_ACTIONS = frozenset({"list", "retrieve", "create", "update", "partial_update", "destroy"})


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
