"""Which serializers the views of a project use."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

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
from fastserializers.reading.class_plan import reason_for_drf
from fastserializers.runtime.overrides import SHIPPED_PACKAGES, overrides

# The actions of DRF's own that hand data to a serializer.
WRITING_ACTIONS = frozenset({"create", "update", "partial_update"})
SAFE_METHODS = frozenset({"get", "head", "options"})
STOCK_ACTIONS = WRITING_ACTIONS | {"list", "retrieve", "destroy"}


ViewClass: TypeAlias = "type[APIView]"


@dataclass(frozen=True)
class RoutedView:
    """A view in the URLconf, as its route has it."""

    view: Any
    route: str
    options: Mapping[str, Any]
    """The arguments of `as_view()`."""
    actions: frozenset[str]
    """`"list"`, `"create"` and so on; the HTTP method if its handler runs no action."""
    writing: frozenset[str]
    """Those of the actions that may hand data to a serializer."""

    @property
    def reading(self) -> frozenset[str]:
        return self.actions - self.writing


@dataclass(frozen=True)
class Use(RoutedView):
    """A serializer class that a view in the URLconf uses: its `serializer_class`, or a choice."""

    serializer: SerializerClass
    queryset: QuerySet[Any] | None
    """The queryset of the view, which is never evaluated; None if only running code tells."""
    is_choice: bool
    """Whether code of the view chooses the serializer: which actions use it is unknown."""

    @property
    def reads_fast(self) -> bool:
        """Whether these actions read fast."""
        return is_fast(self.serializer) or is_fast(self.view)


def uses() -> list[Use]:
    """Return the uses of serializers by the views in the URLconf, in the order of the URLconf.

    Views whose code raises when it is looked at are left out.
    """
    found: list[Use] = []
    for routed in views():
        with suppress(Exception):
            found.extend(uses_of(routed))
    return found


def uses_of(routed: RoutedView) -> Iterator[Use]:
    """Yield the uses of serializers by a view: its `serializer_class`, and its choices by code."""
    view, options = routed.view, routed.options
    if not issubclass(view, GenericAPIView):
        return
    queryset = options.get("queryset", view.queryset)
    is_fixed = isinstance(queryset, QuerySet) and not overrides(view, ("get_queryset",))
    use = partial(Use, **vars(routed), queryset=queryset if is_fixed else None)
    own = options.get("serializer_class", view.serializer_class)
    if isinstance(own, type) and issubclass(own, BaseSerializer):
        yield use(serializer=own, is_choice=False)
    if chooses_by_code(view):
        for serializer in serializers_chosen_by(view, options):
            if serializer is not own:
                yield use(serializer=serializer, is_choice=True)


def views() -> list[RoutedView]:
    """Return REST framework's views in the URLconf, once for each of their routes."""
    found: list[RoutedView] = []
    if getattr(settings, "ROOT_URLCONF", None):
        for route, callback in routes(get_resolver(), ""):
            with suppress(Exception):
                function = view_function(callback)
                view, options = function.cls, getattr(function, "initkwargs", {})
                if issubclass(view, APIView):
                    handlers = handlers_of(view, options, getattr(function, "actions", None))
                    actions = frozenset[str]().union(*handlers.values())
                    writing = writing_actions(view, handlers)
                    found.append(RoutedView(view, route, options, actions, writing))
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
    """Return the function that `as_view()` returned, without the decorators around it."""
    while not hasattr(callback, "cls"):
        callback = callback.func if isinstance(callback, partial) else callback.__wrapped__
    return callback


def chooses_by_code(view: type) -> bool:
    """Return whether code of the project's chooses the serializers of a view."""
    return overrides(view, CHOOSING)


def slow_views(all_uses: Iterable[Use]) -> list[ViewClass]:
    """Return the project's own views that read with serializers that are not fast, and can be."""
    views = dict.fromkeys(
        use.view
        for use in all_uses
        if use.reading and not use.reads_fast and not reason_for_drf(use.serializer)
    )
    return [view for view in views if is_own_view(view)]


def best_uses(all_uses: Iterable[Use]) -> dict[SerializerClass, Use]:
    """Return one use of each serializer that views use, a list with a fixed queryset if any."""
    best: dict[SerializerClass, Use] = {}
    for use in sorted(
        all_uses,
        key=lambda use: (use.is_choice, use.queryset is None, "list" not in use.actions),
    ):
        best.setdefault(use.serializer, use)
    return best


def handlers_of(
    view: Any, options: Mapping[str, Any], routed: Mapping[str, str] | None
) -> dict[str, frozenset[str]]:
    """Return the actions that each HTTP method of a view runs; `routed` are those of a router."""
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
    # A handler may be any callable, such as a `partialmethod`.
    code = getattr(inspect.unwrap(getattr(view, method)), "__code__", None)
    named = STOCK_ACTIONS.intersection(code.co_names if code else ())
    return frozenset(action for action in named if hasattr(view, action)) or frozenset({method})


def writing_actions(view: ViewClass, handlers: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the actions that may hand data to a serializer."""
    # DRF's own `destroy()` uses no serializer.
    harmless = frozenset() if overrides(view, ("delete", "destroy")) else frozenset({"destroy"})
    return frozenset(
        action
        for method, actions in handlers.items()
        if method not in SAFE_METHODS
        for action in actions - harmless
    )


def base_view(view: ViewClass) -> ViewClass:
    """Return the project's class from which a view and its siblings inherit, or the view."""
    return [base for base in view.__mro__ if is_own_view(base)][-1]


def is_own_view(cls: type) -> bool:
    return (
        issubclass(cls, GenericAPIView)
        and cls.__module__.partition(".")[0] not in SHIPPED_PACKAGES
        and is_first_party(cls.__module__)
    )
