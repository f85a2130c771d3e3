"""Every code block of the README and of the other pages runs, and every link leads somewhere."""

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

from fastserializers import read_only
from fastserializers.debug import source_of
from tests.compiler.golden import FOLDER

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}


def blocks_of(page):
    """Return the language and the text of each code block of a page."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", TEXTS[page], re.MULTILINE | re.DOTALL)


BLOCKS = [(page, *block) for page in PAGES for block in blocks_of(page)]
COMMANDS = {
    line for _, language, block in BLOCKS if language == "console" for line in block.splitlines()
}


def test_a_block_is_python_or_commands_or_what_one_printed():
    assert {language for _, language, _ in BLOCKS} == {"console", "python", "text"}


def test_what_is_printed_begins_with_the_command():
    for _, language, block in BLOCKS:
        assert language != "text" or block.startswith("$ python manage.py "), block


def run_python_of(page):
    """Return the names that the Python blocks of a page leave, run from top to bottom."""
    names = {"__name__": page.stem}
    for language, block in blocks_of(page):
        if language == "python":
            exec(compile(block, page.name, "exec"), names)  # noqa: S102
    return names


@pytest.mark.django_db
def test_the_python_blocks_of_the_readme_run():
    readme = run_python_of(ROOT / "README.md")
    user = User.objects.create(username="ada", email="ada@example.org")
    assert readme["UserSerializer"](user).data["username"] == "ada"
    response = readme["users"](RequestFactory().get("/"))
    assert [row["username"] for row in json.loads(response.content)] == ["ada"]
    assert readme["INSTALLED_APPS"][-1] == "fastserializers"


@pytest.mark.django_db
def test_the_viewset_of_the_readme_reads_fast_and_writes():
    readme = run_python_of(ROOT / "README.md")
    view = readme["AccountViewSet"].as_view({"get": "list", "post": "create"})
    requests = APIRequestFactory()
    with override_settings(REST_FRAMEWORK=readme["REST_FRAMEWORK"]):
        created = view(requests.post("/", {"username": "ada"}, format="json")).render()
        listed = view(requests.get("/", HTTP_ACCEPT="application/json")).render()
    assert created.status_code == 201
    assert [row["username"] for row in json.loads(listed.content)] == ["ada"]


@pytest.mark.django_db
def test_the_streams_of_the_documentation_have_all_rows():
    page = run_python_of(ROOT / "docs" / "streaming.md")
    User.objects.bulk_create(User(username=name) for name in ("ada", "bob"))
    streams = {
        name: b"".join(page[name](RequestFactory().get("/"))) for name in ("users", "users_csv")
    }
    assert [row["username"] for row in json.loads(streams["users"])] == ["ada", "bob"]
    assert [line.split(b",")[1] for line in streams["users_csv"].split()] == [b"ada", b"bob"]


def test_the_field_class_of_the_documentation_is_compiled(capsys):
    page = run_python_of(ROOT / "docs" / "how-it-works.md")
    assert "def represent_UserSerializer(" in capsys.readouterr().out
    serializers, field = page["serializers"], page["UpperCaseField"]
    loud = type(serializers.Serializer)("Loud", (serializers.Serializer,), {"name": field()})
    assert read_only(loud)({"name": "ada"}).data == loud({"name": "ada"}).data == {"name": "ADA"}
    assert "$" not in source_of(read_only(loud), dict)
    assert "name.upper()" in source_of(read_only(loud), dict)


def test_the_generated_function_of_the_documentation_is_one():
    generated = {path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")}
    shown = [block for _, _, block in BLOCKS if block.startswith("def represent_")]
    assert shown
    assert generated.issuperset(shown)


@pytest.mark.long
@pytest.mark.parametrize("command", sorted(COMMANDS))
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
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "bookshop.settings"}
    # The example has a database of its own: it has no driver for that of the tests.
    environment.pop("DATABASE_URL", None)
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)  # noqa: S603


def test_a_link_leads_to_a_page_or_a_heading():
    for page in PAGES:
        prose = re.sub(r"^```.*?^```$", "", TEXTS[page], flags=re.MULTILINE | re.DOTALL)
        for target, heading in re.findall(r"\]\((?!https?:)([^)#]*)#?([\w-]*)\)", prose):
            path = (page.parent / target).resolve() if target else page
            assert path.exists(), target
            if heading:
                headings = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
                known = {name.lower().replace(" ", "-") for name in headings}
                assert heading in known, (page, heading)


def test_a_difference_is_held_by_a_test():
    for name in re.findall(r"`(tests/[\w/]+\.py::\w+)`", "".join(TEXTS.values())):
        module, _, test = name.partition("::")
        source = (ROOT / module).read_text(encoding="utf-8")
        assert re.search(rf"^(def|class) {test}\b", source, re.MULTILINE), name
