"""The fields of a serializer as they were when a plan was made of them."""

from __future__ import annotations

from typing import Any

from rest_framework.serializers import Serializer

from fastserializers.compiler.planner import serializer_in
from fastserializers.runtime.lazy_fields import LazyFields
from fastserializers.runtime.snapshots import copy_of_state, parts_of


class FieldsSnapshot:
    """The state of the fields that a plan was made from, to see later whether they changed."""

    __slots__ = ("asked", "children", "copies", "fields", "names", "states")

    def __init__(self, fields: Any) -> None:
        self.names = [*fields]
        self.asked, self.fields = looked_at(fields)
        self.states = [vars(part) for field in self.fields for part in parts_of(field)]
        self.copies = [*map(copy_of_state, self.states)]
        children = (serializer_in(field) for field in self.fields)
        self.children = [
            (vars(child)["fields"], FieldsSnapshot(vars(child)["fields"]))
            for child in children
            if isinstance(child, Serializer) and "fields" in vars(child)
        ]

    def is_still(self, fields: Any) -> bool:
        """Return whether these are the same fields, and as they were."""
        try:
            return (
                self.names == [*fields]
                and (self.asked, self.fields) == looked_at(fields)
                and self.states == self.copies
                and all(snapshot.is_still(nested) for nested, snapshot in self.children)
            )
        except Exception:
            # An attribute that does not compare, such as an array.
            return False


def looked_at(fields: Any) -> tuple[set[str] | None, list[Any]]:
    """Return the fields of a mapping; of lazy fields, those that are not as the class has them."""
    if type(fields) is not LazyFields:
        return None, [*getattr(fields, "fields", fields).values()]
    changed = fields.changed()
    return changed, [fields.by_name[name] for name in fields.by_name if name in changed]
