"""Each folder of the package opens with a map that has all of its modules."""

from __future__ import annotations

import ast
from pathlib import Path

import fastserializers

PACKAGE = Path(fastserializers.__file__).parent
# Django finds these by their names.
UNMAPPED = {"management"}


def test_every_module_is_in_the_map_of_its_folder():
    missing = []
    for init in PACKAGE.rglob("*/__init__.py"):
        folder = init.parent
        if UNMAPPED.intersection(folder.relative_to(PACKAGE).parts):
            continue
        names = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        names |= {path.parent.name for path in folder.glob("*/__init__.py")}
        described = ast.get_docstring(ast.parse(init.read_text())) or ""
        words = described.replace("/", " ").replace(".py", " ").replace("`", " ").split()
        found = {word.strip(":,.") for word in words}
        missing += [f"{folder.relative_to(PACKAGE)}/{name}" for name in sorted(names - found)]
    assert missing == []
