"""URLs of hyperlinked fields: the URL patterns are looked up once for the rows of a list.

`rest_framework.reverse.reverse()` searches the URLconf for each row. Here it makes the URLs of the
first two rows. The second URL shows which text stands around the key, and that text is put around
the keys of the other rows that the same pattern matches.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from django.http import HttpRequest
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf
from django.urls.resolvers import get_ns_resolver, get_resolver
from django.utils.http import RFC3986_SUBDELIMS
from django.utils.translation import get_language
from rest_framework.relations import Hyperlink
from rest_framework.reverse import reverse

from fastserializers.runtime.nested import (
    NestedContext,
    SerializerOrContext,
    context_of,
    method_of,
)
from fastserializers.runtime.overrides import is_code_of, overrides


class Link(NamedTuple):
    """The view that a hyperlinked field links to, and the name of its argument."""

    view_name: str
    url_kwarg: str


# The types of keys that DRF represents as they are.
KEY_TYPES = frozenset({int, str, uuid.UUID})


def links_of(serializer: SerializerOrContext, link: Link) -> Links:
    """Return the links of one call. All rows of a nested serializer share the same object."""
    shared: dict[Link, Links] = serializer.links if type(serializer) is NestedContext else {}
    if link not in shared:
        shared[link] = Links(link, context_of(serializer))
    return shared[link]


class Links(dict[Hashable, str | None]):
    """The URLs of one link by key; None for a key whose URL DRF has to make.

    They are those of the request, the language and the URLconf that a list begins with.
    """

    # The bound of this cache, for streams of a million rows. URLs that `reverse()` has made are
    # not cached: a versioning scheme of the project can make another one for each call.
    most = 4096

    def __init__(self, link: Link, context: Any) -> None:
        self.link = link
        self.is_open = type(context) is dict and "request" in context and not context.get("format")
        """Whether URLs are made here; else, DRF has to make each."""
        self.request = context["request"] if self.is_open else None
        self.pattern: Pattern | None = None
        self.is_first = True

    def __missing__(self, key: Hashable) -> str | None:
        url = self.pattern(key) if self.pattern else None
        if url is None:
            return None if key == "" or not self.is_open else self.reversed(key)
        if len(self) < self.most:
            self[key] = url
        return url

    def reversed(self, key: Hashable) -> str | None:
        """Return the URL that DRF makes; None if no pattern matches.

        The pattern of the second URL is looked up.
        """
        view_name, url_kwarg = self.link
        try:
            url: str = reverse(view_name, kwargs={url_kwarg: key}, request=self.request)
        except NoReverseMatch:
            return None
        if self.pattern is None and type(key) in KEY_TYPES and UNRESERVED(str(key)):
            if not self.is_first:
                self.pattern = pattern_of(self.link, self.request, key, url)
            self.is_first = False
        return url


def hyperlink(obj: Any, lookup_field: str, urls: Links) -> Hyperlink | None:
    """Return the hyperlink of an object; None if DRF has to make it."""
    if not urls.is_open or (hasattr(obj, "pk") and obj.pk in (None, "")):
        return None
    key = getattr(obj, lookup_field)
    url = urls[key] if type(key) in KEY_TYPES and key != "" else urls.reversed(key)
    return None if url is None else Hyperlink(url, obj)


# What Django does for each URL, done once.

Pattern = Callable[[Hashable], "str | None"]
"""Returns the URL for a key; None where no route is known, or where it does not match."""

Route = tuple[str, str, Callable[[str], object]]
"""The text around the key, and the search by the regular expression of the route."""

# Keys that need no quoting in a URL, and are not "." or "..".
UNRESERVED = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9_~.-]*").fullmatch
KEY = "\0"


def pattern_of(link: Link, request: Any, key: Hashable, url: str) -> Pattern:
    """Return the pattern that has made `url` for `key`.

    Returns a pattern that matches nothing if code of the project can change the URL.
    """
    route = route_of(link, request)
    if route is None:
        return no_pattern
    before, after, search = route
    scheme, host, path, _, _ = urlsplit(url)
    left = f"{scheme}://{host}{escaped(before)}" if host else escaped(before)
    right = url[len(left) + len(str(key)) :]

    def pattern(key: Hashable) -> str | None:
        text = str(key)
        if (type(key) is int or UNRESERVED(text)) and search(f"{before}{text}{after}"):
            return f"{left}{text}{right}"
        return None

    is_proven = path == f"{escaped(before)}{key}{escaped(after)}" and pattern(key) == url
    return pattern if is_proven else no_pattern


def no_pattern(key: Hashable) -> None:
    return None


def escaped(text: str) -> str:
    return quote(text, safe=f"{RFC3986_SUBDELIMS}/~:@")


def route_of(link: Link, request: Any) -> Route | None:
    """Return the first route that `URLResolver.reverse()` would try.

    None if there is no route, or if code of the project can change the URL.
    """
    # DRF reads its settings when this module is imported. They may not be configured earlier.
    from rest_framework.versioning import NamespaceVersioning, URLPathVersioning

    scheme = getattr(request, "versioning_scheme", None)
    build = getattr(request, "build_absolute_uri", None)
    makes_urls = overrides(type(scheme), SCHEME_HOOKS) or not SCHEME_HOOKS.isdisjoint(
        getattr(scheme, "__dict__", ())
    )
    is_djangos = getattr(build, "__func__", None) is HttpRequest.build_absolute_uri
    if makes_urls or not (request is None or is_djangos):
        return None
    view_name, arguments = link.view_name, {link.url_kwarg: KEY}
    if isinstance(scheme, NamespaceVersioning) and request.version is not None:
        view_name = f"{request.version}:{view_name}"
    if isinstance(scheme, URLPathVersioning) and request.version is not None:
        arguments = {scheme.version_param: request.version, **arguments}
    for routes, pattern, defaults, converters in candidates_of(view_name):
        for path, parameters in routes:
            if {*arguments}.symmetric_difference(parameters).difference(defaults):
                continue
            converts = (converters[name].to_url for name in arguments if name in converters)
            if defaults or not all(is_code_of({"django"}, to_url) for to_url in converts):
                return None
            prefix = get_script_prefix()
            filled = (prefix.replace("%", "%%") + path) % arguments
            before, _, after = filled.partition(KEY)
            search = re.compile(f"^{re.escape(prefix)}{pattern}").search
            return None if KEY in after else (before, after, search)
    return None


SCHEME_HOOKS = frozenset({"reverse", "get_versioned_viewname"})


def candidates_of(view_name: str) -> list[Any]:
    """Return the routes that Django's `reverse()` tries for the name of a view, in its order."""
    resolver = get_resolver(get_urlconf())
    *namespaces, name = view_name.split(":")
    path: str = ""
    converters: dict[str, Any] = {}
    for namespace in namespaces:
        instances = resolver.app_dict.get(namespace, [namespace])
        instance = namespace if namespace in instances else instances[0]
        if instance not in resolver.namespace_dict:
            return []
        further, resolver = resolver.namespace_dict[instance]
        path += further
        converters.update(resolver.pattern.converters)
    if path:
        resolver = get_ns_resolver(path, resolver, tuple(converters.items()))
    found: list[Any] = resolver.reverse_dict.getlist(name)
    return found


# Fields whose `get_url()` is the project's. REST framework's `get_url()`, and most of those in
# projects, ask `self.reverse()` for a URL.


def links_by_project(field: Any) -> Callable[[Any], Any]:
    """Return the `to_representation()` of a bound field, after making its `reverse()` fast."""
    if field.reverse is reverse:
        field.reverse = ReverseByPattern()
    return method_of(field, "to_representation")


class ReverseByPattern:
    """REST framework's `reverse()`, which looks up the URL pattern of a view once for its URLs.

    The project's code runs before each call: it may have changed the language, the URLconf or the
    request. All URLs are those of what is active when they are asked for.
    """

    def __init__(self) -> None:
        self.links: tuple[tuple[Any, ...], dict[Link, Links]] = ((), {})
        """The values that the URLs of the last call depend on, and the links by their views."""

    def __call__(
        self,
        viewname: str,
        args: Any = None,
        kwargs: Any = None,
        request: Any = None,
        format: Any = None,  # noqa: A002
        **extra: Any,
    ) -> Any:
        url = None
        # REST framework adds a format to the `kwargs` of the caller.
        has_one_argument = type(kwargs) is dict and len(kwargs) == 1 and not args and not extra
        if has_one_argument and format is None and type(viewname) is str:
            ((name, key),) = kwargs.items()
            if type(key) in KEY_TYPES:
                url = self.links_to(Link(viewname, name), request)[key]
        return reverse(viewname, args, kwargs, request, format, **extra) if url is None else url

    def links_to(self, link: Link, request: Any) -> Links:
        now = (
            request,
            getattr(request, "versioning_scheme", None),
            getattr(request, "version", None),
            get_urlconf(),
            get_script_prefix(),
            get_language(),
        )
        before, links = self.links
        if now != before:
            links = {}
            self.links = (now, links)
        if link not in links:
            links[link] = Links(link, {"request": request})
        return links[link]
