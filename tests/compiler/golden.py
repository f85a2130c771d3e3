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
# The functions of their fields are shown as well.
BY_FIELD = ("relations", "rows_joined", "rows_with_a_method")


def sources() -> dict[str, str]:
    """Return the content that each golden file should have, by its name."""
    from fastserializers.compiler.reads.rows import columns
    from fastserializers.debug import source_of
    from tests.compiler.examples import EXAMPLES, ROWS

    read = {**EXAMPLES, **{name: (cls, columns(shape)) for name, (cls, shape) in ROWS.items()}}
    files = {
        f"{name}_many.py": source_of(serializer, rows, many=True)
        for name, (serializer, rows) in read.items()
    }
    by_field = {f"{name}_by_field.py": sources_of_fields(*read[name]) for name in BY_FIELD}
    return {**files, **by_field, f"{OF_ONE}_one.py": source_of(*read[OF_ONE], many=False)}


def sources_of_fields(serializer: Any, rows: Any) -> str:
    """Return the functions of single fields: they read rows until one reads all fields."""
    from fastserializers.compiler.economy import AT_ONCE, paid
    from fastserializers.compiler.emit import MANY
    from fastserializers.compiler.function import composed_of
    from fastserializers.compiler.reads.instances import source_of_type
    from fastserializers.project.reading import fast_reading

    compiled = fast_reading(serializer()).plan
    assert compiled is not None
    source = source_of_type(rows) if isinstance(rows, type) else rows
    with paid(AT_ONCE._replace(function_of_plan=sys.maxsize)):
        parts = composed_of(compiled, source, MANY).parts
    return "\n".join(inspect.getsource(part.reader.reading) for part in parts)


def write() -> None:
    for name, source in sources().items():
        (FOLDER / name).write_text(source)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parents[2] / "example_project"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    write()
