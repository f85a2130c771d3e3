"""django-fsm: the descriptor of a state reads and sets its column.

Read: 3.0. With `state_choices`, setting the state changes the class of the instance: Django makes
those. The state of an `FSMKeyField` is read from an instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models.query_utils import DeferredAttribute

from fastserializers.names import path_of
from fastserializers.packages.table import about


@about("django_fsm.FSMFieldDescriptor")
def column_of_state(descriptor: Any) -> DeferredAttribute | None:
    """Return the descriptor of a column that is read as a state; None where more is done."""
    field: Any = descriptor.field
    methods = ("get_state", "set_state", "set_proxy")
    is_plain = field.attname == field.name and all(
        path_of(getattr(type(field), name)) == f"django_fsm.FSMFieldMixin.{name}"
        for name in methods
    )
    return DeferredAttribute(field) if is_plain else None


def changes_of_class(model: Any) -> Iterator[str]:
    """Yield why instances of a model can't be rows: in the words of tools."""
    for field in model._meta.concrete_fields:
        if getattr(field, "state_proxy", None):
            yield f"the state_choices of {field.name} change the class of an instance"
