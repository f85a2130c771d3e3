"""What imports where a project has not been set up yet."""

from __future__ import annotations

import pytest

from tests.processes import SETTINGS, output_of, python

pytestmark = pytest.mark.long


def imports(module):
    """Return whether a module imports in a process that has no settings."""
    return python("-c", f"import {module}").returncode == 0


@pytest.mark.parametrize("name", ["serializers", "exceptions"])
def test_it_imports_without_settings_where_rest_framework_does(name):
    assert imports(f"rest_framework.{name}")
    assert imports(f"fastserializers.{name}, fastserializers.testing")


def modules_after(code):
    """Return the names of the modules that a new process has imported by then."""
    printed = output_of("-c", f"{code}\nimport sys; print(*sys.modules)", **SETTINGS)
    return set(printed.split())


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
    said = output_of("-c", command, **SETTINGS)
    new = said.partition("new:")[2].split()
    assert not imported(new, "fastserializers")


# What a project puts in the place of Django's methods before anything is read is not Django's.

LABELS = """
from django.db.models import Model
Model._get_FIELD_display = lambda self, field: "the project's"
import django; django.setup()
from fastserializers import FastReadOnlySerializer as Base
from rest_framework import serializers
from tests.models import Book

class LabelSerializer(Base):
    label = serializers.CharField(source="get_format_display")

given = [Book(format=Book.Format.choices[0][0])] * 200
print({row["label"] for row in LabelSerializer(given, many=True).data})
"""


def test_the_label_of_a_choice_is_asked_for_as_rest_framework_asks():
    plain = LABELS.replace(
        "from fastserializers import FastReadOnlySerializer as Base",
        "from rest_framework.serializers import Serializer as Base",
    )
    for code in (LABELS, plain):
        assert output_of("-c", code, **SETTINGS) == '{"the project\'s"}\n'
