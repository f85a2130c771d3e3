"""What the trial of a project needs to know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from tests.cluster import postgresql

NAMES = ("nautobot", "label-studio", "pulpcore")
PLAIN = "plain"
WAYS = (PLAIN, "mixin", "everywhere")

Server = Callable[[], AbstractContextManager[str]]
POSTGRESQL: dict[str, Server] = {"DATABASE_URL": postgresql.server}


@dataclass(frozen=True)
class Project:
    set_up: Callable[[], None]
    """Sets up Django; the environment variable TRIAL_WAY has the way."""
    fill: Callable[[], None]
    """Fills an empty database."""
    admin: Callable[[], Any]
    """Returns the user who asks."""
    api: str
    """How the addresses of its API begin."""
    size: str
    """The query parameter that says how many rows a page has."""
    servers: Mapping[str, Server]
    """What it needs running, by the environment variable that tells where."""
    versions: tuple[str, ...]
    """The distributions that the report names."""
    bases: tuple[str, ...] = ()
    """The classes that get the mixin. Without any, each view gets it."""
    queries: Mapping[str, str] = field(default_factory=dict)
    """What is asked for at an address that needs it, by its route."""


def project_named(name: str) -> Project:
    """Return the project of the module that has this name."""
    module = import_module(f"trials.{name.replace('-', '_')}")
    project: Project = module.PROJECT
    return project
