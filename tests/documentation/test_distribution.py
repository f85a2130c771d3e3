"""The wheel and the source distribution are complete, install alone, and run the README."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
SHIPPED = re.search(
    r"^\[tool\.hatch\.build\.targets\.sdist\]\ninclude = \[(.*?)\]",
    PROJECT,
    re.MULTILINE | re.DOTALL,
)[1]
# Such as `build`, which is there once the documentation was made.
MADE = (ROOT / ".gitignore").read_text("utf-8").split()
FOLDERS = [
    path.name
    for path in ROOT.iterdir()
    if path.is_dir() and path.name[0] != "." and f"{path.name}/" not in MADE
]
VERSION = re.search(r'^version = "(.*)"$', PROJECT, re.MULTILINE)[1]
NAME = f"django_fastserializers-{VERSION}"
# The dependencies and theirs. Python 3.10 needs typing_extensions, Windows needs tzdata.
NEEDED = {"asgiref", "django", "djangorestframework", "msgspec", "orjson", "sqlparse"}
SOMETIMES = {"typing-extensions", "tzdata"}
SELECTION = ("tests/names", "tests/objects", "tests/compiler", "tests/documentation")
URLS = """
from django.contrib.auth.models import User
from django.urls import path
from rest_framework import serializers


class UserSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        fields = read_only_fields = ["id", "username"]

{readme}

class UserViewSet(BaseViewSet):
    queryset = User.objects.all()
    serializer_class = UserSerializer
    authentication_classes = permission_classes = ()


urlpatterns = [path("users/", UserViewSet.as_view({{"get": "list"}}))]
"""
REQUEST = """
from django.contrib.auth.models import User; from django.test import Client
User.objects.create(username="ada")
print(Client(headers={"host": "localhost"}).get("/users/").content.decode())
"""


@pytest.mark.parametrize("file", ["Makefile", "README.md", "CHANGELOG.md", "docs/*.md"])
def test_what_a_file_that_is_shipped_names_is_shipped(file):
    text = "".join(each.read_text("utf-8") for each in ROOT.glob(file))
    named = {folder for folder in FOLDERS if re.search(rf"[\s(`/]{folder}/[^%]", text)}
    # Whose absence its line allows for.
    optional = set(re.findall(r"^-include (\w+)/", text, re.MULTILINE))
    assert {folder for folder in named - optional if f'"{folder}"' not in SHIPPED} == set()


def test_the_version_is_in_one_place():
    sources = [*(ROOT / "fastserializers").rglob("*.py"), *(ROOT / "docs").glob("*.py")]
    assert [path.name for path in sources if VERSION in path.read_text("utf-8")] == []
    assert PROJECT.count(VERSION) == 1
    assert (ROOT / "CHANGELOG.md").read_text("utf-8").count(f"## {VERSION} (") == 1


UV = [sys.executable, "-m", "uv"]
OURS = ("PYTHON", "DJANGO_SETTINGS_MODULE")


def run(folder, *command):
    """Return what a command prints that knows nothing of this checkout."""
    return subprocess.run(  # noqa: S603
        command,
        cwd=folder,
        env={name: os.environ[name] for name in os.environ if not name.startswith(OURS)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def environment(folder, *packages):
    """Make a virtual environment in `folder/venv` with these packages; return its Python."""
    run(folder, *UV, "venv", "--python", sys.executable, "venv")
    python = str(folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    run(folder, *UV, "pip", "install", "--python", python, *packages)
    return python


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """Return a folder with the wheel and the source distribution."""
    pytest.importorskip("uv")
    folder = tmp_path_factory.mktemp("dist")
    run(folder, *UV, "build", "--out-dir", str(folder), str(ROOT))
    return folder


def names_of_the_sdist(dist):
    with tarfile.open(dist / f"{NAME}.tar.gz") as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


@pytest.mark.long
def test_the_distributions_have_the_files_of_the_checkout_and_no_others(dist):
    names = set(zipfile.ZipFile(dist / f"{NAME}-py3-none-any.whl").namelist())
    package = {name for name in names_of_the_sdist(dist) if name.startswith("fastserializers/")}
    about = ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")
    added = {"pytest_fastserializers.py", *(f"{NAME}.dist-info/{name}" for name in about)}
    assert "fastserializers/py.typed" in package
    assert names == package | added
    if not (ROOT / ".git").exists():
        pytest.skip("what belongs to a checkout is asked of git")
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = run(ROOT, *listed)
    shipped = {*re.findall(r'"(.*?)"', SHIPPED), "pyproject.toml", ".gitignore"}
    expected = {name for name in files.splitlines() if name.partition("/")[0] in shipped}
    assert names_of_the_sdist(dist) == expected | {"PKG-INFO"}


@pytest.mark.long
def test_the_links_of_the_readme_lead_somewhere_from_the_package_index(dist):
    wheel = zipfile.ZipFile(dist / f"{NAME}-py3-none-any.whl")
    metadata = wheel.read(f"{NAME}.dist-info/METADATA").decode()
    links = re.findall(r"\]\((.*?)\)", metadata)
    assert "https://django-fastserializers.readthedocs.io/en/stable/tutorial.html" in links
    assert [link for link in links if not link.startswith("https://")] == []


@pytest.mark.long
@pytest.mark.parametrize("kind", ["-py3-none-any.whl", ".tar.gz"])
def test_the_first_steps_of_the_readme_in_a_clean_environment(dist, kind, tmp_path):
    python = environment(tmp_path, str(dist / f"{NAME}{kind}"))
    frozen = run(tmp_path, *UV, "pip", "list", "--format", "freeze", "--python", python)
    packages = dict(line.split("==") for line in frozen.splitlines())
    assert packages.pop("django-fastserializers") == VERSION
    assert NEEDED <= packages.keys() <= NEEDED | SOMETIMES

    run(tmp_path, python, "-m", "django", "startproject", "shop", ".")
    settings, urls = tmp_path / "shop" / "settings.py", tmp_path / "shop" / "urls.py"
    apps = 'INSTALLED_APPS = [\n    "fastserializers",'
    settings.write_text(settings.read_text("utf-8").replace("INSTALLED_APPS = [", apps), "utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?class BaseViewSet.*?)```", readme, re.DOTALL)[1]
    urls.write_text(URLS.format(readme=code), "utf-8")

    def manage(*words):
        return run(tmp_path, python, "manage.py", *words)

    manage("migrate", "--verbosity", "0")
    assert '[{"id":1,"username":"ada"}]' in manage("shell", "-c", REQUEST)
    manage("check", "--fail-level", "WARNING")
    assert "1 equal, 0 different, 0 not compared." in manage("fastserializers", "compare")


@pytest.mark.long
def test_the_tests_of_the_source_distribution(dist, tmp_path):
    """A selection of the folders: all of them take minutes, and run in the checkout."""
    with tarfile.open(dist / f"{NAME}.tar.gz") as archive:
        archive.extractall(tmp_path)  # noqa: S202
    folder = tmp_path / NAME
    python = environment(folder, "--group", "test", "--group", "example", ".")
    tests = [python, "-m", "pytest", "-q", "-m", "not long", "-p", "no:cacheprovider"]
    assert " passed" in run(folder, *tests, *SELECTION)
