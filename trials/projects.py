"""The projects, and what each needs to run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from tests.cluster import postgresql
from trials import redis

Server = Callable[[], AbstractContextManager[str]]


@dataclass(frozen=True)
class Project:
    module: str
    """The package in this folder that has its `settings` and its `data`."""
    api: str
    """How the addresses of its API begin."""
    size: str
    """The query parameter that says how many rows a page has."""
    servers: dict[str, Server]
    """What it needs running, by the environment variable that tells where."""
    versions: tuple[str, ...]
    """The distributions that the report names."""
    bases: tuple[str, ...] = ()
    """The classes that get the mixin. Without any, each view gets it."""
    query: str = ""
    """What is asked for at each address."""


POSTGRESQL: dict[str, Server] = {"DATABASE_URL": postgresql.server}
REDIS: dict[str, Server] = {"REDIS_SOCKET": redis.server}

PROJECTS = {
    "nautobot": Project(
        module="nautobot",
        api="/api/",
        size="limit",
        servers=POSTGRESQL | REDIS,
        versions=("nautobot", "psycopg2-binary"),
        bases=(
            "nautobot.core.api.views.ModelViewSet",
            "nautobot.core.api.views.ReadOnlyModelViewSet",
        ),
    ),
    "label-studio": Project(
        module="label_studio",
        api="/api/",
        size="page_size",
        servers=POSTGRESQL,
        versions=("label-studio", "psycopg"),
    ),
    "pulpcore": Project(
        module="pulpcore",
        api="/pulp/",
        size="limit",
        servers=POSTGRESQL,
        versions=("pulpcore", "psycopg"),
        bases=("pulpcore.app.viewsets.base.NamedModelViewSet",),
    ),
}
