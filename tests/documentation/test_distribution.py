"""The source distribution has what its Makefile and its documentation name."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHIPPED = re.search(
    r"^\[tool\.hatch\.build\.targets\.sdist\]\ninclude = \[(.*?)\]",
    (ROOT / "pyproject.toml").read_text("utf-8"),
    re.MULTILINE | re.DOTALL,
)[1]
FOLDERS = [path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."]


def test_what_a_file_that_is_shipped_names_is_shipped():
    for file in ("Makefile", "README.md", "CHANGELOG.md", *ROOT.glob("docs/*.md")):
        text = (ROOT / file).read_text("utf-8")
        named = {folder for folder in FOLDERS if re.search(rf"[\s(`/]{folder}/[^%]", text)}
        # Whose absence its line allows for.
        optional = set(re.findall(r"^-include (\w+)/", text, re.MULTILINE))
        assert {folder for folder in named - optional if f'"{folder}"' not in SHIPPED} == set()
