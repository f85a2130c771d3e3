"""What a project puts in the place of Django's methods before anything is read is not Django's."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.long

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


def output_of(code):
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": "sqlite://:memory:",
    }
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], env=environment, capture_output=True, check=False, text=True
    )
    assert not done.returncode, done.stderr
    return done.stdout


def test_the_label_of_a_choice_is_asked_for_as_rest_framework_asks():
    plain = LABELS.replace(
        "from fastserializers import FastReadOnlySerializer as Base",
        "from rest_framework.serializers import Serializer as Base",
    )
    assert output_of(LABELS) == output_of(plain) == '{"the project\'s"}\n'
