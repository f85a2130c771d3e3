"""How a project runs the checks, also in a process of its own."""

from __future__ import annotations

import pytest

from tests.checks.projects import SERIALIZER, import_errors, reported_in, write
from tests.processes import python


def test_it_is_limited_to_the_apps_asked_about(install, settings):
    files = {"project_urls.py": "import bulbs"}
    for app in ("florist", "gardener"):
        files[f"{app}/serializers/users.py"] = SERIALIZER
        files[f"{app}/serializers/broken.py"] = "import bulbs"
    install(files, "florist", "gardener")
    settings.ROOT_URLCONF = "project_urls"

    assert reported_in("florist", "florist") == ["florist.serializers.users.UserSerializer"]
    assert reported_in("gardener", "florist") == []
    assert [error.obj for error in import_errors("florist")] == [
        "project_urls",
        "florist.serializers.broken",
    ]


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


@pytest.mark.long
def test_a_process_of_its_own_needs_no_database_and_ends_without_a_traceback(tmp_path):
    # There is none: a check that asked for one would end in a traceback.

    def check(*arguments, **files):
        modules = {f"florist/{name}.py": code for name, code in files.items()}
        write(tmp_path, {"project_settings.py": SETTINGS, **modules})
        environment = {"DJANGO_SETTINGS_MODULE": "project_settings"}
        finished = python("-m", "django", "check", *arguments, folder=tmp_path, **environment)
        return finished.returncode, finished.stderr

    code, said = check("--fail-level", "WARNING", serializers=SERIALIZER)
    assert code == 1
    assert "florist.serializers.UserSerializer: (H300) ModelSerializer must define" in said
    assert "\tHINT: Set read_only_fields in ModelSerializer.Meta" in said
    assert "identified 1 issue (0 silenced)" in said

    code, said = check(serializers="import bulbs")
    assert code == 1
    assert "florist.serializers: (fastserializers.E001) florist.serializers fails to" in said
    assert "Traceback" not in said
