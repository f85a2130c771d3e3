"""A project that adopts the library by one line answers what it answered before."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.adoption.adopted import (
    WAYS,
    adopt,
    answered,
    copied_to,
    differences,
    inherited,
    with_more_queries,
)

pytest.importorskip("django_filters")
pytest.importorskip("drf_spectacular")

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**inherited(), "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """What the project answers that has not adopted anything."""
    folder = copied_to(tmp_path_factory.mktemp("plain") / "site")
    return answered(folder, sys.executable, ENVIRONMENT)


@pytest.fixture(scope="module")
def edit(tmp_path_factory):
    """The project that has made the edit, and the edit."""
    folder = copied_to(tmp_path_factory.mktemp("fast") / "site")
    return folder, adopt(folder, sys.executable, ENVIRONMENT)


def test_every_kind_of_answer_is_there(plain):
    statuses = Counter(answer["status"] for answer in plain["answers"])
    assert {200, 201, 204, 304, 400, 403, 404, 405, 406} <= statuses.keys()
    assert len(plain["answers"]) > 400


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
    fast = answered(folder, sys.executable, ENVIRONMENT, WAYS[way])
    assert differences(plain, fast) == []
    if way.startswith("verified"):
        assert len(fast["logged"]) > 100
    else:
        assert with_more_queries(plain, fast) == []
