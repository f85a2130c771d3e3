import gc
import importlib
import sys

import pytest
from django.urls import path

from fastserializers.checks.findings import CHECKS
from fastserializers.project.overview import project_now
from tests.checks.examples import routed
from tests.checks.projects import write

# pytest finds it among the fixtures of this folder, too.
from tests.commands.conftest import nothing_of_earlier_tests  # noqa: F401


@pytest.fixture(autouse=True)
def manage_py_check(monkeypatch, settings):
    """Check a project of this folder's modules alone: others take their time to be read."""
    monkeypatch.setattr(sys, "argv", ["manage.py", "check"])
    own = [__package__, "florist", "gardener", "project_urls"]
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": own}
    # What the last test has left: classes are in circles of references.
    gc.collect()


@pytest.fixture
def install(tmp_path, monkeypatch, settings):
    """Write importable files and install the apps among them; forget their modules afterwards."""
    imported_before = set(sys.modules)

    def install(files, *app_names, folder="src"):
        write(tmp_path / folder, files)
        monkeypatch.syspath_prepend(tmp_path / folder)
        importlib.invalidate_caches()
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, *app_names]

    yield install
    for name in set(sys.modules) - imported_before:
        if name.partition(".")[0] in {"florist", "gardener", "project_urls"}:
            del sys.modules[name]


@pytest.fixture
def found(settings):
    """The messages of one check about one class, in a project that has these views."""

    def found(number, obj, *views):
        settings.ROOT_URLCONF = tuple(
            view if hasattr(view, "pattern") else path(f"{place}/", routed(view))
            for place, view in enumerate(views)
        )
        messages = list(CHECKS[number](project_now()))
        assert {message.id for message in messages} <= {number}
        return [message for message in messages if message.obj is obj]

    return found
