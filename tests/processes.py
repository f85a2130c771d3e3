"""Python in a process of its own, for what only a new process shows."""

import subprocess
import sys
from os import environ, pathsep

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": "sqlite://:memory:"}


def python(*arguments, folder=None, **environment):
    """Run Python with this process's path, and with no settings or database but those given."""
    inherited = {name: environ[name] for name in environ if name[:6] != "DJANGO"}
    inherited.pop("DATABASE_URL", None)
    path = pathsep.join(filter(None, sys.path))
    return subprocess.run(  # noqa: S603
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env={**inherited, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def output_of(*arguments, folder=None, **environment):
    """Return what Python prints; an error fails the test."""
    finished = python(*arguments, folder=folder, **environment)
    assert not finished.returncode, finished.stderr
    return finished.stdout
