"""The generated functions as files that a reviewer can read.

`python -m tests.compiler.golden` writes them anew after a change of the compiler.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).with_name("golden")


def sources() -> Iterator[tuple[Path, str]]:
    """Return the path and the content that each golden file should have."""
    from fastserializers.debug import source_of
    from tests.compiler.examples import EXAMPLES

    for name, (serializer, cls) in EXAMPLES.items():
        for many in (False, True):
            path = FOLDER / f"{name}_{'many' if many else 'one'}.py"
            yield path, source_of(serializer, cls, many=many)


def write() -> None:
    for path, source in sources():
        path.write_text(source)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2] / "example_project"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    write()
