"""The project as it is and as it is once it has adopted the library, and what either answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

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
# The settings that it may be adopted with.
WAYS: dict[str, dict[str, Any]] = {
    "instances": {"FASTSERIALIZERS": {"ROWS": False}},
    "rows": {"FASTSERIALIZERS": {"ROWS": True}},
    "renderer and parser": {"FASTSERIALIZERS": {"ROWS": True}, "REST_FRAMEWORK": RENDERERS},
    "switched off": {"FASTSERIALIZERS": {"ENABLED": False}, "REST_FRAMEWORK": RENDERERS},
    "verified instances": {"FASTSERIALIZERS": {"VERIFY": 1, "ROWS": False}},
    "verified rows": {"FASTSERIALIZERS": {"VERIFY": 1, "ROWS": True}},
}


def copied_to(folder: Path) -> Path:
    shutil.copytree(SITE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def adopt(folder: Path, python: str, environment: dict[str, str]) -> str:
    """Make the edit that adopts the library; return it."""
    return run(
        [python, "manage.py", "fastserializers", "convert", "--views", "--write"],
        folder,
        environment,
    )


def answered(
    folder: Path, python: str, environment: dict[str, str], way: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return what the project answers to all its requests, and what was logged meanwhile."""
    settings = {"LIBRARY_SETTINGS": json.dumps(way or {})}
    run([python, "manage.py", "answer", "answers.json"], folder, {**environment, **settings})
    document: dict[str, Any] = json.loads((folder / "answers.json").read_text("utf-8"))
    return document


def run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    finished = subprocess.run(  # noqa: S603
        command,
        cwd=folder,
        env=without_settings(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{finished.stdout}{finished.stderr}")
    return finished.stdout


def without_settings(environment: dict[str, str]) -> dict[str, str]:
    return {name: environment[name] for name in environment if name != "DJANGO_SETTINGS_MODULE"}


def differences(plain: dict[str, Any], fast: dict[str, Any]) -> list[str]:
    """Return each answer that is not the same, or took more queries, and what was logged."""
    found = [
        f"{was['call']}: {was[part]!r} became {now[part]!r}"
        for was, now in zip(plain["answers"], fast["answers"], strict=True)
        for part in ("call", "status", "headers", "body")
        if was[part] != now[part]
    ]
    return found + [f"{level}: {message}" for level, message in fast["logged"] if level != "DEBUG"]


def with_more_queries(plain: dict[str, Any], fast: dict[str, Any]) -> list[str]:
    return [
        now["call"]
        for was, now in zip(plain["answers"], fast["answers"], strict=True)
        if now["queries"] > was["queries"]
    ]


def inherited() -> dict[str, str]:
    return dict(os.environ)
