"""The generated functions as files that a reviewer can read.

`python -m tests.compiler.golden` writes them anew after a change of the compiler.
"""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("golden")
# Its function of one object is shown as well: it has the lines of a list's, without the loop.
OF_ONE = "smallest"
# Their functions of some of the fields are shown as well.
CHOOSING = ("flat", "rows_with_a_method", "skipping")


def sources() -> dict[str, str]:
    """Return the content that each golden file should have, by its name."""
    from fastserializers.compiler.sources.rows import columns
    from fastserializers.debug import source_of
    from tests.compiler.examples import EXAMPLES, ROWS

    read = {**EXAMPLES, **{name: (cls, columns(shape)) for name, (cls, shape) in ROWS.items()}}
    files = {
        f"{name}_many.py": source_of(serializer, rows, many=True)
        for name, (serializer, rows) in read.items()
    }
    choosing = {f"{name}_choosing.py": source_of_choosing(*read[name]) for name in CHOOSING}
    return {**files, **choosing, f"{OF_ONE}_one.py": source_of(*read[OF_ONE], many=False)}


def source_of_choosing(serializer: Any, rows: Any) -> str:
    """Return the function that reads the fields of a list that are wanted."""
    from fastserializers.project.reading import fast_plan

    _, many = fast_plan(serializer()).choosing
    return inspect.getsource(many[rows])


def write() -> None:
    for name, source in sources().items():
        (FOLDER / name).write_text(source)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2] / "example_project"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    write()
