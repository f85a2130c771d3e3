"""What imports where a project has not been set up yet."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def imports(module):
    """Return whether a module imports in a process that has no settings."""
    environment = {name: os.environ[name] for name in os.environ if name[:6] != "DJANGO"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-c", f"import {module}"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)  # noqa: S603
    return done.returncode == 0


@pytest.mark.parametrize(
    ("module", "of_drf"),
    [
        ("fastserializers", "rest_framework.serializers"),
        ("fastserializers.testing", "rest_framework.serializers"),
        ("fastserializers.exceptions", "rest_framework.exceptions"),
    ],
)
def test_it_imports_without_settings_where_rest_framework_does(module, of_drf):
    assert imports(of_drf)
    assert imports(module)
