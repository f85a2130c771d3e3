"""How a project runs the checks, also in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from rest_framework import serializers

from tests.checks.projects import ANSWERED, SERIALIZER, Install, import_errors, reported_in, write

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper


pytestmark = pytest.mark.long


def test_it_is_limited_to_the_apps_asked_about(
    install: Install, settings: SettingsWrapper
) -> None:
    install(
        {
            "project_urls.py": "import bulbs",
            "florist/__init__.py": "",
            "florist/serializers/__init__.py": "",
            "florist/serializers/users.py": SERIALIZER,
            "florist/serializers/broken.py": "import bulbs",
            "gardener/__init__.py": "",
            "gardener/serializers/__init__.py": "",
            "gardener/serializers/users.py": SERIALIZER,
            "gardener/serializers/broken.py": "import bulbs",
        },
        "florist",
        "gardener",
    )
    settings.ROOT_URLCONF = "project_urls"

    assert reported_in("florist", "florist") == ["florist.serializers.users.UserSerializer"]
    assert reported_in("gardener", "florist") == []
    assert [error.obj for error in import_errors("florist")] == [
        "project_urls",
        "florist.serializers.broken",
    ]


def test_it_fails_the_check_command_at_fail_level_warning(settings: SettingsWrapper) -> None:
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [__name__]}

    class Unanswered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    with pytest.raises(SystemCheckError) as raised:
        call_command("check", tags=["serializers"], fail_level="WARNING")

    assert (
        f"{__name__}.{Unanswered.__qualname__}: (H300) ModelSerializer must define "
        "read_only_fields. Without it a client may set fields by accident, and the validators of "
        "all fields are built for each read.\n"
        "\tHINT: Set read_only_fields in ModelSerializer.Meta: an empty tuple is an answer."
    ) in str(raised.value)


SETTINGS = """
    SECRET_KEY = "only for the tests"
    INSTALLED_APPS = [
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "rest_framework",
        "fastserializers",
        "florist",
    ]
    USE_TZ = True
"""


def check_project(
    folder: Path, source: str, *arguments: str, settings: str = ""
) -> subprocess.CompletedProcess[str]:
    """
    Run Django's check command, as CI would, on a project whose one app has these serializers.

    The project has no database: a check that asked for one would end in a traceback.
    """
    write(
        folder,
        {
            "project_settings.py": dedent(SETTINGS) + settings,
            "florist/__init__.py": "",
            "florist/serializers.py": source,
        },
    )
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "project_settings",
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
    }
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "django", "check", *arguments],
        capture_output=True,
        cwd=folder,
        env=environment,
        text=True,
    )


def test_fail_level_warning_exits_with_1_for_a_missing_answer(tmp_path: Path) -> None:
    checked = check_project(tmp_path, SERIALIZER, "--fail-level", "WARNING")

    assert checked.returncode == 1
    assert "florist.serializers.UserSerializer: (H300)" in checked.stderr
    assert "identified 1 issue (0 silenced)" in checked.stderr


def test_a_missing_answer_is_shown_without_failing_the_default_level(tmp_path: Path) -> None:
    checked = check_project(tmp_path, SERIALIZER, "--tag", "serializers")

    assert checked.returncode == 0
    assert "florist.serializers.UserSerializer: (H300)" in checked.stderr


def test_fail_level_warning_exits_with_0_when_every_serializer_has_answered(
    tmp_path: Path,
) -> None:
    checked = check_project(tmp_path, ANSWERED, "--fail-level", "WARNING")

    assert checked.returncode == 0, checked.stderr
    assert "no issues (0 silenced)" in checked.stdout


def test_it_can_be_silenced(tmp_path: Path) -> None:
    silenced = 'SILENCED_SYSTEM_CHECKS = ["H300"]\n'
    checked = check_project(tmp_path, SERIALIZER, "--fail-level", "WARNING", settings=silenced)

    assert checked.returncode == 0, checked.stderr
    assert "no issues (1 silenced)" in checked.stdout


def test_a_module_that_fails_to_import_fails_the_command_without_a_traceback(
    tmp_path: Path,
) -> None:
    checked = check_project(tmp_path, "import bulbs")

    assert checked.returncode == 1
    assert (
        "florist.serializers: (fastserializers.E001) florist.serializers fails to import: "
        "ModuleNotFoundError: No module named 'bulbs'"
    ) in checked.stderr
    assert "Traceback" not in checked.stderr
