"""The generated functions as files that a reviewer can read.

`python -m tests.compiler.golden` writes them anew after a change of the compiler.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).with_name("golden")
# Its function of one object is shown as well: it has the lines of a list's, without the loop.
OF_ONE = "smallest"


def sources() -> Iterator[tuple[Path, str]]:
    """Return the path and the content that each golden file should have."""
    from fastserializers.debug import source_of
    from tests.compiler.examples import EXAMPLES

    for name, (serializer, cls) in EXAMPLES.items():
        yield FOLDER / f"{name}_many.py", source_of(serializer, cls, many=True)
        if name == OF_ONE:
            yield FOLDER / f"{name}_one.py", source_of(serializer, cls, many=False)


def write() -> None:
    for path, source in sources():
        path.write_text(source)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2] / "example_project"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    write()
