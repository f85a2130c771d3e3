"""Which serializers the views of a project use."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from django.conf import settings
from django.db.models import QuerySet
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from fastserializers.project.code import CHOOSING, serializers_chosen_by
from fastserializers.project.modules import is_first_party
from fastserializers.project.reading import is_fast
from fastserializers.project.serializers import SerializerClass
from fastserializers.runtime.overrides import SHIPPED_PACKAGES, overrides
from fastserializers.views import FastReadMixin

# The actions of DRF's own that hand data to a serializer.
WRITING_ACTIONS = frozenset({"create", "update", "partial_update"})
SAFE_METHODS = frozenset({"get", "head", "options"})
STOCK_ACTIONS = WRITING_ACTIONS | {"list", "retrieve", "destroy"}


ViewClass: TypeAlias = "type[APIView]"


class Use(NamedTuple):
    """A serializer class that a view in the URLconf uses: its `serializer_class`, or a choice."""

    view: ViewClass
    route: str
    serializer: SerializerClass
    actions: frozenset[str]
    """``"list"``, ``"create"`` and so on; the HTTP method where its handler runs no action."""
    writing: frozenset[str]
    """Those of the actions that may hand data to the serializer."""
    queryset: QuerySet[Any] | None
    """The queryset of the view, never to be evaluated; None where only running code tells."""
    options: Mapping[str, Any]
    """The arguments of ``as_view()``."""
    is_certain: bool
    """Whether the view uses no other serializer: its code chooses none."""
    is_choice: bool = False
    """Whether code of the view names the serializer: which of the actions use it is not known."""

    @property
    def reads_only(self) -> bool:
        return not self.writing

    @property
    def reads_fast(self) -> bool:
        """Whether what these actions read is read by compiled code."""
        return is_fast(self.serializer) or view_reads_fast(self.view)


def uses() -> list[Use]:
    """Return which serializers the views in the URLconf use, in its order.

    These are named by `serializer_class`, or by the code of a view that chooses. A view that can't
    be read is left out.
    """
    found = []
    for route, function in views():
        with suppress(Exception):
            found.append(use_of(route, function))
            found += choices_of(route, function)
    return [use for use in found if use is not None]


def choices_of(route: str, function: Any) -> list[Use | None]:
    """Return the uses of the serializers that code of a routed view may choose."""
    if not chooses_by_code(function.cls):
        return []
    options = getattr(function, "initkwargs", {})
    named = options.get("serializer_class", getattr(function.cls, "serializer_class", None))
    chosen = serializers_chosen_by(function.cls, options)
    return [use_of(route, function, each) for each in chosen if each is not named]


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


def use_of(route: str, function: Any, chosen: SerializerClass | None = None) -> Use | None:
    """Return the use of a serializer by a routed view; None where there is none to name.

    That is what the `serializer_class` of the view says, or the `chosen` one if its code chooses.
    """
    view: Any = function.cls
    options = getattr(function, "initkwargs", {})
    is_choosing = chooses_by_code(view)
    serializer: Any = chosen if is_choosing else None
    if serializer is None:
        serializer = options.get("serializer_class", getattr(view, "serializer_class", None))
    is_serializer = isinstance(serializer, type) and issubclass(serializer, BaseSerializer)
    if not is_serializer or not issubclass(view, GenericAPIView):
        return None
    handlers = handlers_of(function)
    queryset = options.get("queryset", view.queryset)
    is_fixed = isinstance(queryset, QuerySet) and not overrides(view, ("get_queryset",))
    return Use(
        view,
        route,
        serializer,
        frozenset().union(*handlers.values()),
        writing_actions(view, handlers),
        queryset if is_fixed else None,
        options,
        not is_choosing,
        is_choosing and chosen is not None,
    )


def view_reads_fast(view: type) -> bool:
    """Return whether what a view reads is read by compiled code, whatever its serializer is."""
    return issubclass(view, FastReadMixin)


def chooses_by_code(view: type) -> bool:
    """Return whether code of the project's chooses the serializers of a view."""
    return overrides(view, CHOOSING)


def slow_views() -> list[ViewClass]:
    """Return the project's own views in the URLconf that read, without the mixin for it."""
    found: dict[ViewClass, None] = {}
    for _, function in views():
        with suppress(Exception):
            view = function.cls
            if is_own_view(view) and not view_reads_fast(view):
                handlers = handlers_of(function)
                if frozenset().union(*handlers.values()) - writing_actions(view, handlers):
                    found[view] = None
    return list(found)


def handlers_of(function: Any) -> dict[str, frozenset[str]]:
    """Return the actions that each HTTP method of a routed view runs."""
    view, options = function.cls, getattr(function, "initkwargs", {})
    routed = getattr(function, "actions", None)
    names = [name.lower() for name in options.get("http_method_names", view.http_method_names)]
    if routed:
        return {method: frozenset({routed[method]}) for method in names if method in routed}
    return {
        method: actions_of(view, method)
        for method in names
        if hasattr(view, method) and method != "options"
    }


def actions_of(view: ViewClass, method: str) -> frozenset[str]:
    """Return the actions that the handler of an HTTP method names, as DRF's own handlers do."""
    handler = inspect.unwrap(getattr(view, method))
    named = STOCK_ACTIONS.intersection(handler.__code__.co_names)
    return frozenset(action for action in named if hasattr(view, action)) or frozenset({method})


def writing_actions(view: ViewClass, handlers: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the actions that may hand data to a serializer."""
    # DRF's way to destroy an object has no need of a serializer.
    harmless = frozenset() if overrides(view, ("delete", "destroy")) else frozenset({"destroy"})
    return frozenset(
        action
        for method, actions in handlers.items()
        if method not in SAFE_METHODS
        for action in actions - harmless
    )


def base_views(slow: Iterable[ViewClass]) -> list[ViewClass]:
    """Return the first class of the project's among the bases of each of these views.

    So an edit of a few is one of all.
    """
    found = {[base for base in view.__mro__ if is_own_view(base)][-1]: None for view in slow}
    return sorted(found, key=lambda view: (view.__module__, view.__qualname__))


def is_own_view(cls: type) -> bool:
    return (
        issubclass(cls, GenericAPIView)
        and cls.__module__.partition(".")[0] not in SHIPPED_PACKAGES
        and is_first_party(cls.__module__)
    )
