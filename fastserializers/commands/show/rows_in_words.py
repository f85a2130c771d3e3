"""How the list of a queryset is read, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastserializers.project.lists import RowsReading


def rows_in_words(reading: RowsReading) -> Iterator[str]:
    if not reading.is_by_rows:
        yield f"The list of a queryset is read from instances: {reading.instances}."
        return
    if not reading.fields:
        yield "The list of a queryset is read as rows, without instances."
        return
    yield "The list of a queryset is read as rows. These fields need an instance of each row:"
    for name, reason in reading.fields:
        yield f"  {name}: {reason}"


def rows_document(reading: RowsReading) -> dict[str, Any]:
    return {
        "is_read_as_rows": reading.is_by_rows,
        "read_from_instances_because": reading.instances or None,
        "fields_that_need_an_instance": dict(reading.fields),
    }
