"""What imports where a project has not been set up yet."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.long


def imports(module):
    """Return whether a module imports in a process that has no settings."""
    environment = {name: os.environ[name] for name in os.environ if name[:6] != "DJANGO"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-c", f"import {module}"]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)  # noqa: S603
    return done.returncode == 0


@pytest.mark.parametrize("name", ["serializers", "exceptions"])
def test_it_imports_without_settings_where_rest_framework_does(name):
    assert imports(f"rest_framework.{name}")
    assert imports(f"fastserializers.{name}, fastserializers.testing")


def modules_after(code):
    """Return the names of the modules that a new process has imported by then."""
    return set(output_of(f"{code}\nimport sys; print(*sys.modules)").split())


def output_of(code):
    command = [sys.executable, "-c", code]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": "sqlite://:memory:",
    }
    done = subprocess.run(  # noqa: S603
        command, env=environment, capture_output=True, check=False, text=True
    )
    assert not done.returncode, done.stderr
    return done.stdout


SET_UP = "import django; django.setup()"


def imported(modules, package):
    return sorted(name for name in modules if f"{name}.".startswith(f"{package}."))


def test_setting_django_up_imports_no_serializers():
    modules = modules_after(
        "from django.conf import settings\n"
        "settings.configure(INSTALLED_APPS=['fastserializers'])\n" + SET_UP
    )
    assert imported(modules, "fastserializers") == [
        "fastserializers",
        "fastserializers.apps",
        "fastserializers.conf",
    ]
    assert not imported(modules, "rest_framework")


DEFINED = f"""
{SET_UP}
from rest_framework import serializers
from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from tests.models import Publisher

class NameSerializer(FastReadOnlySerializer):
    name = serializers.CharField()

class PublisherSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Publisher
        fields = ["id", "name"]
"""


def test_a_worker_that_was_warmed_imports_nothing_more_for_its_first_request():
    command = f"""
{DEFINED}
import sys
from django.core.management import call_command
from django.db import connection
from fastserializers.project.warming import warm

assert [warmed.error for warmed in warm([NameSerializer, PublisherSerializer])] == ["", ""]
known = set(sys.modules)
with connection.schema_editor() as editor:
    for model in (Publisher._meta.get_field('country').related_model, Publisher):
        editor.create_model(model)
Publisher.objects.create(name="P", code="p")
assert len(PublisherSerializer(Publisher.objects.all(), many=True).data) == 1
assert PublisherSerializer(Publisher.objects.get()).data["name"] == "P"
print("new:", *(sys.modules.keys() - known))
"""
    said = output_of(command)
    new = said.partition("new:")[2].split()
    assert not imported(new, "fastserializers")
