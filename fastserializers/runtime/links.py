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
from django.urls.converters import (
    IntConverter,
    PathConverter,
    SlugConverter,
    StringConverter,
    UUIDConverter,
)
from django.urls.resolvers import URLResolver, get_ns_resolver, get_resolver
from django.utils.http import RFC3986_SUBDELIMS
from rest_framework.relations import Hyperlink
from rest_framework.reverse import reverse

from fastserializers.runtime.nested import NestedContext, SerializerOrContext, context_of
from fastserializers.runtime.overrides import overrides


class Link(NamedTuple):
    """The options of a hyperlinked field: the view it links to, and how."""

    view_name: str
    url_kwarg: str
    format: str | None


# The types of keys that DRF represents as they are.
KEY_TYPES = frozenset({int, str, uuid.UUID})


def links_of(serializer: SerializerOrContext, link: Link) -> Links:
    """Return the links of one call. All rows of a nested serializer share the same object."""
    if type(serializer) is not NestedContext:
        return Links(context_of(serializer), link)
    if link not in serializer.links:
        serializer.links[link] = Links(context_of(serializer), link)
    links: Links = serializer.links[link]
    return links


class Links(dict[Hashable, str | None]):
    """The URLs of one link by key; None for a key whose URL DRF has to make.

    They are those of the request, the language and the URLconf that a list begins with.
    """

    # The bound of this cache, for streams of a million rows. URLs that `reverse()` has made are
    # not cached: a versioning scheme of the project can make another one for each call.
    most = 4096

    def __init__(self, context: Any, link: Link) -> None:
        self.link = link
        self.is_open = type(context) is dict and "request" in context
        """Whether URLs are made here; else, DRF has to make each."""
        if self.is_open:
            form = context.get("format")
            self.request = context["request"]
            self.format = link.format if form and link.format else form
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
        view_name, url_kwarg, _ = self.link
        try:
            url: str = reverse(
                view_name, kwargs={url_kwarg: key}, request=self.request, format=self.format
            )
        except NoReverseMatch:
            return None
        if self.pattern is None and type(key) in KEY_TYPES and UNRESERVED(str(key)):
            if not self.is_first:
                self.pattern = pattern_of(self.link, self.request, self.format, key, url)
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
"""The first pattern that Django tries: the text around the key, and its regular expression."""

# Keys that need no quoting in a URL, and are not "." or "..".
UNRESERVED = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9_~.-]*").fullmatch


def no_pattern(key: Hashable) -> None:
    return None


def pattern_of(link: Link, request: Any, form: str | None, key: Hashable, url: str) -> Pattern:
    """Return the pattern that has made `url` for `key`.

    Returns a pattern that matches nothing if code of the project can change the URL.
    """
    arguments = arguments_of(link, request, form)
    route = arguments and route_of(*arguments, link.url_kwarg)
    build = getattr(request, "build_absolute_uri", None)
    is_djangos = getattr(build, "__func__", None) is HttpRequest.build_absolute_uri
    if not route or not (request is None or is_djangos):
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


def arguments_of(link: Link, request: Any, form: str | None) -> tuple[str, dict[str, Any]] | None:
    """Return the view name and the constant arguments, as the versioning scheme makes them."""
    # DRF reads its settings when this module is imported. They may not be configured earlier.
    from rest_framework.versioning import BaseVersioning, NamespaceVersioning, URLPathVersioning

    constant = {} if form is None else {"format": form}
    scheme = getattr(request, "versioning_scheme", None)
    if scheme is not None:
        if not isinstance(scheme, BaseVersioning) or overrides(type(scheme), VERSIONING_HOOKS):
            return None
        if not VERSIONING_HOOKS.isdisjoint(vars(scheme)):
            return None
        if isinstance(scheme, NamespaceVersioning) and request.version is not None:
            return f"{request.version}:{link.view_name}", constant
        if isinstance(scheme, URLPathVersioning) and request.version is not None:
            constant = {scheme.version_param: request.version, **constant}
    return link.view_name, constant


VERSIONING_HOOKS = frozenset({"reverse", "get_versioned_viewname"})


def route_of(view_name: str, constant: dict[str, Any], url_kwarg: str) -> Route | None:
    """Return the first route that `URLResolver.reverse()` would try; None if there is none."""
    resolver, name = resolver_of(view_name)
    if resolver is None or url_kwarg in constant:
        return None
    arguments = {**constant, url_kwarg: KEY}
    for routes, pattern, defaults, by_name in resolver.reverse_dict.getlist(name):
        for path, parameters in routes:
            if {*arguments}.symmetric_difference(parameters).difference(defaults):
                continue
            converters = {type(by_name[name]) for name in arguments if name in by_name}
            if defaults or not converters <= CONVERTERS:
                return None
            prefix = get_script_prefix()
            filled = (prefix.replace("%", "%%") + path) % arguments
            before, _, after = filled.partition(KEY)
            search = re.compile(f"^{re.escape(prefix)}{pattern}").search
            return None if KEY in after else (before, after, search)
    return None


def resolver_of(view_name: str) -> tuple[URLResolver | None, str]:
    """Return the resolver of a view's namespace and the view's name there, as `reverse()`."""
    resolver = get_resolver(get_urlconf())
    *namespaces, name = view_name.split(":")
    path: str = ""
    converters: dict[str, Any] = {}
    for namespace in namespaces:
        instances = resolver.app_dict.get(namespace, [namespace])
        instance = namespace if namespace in instances else instances[0]
        if instance not in resolver.namespace_dict:
            return None, name
        further, resolver = resolver.namespace_dict[instance]
        path += further
        converters.update(resolver.pattern.converters)
    return get_ns_resolver(path, resolver, tuple(converters.items())) if path else resolver, name


def escaped(text: str) -> str:
    return quote(text, safe=f"{RFC3986_SUBDELIMS}/~:@")


KEY = "\0"

# Django's converters whose `to_url()` is `str()`.
CONVERTERS = frozenset(
    {IntConverter, PathConverter, SlugConverter, StringConverter, UUIDConverter}
)
