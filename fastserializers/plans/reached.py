"""Whether a nested serializer is reached by any row, before its fields are made."""

from __future__ import annotations

from typing import Any

from fastserializers.compiler.reads.instances import (
    FORWARD_DESCRIPTORS,
    descriptor_of,
    has_loaded_state,
)
from fastserializers.rows.row_instances import Instances


def leads_somewhere(source: Any, name: str) -> bool:
    """Return whether a row of a list has something under a name; True where only reading tells.

    It is asked before the fields of a nested serializer are made: what reads the rows then does
    not depend on it.
    """
    if isinstance(source, Instances):
        fetched = source.fetched
        position = fetched.position_of(key_column_of(source.model, name))
        return position is None or any(row[position] is not None for row in source.rows)
    if type(source) is not list or not source:
        return True
    cls = type(source[0])
    if cls is dict:
        return any(type(row) is not dict or row.get(name) is not None for row in source)
    key = key_column_of(cls, name) if has_loaded_state(cls) else ""
    return not key or any(
        type(row) is not cls or vars(row).get(key, 0) is not None for row in source
    )


def key_column_of(cls: type, name: str) -> str:
    """Return the column that holds the key of a relation to one row; the empty string for none."""
    descriptor = descriptor_of(cls, name)
    is_forward = type(descriptor) in FORWARD_DESCRIPTORS
    return descriptor.field.attname if is_forward else ""
