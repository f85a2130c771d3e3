from __future__ import annotations

import gc
import importlib
import sys
from typing import TYPE_CHECKING, Any

import pytest
from django.core import checks
from django.urls import path

from fastserializers.project.overview import project_now
from tests.checks.examples import SUBJECTS, Found, routed
from tests.checks.projects import Install, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper


@pytest.fixture(autouse=True)
def manage_py_check(monkeypatch: pytest.MonkeyPatch, settings: SettingsWrapper) -> None:
    """Check a project of this folder's modules alone: others take their time to be read."""
    monkeypatch.setattr(sys, "argv", ["manage.py", "check"])
    own = [__package__, "florist", "gardener", "project_urls"]
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": own}
    # What the last test has left: classes are in circles of references.
    gc.collect()


@pytest.fixture
def install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: SettingsWrapper
) -> Iterator[Install]:
    """Write importable files and install the apps among them; forget their modules afterwards."""
    imported_before = set(sys.modules)

    def install(files: dict[str, str], *app_names: str, folder: str = "src") -> None:
        write(tmp_path / folder, files)
        monkeypatch.syspath_prepend(tmp_path / folder)
        importlib.invalidate_caches()
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, *app_names]

    yield install
    for name in set(sys.modules) - imported_before:
        if name.partition(".")[0] in {"florist", "gardener", "project_urls"}:
            del sys.modules[name]


@pytest.fixture
def found(settings: SettingsWrapper) -> Found:
    """The messages of one check about one class, in a project that has these views."""

    def found(number: str, obj: type, *views: Any) -> list[checks.CheckMessage]:
        settings.ROOT_URLCONF = tuple(
            view if hasattr(view, "pattern") else path(f"{place}/", routed(view))
            for place, view in enumerate(views)
        )
        messages = list(SUBJECTS[number](project_now()))
        assert {message.id for message in messages} <= {number}
        return [message for message in messages if message.obj is obj]

    return found
