"""A project that adopts the library by one line answers what it answered before."""

import json
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.processes import output_of

pytest.importorskip("django_filters")
pytest.importorskip("drf_spectacular")

pytestmark = pytest.mark.long

SITE = Path(__file__).parent / "site"
RENDERERS = {
    "DEFAULT_RENDERER_CLASSES": [
        "fastserializers.renderers.OrjsonRenderer",
        "rest_framework.renderers.BrowsableAPIRenderer",
    ],
    "DEFAULT_PARSER_CLASSES": [
        "fastserializers.parsers.OrjsonParser",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
}
# The settings that the library may be adopted with.
WAYS = {
    "instances": {"FASTSERIALIZERS": {"ROWS": False}},
    "rows": {"FASTSERIALIZERS": {"ROWS": True}},
    "renderer and parser": {"FASTSERIALIZERS": {"ROWS": True}, "REST_FRAMEWORK": RENDERERS},
    "switched off": {"FASTSERIALIZERS": {"ENABLED": False}, "REST_FRAMEWORK": RENDERERS},
    "verified instances": {"FASTSERIALIZERS": {"VERIFY": 1, "ROWS": False}},
    "verified rows": {"FASTSERIALIZERS": {"VERIFY": 1, "ROWS": True}},
}


def copied_to(folder):
    return shutil.copytree(SITE, folder, ignore=shutil.ignore_patterns("__pycache__"))


def answered(folder, **settings):
    """Return what the project answers to all its requests, and what was logged meanwhile."""
    environment = {"LIBRARY_SETTINGS": json.dumps(settings)}
    if "DATABASE_URL" in os.environ:
        environment["DATABASE_URL"] = os.environ["DATABASE_URL"]
    return json.loads(output_of("answer.py", folder=folder, **environment))


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """What the project answers that has not adopted anything."""
    return answered(copied_to(tmp_path_factory.mktemp("plain") / "site"))


@pytest.fixture(scope="module")
def edit(tmp_path_factory):
    """The project that has made the edit, and the edit."""
    folder = copied_to(tmp_path_factory.mktemp("fast") / "site")
    convert = ("manage.py", "fastserializers", "convert", "--views", "--write")
    return folder, output_of(*convert, folder=folder)


def test_every_kind_of_answer_is_there(plain):
    statuses = Counter(answer["status"] for answer in plain["answers"])
    assert {200, 201, 204, 304, 400, 403, 404, 405, 406} <= statuses.keys()
    assert len(plain["answers"]) > 300


def test_one_line_adopts_it(edit):
    _, diff = edit
    lines = [
        line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    assert lines == [
        "+from fastserializers.views import FastReadMixin",
        "-class BaseViewSet(viewsets.GenericViewSet):",
        "+class BaseViewSet(FastReadMixin, viewsets.GenericViewSet):",
    ]


@pytest.mark.parametrize("way", WAYS)
def test_every_answer_is_as_before(plain, edit, way):
    folder, _ = edit
    fast = answered(folder, **WAYS[way])
    answers = [*zip(plain["answers"], fast["answers"], strict=True)]
    assert [{**now, "queries": was["queries"]} for was, now in answers] == plain["answers"]
    # What is verified is read by both codes.
    assert (
        way.startswith("verified")
        or [now["call"] for was, now in answers if now["queries"] > was["queries"]] == []
    )
    all_equal = "equal, 0 different, 0 in another order, 0 not stable."
    noticed = [line for line in fast["logged"] if line[0] != "DEBUG"]
    assert [line for line in noticed if not line[1].endswith(all_equal)] == []
    assert len(fast["logged"]) > 100 or not way.startswith("verified")
