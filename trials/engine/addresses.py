"""The addresses that an admin can reach: each list, and details of its rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from django.contrib.admindocs.views import simplify_regex
from django.urls import URLResolver, get_resolver
from rest_framework.generics import GenericAPIView

from trials.engine.answers import rows_of
from trials.engine.project import Project

PARAMETER = re.compile("<[^>]+>")
Get = Callable[[str], Any]


def addresses(project: Project, get: Get) -> dict[str, str]:
    """Return addresses that answer with JSON, by the template of their route.

    The parameters of a route are taken from the first row of the list above it.
    """
    found: dict[str, str] = {}
    for route in sorted(routes(project), key=lambda route: (route.count("<"), route)):
        address = address_of(route, found, get)
        if address is None:
            continue
        query = project.queries.get(route, "")
        response = get(f"{address}?{query}")
        is_json = "json" in response.get("Content-Type", "") and not response.streaming
        if response.status_code == 200 and is_json:
            found[route] = f"{address}?{query}"
    return found


def address_of(route: str, found: dict[str, str], get: Get) -> str | None:
    parameters = list(PARAMETER.finditer(route))
    if not parameters:
        return route
    last = parameters[-1]
    listed = found.get(route[: last.start()])
    if listed is None:
        return None
    value = value_in(first_row(get(listed)), listed)
    return None if value is None else f"{path(listed)}{value}{route[last.end() :]}"


def path(url: str) -> str:
    return urlsplit(url).path


def first_row(response: Any) -> Any:
    rows = rows_of(response.content)
    return rows[0] if rows else None


def value_in(row: Any, listed: str) -> str | None:
    """Return what a row is found by: its link goes on from the list's, or it has a key."""
    if not isinstance(row, dict):
        return None
    for value in row.values():
        if isinstance(value, str) and (rest := urlsplit(value).path.partition(path(listed)))[1]:
            return rest[2].partition("/")[0] or None
    return str(row["id"]) if "id" in row else None


def routes(project: Project) -> Iterator[str]:
    for route, view, actions in patterns():
        is_read = "get" in actions if actions else hasattr(view, "get")
        if route.startswith(project.api) and issubclass(view, GenericAPIView) and is_read:
            yield route


def views(project: Project) -> Iterator[Any]:
    for route, view, _ in patterns():
        if route.startswith(project.api):
            yield view


def models(project: Project) -> list[Any]:
    """Return the models of the lists, in the order of their routes."""
    querysets = (getattr(view, "queryset", None) for view in views(project))
    return list(dict.fromkeys(each.model for each in querysets if each is not None))


def patterns() -> Iterator[tuple[str, Any, Any]]:
    """Return each route of REST framework's views, with its view class and its actions."""

    def walk(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, Any, Any]]:
        for pattern in resolver.url_patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern, route)
            elif view := getattr(pattern.callback, "cls", None):
                yield simplify_regex(route), view, getattr(pattern.callback, "actions", None)

    return (each for each in walk(get_resolver(), "") if "<format>" not in each[0])
