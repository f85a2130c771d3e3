"""Every code block of the README runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import RequestFactory, override_settings
from rest_framework.test import APIRequestFactory

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line for language, block in BLOCKS if language == "console" for line in block.splitlines()
]


def test_a_block_is_python_or_commands_or_what_one_printed():
    assert {language for language, _ in BLOCKS} == {"console", "python", "text"}


@pytest.mark.parametrize("output", [block for language, block in BLOCKS if language == "text"])
def test_what_is_printed_begins_with_the_command(output):
    assert output.startswith("$ python manage.py ")


@pytest.fixture
def readme():
    """Return the names that the Python blocks of the README leave, run from top to bottom."""
    names = {"__name__": "readme"}
    for language, block in BLOCKS:
        if language == "python":
            exec(compile(block, "README.md", "exec"), names)  # noqa: S102
    return names


@pytest.mark.django_db
def test_the_python_blocks_run(readme):
    user = User.objects.create(username="ada", email="ada@example.org")
    assert readme["UserSerializer"](user).data["username"] == "ada"
    response = readme["users"](RequestFactory().get("/"))
    assert [row["username"] for row in json.loads(response.content)] == ["ada"]
    assert readme["INSTALLED_APPS"][-1] == "fastserializers"


@pytest.mark.django_db
def test_the_viewset_reads_fast_and_writes(readme):
    view = readme["AccountViewSet"].as_view({"get": "list", "post": "create"})
    requests = APIRequestFactory()
    with override_settings(REST_FRAMEWORK=readme["REST_FRAMEWORK"]):
        created = view(requests.post("/", {"username": "ada"}, format="json")).render()
        listed = view(requests.get("/", HTTP_ACCEPT="application/json")).render()
    assert created.status_code == 201
    assert [row["username"] for row in json.loads(listed.content)] == ["ada"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command):
    words = command.split()
    if words[0] == "make":
        run(*words, "--dry-run", folder=ROOT)
    elif words[:2] == ["pip", "install"]:
        assert version(words[2])
    else:
        assert words[0] == "python"
        run(sys.executable, *words[1:], folder=ROOT / "example_project")


def run(*command, folder):
    settings = {"DJANGO_SETTINGS_MODULE": "bookshop.settings"}
    environment = {**os.environ, **settings}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)  # noqa: S603


@pytest.mark.parametrize("name", re.findall(r"\]\(#([\w-]+)\)", README))
def test_a_link_leads_to_a_heading(name):
    headings = re.findall(r"^#+ (.*)$", README, re.MULTILINE)
    assert name in {heading.lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", re.findall(r"`(tests/[\w/]+\.py::\w+)`", README))
def test_a_difference_is_held_by_a_test(name):
    module, _, test = name.partition("::")
    source = (ROOT / module).read_text(encoding="utf-8")
    assert re.search(rf"^(def|class) {test}\b", source, re.MULTILINE)
