"""URLs of hyperlinked fields whose `get_url()` is the project's: patterns are looked up once, too.

REST framework's `get_url()`, and most of those in projects, ask `self.reverse()` for a URL. While
such a field represents a value, its `reverse()` is one that gives the same URLs by `links`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import get_script_prefix, get_urlconf
from django.utils.translation import get_language
from rest_framework.reverse import reverse

from fastserializers.runtime.drf_types import AnyField
from fastserializers.runtime.links import KEY_TYPES, Link, Links
from fastserializers.runtime.nested import NestedContext, SerializerOrContext, method_of


def links_by_project(serializer: SerializerOrContext, field: AnyField) -> Callable[[Any], Any]:
    """Return the `to_representation()` of a bound field, in which `self.reverse()` is fast."""
    represent = method_of(field, "to_representation")
    reverse_by_pattern = reverse_of(serializer)
    state = vars(field)

    def link_to(value: object) -> object:
        if state.get("reverse") is not reverse:
            return represent(value)
        state["reverse"] = reverse_by_pattern
        try:
            return represent(value)
        finally:
            # `get_url()` may have set another one.
            if state.get("reverse") is reverse_by_pattern:
                state["reverse"] = reverse

    return link_to


def reverse_of(serializer: SerializerOrContext) -> ReverseByPattern:
    """Return the `reverse()` of one call. All rows of a nested serializer share the same one."""
    if type(serializer) is not NestedContext:
        return ReverseByPattern()
    found: ReverseByPattern = serializer.links.setdefault(ReverseByPattern, ReverseByPattern())
    return found


class ReverseByPattern:
    """REST framework's `reverse()`, which looks up the URL pattern of a view once for its URLs.

    The project's code runs before each call: it may have changed the language, the URLconf or the
    request. All URLs are those of what is active when they are asked for.
    """

    def __init__(self) -> None:
        self.surroundings: tuple[Any, ...] = ()
        self.links: dict[tuple[str, str], Links] = {}
        """The URLs by the name of the view and that of the argument."""

    def __call__(
        self,
        viewname: str,
        args: Any = None,
        kwargs: Any = None,
        request: Any = None,
        format: Any = None,  # noqa: A002
        **extra: Any,
    ) -> Any:
        # REST framework adds a format to the `kwargs` of the caller.
        has_one_argument = type(kwargs) is dict and len(kwargs) == 1 and not args and not extra
        if has_one_argument and format is None and type(viewname) is str:
            ((name, key),) = kwargs.items()
            if type(key) in KEY_TYPES:
                url = self.links_to(viewname, name, request)[key]
                if url is not None:
                    return url
        return reverse(viewname, args, kwargs, request, format, **extra)

    def links_to(self, view_name: str, url_kwarg: str, request: Any) -> Links:
        now = surroundings_of(request)
        if now != self.surroundings:
            self.surroundings, self.links = now, {}
        place = (view_name, url_kwarg)
        links = self.links.get(place)
        if links is None:
            link = Link(view_name, url_kwarg, None)
            links = self.links[place] = Links({"request": request}, link)
        return links


def surroundings_of(request: Any) -> tuple[Any, ...]:
    """Return all that decides on the URL of a view, apart from its arguments."""
    return (
        request,
        getattr(request, "versioning_scheme", None),
        getattr(request, "version", None),
        get_urlconf(),
        get_script_prefix(),
        get_language(),
    )
