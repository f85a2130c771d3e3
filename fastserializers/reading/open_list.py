"""The list that a serializer reads now, whose rows are given to project code one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers.instances.represented import FunctionOf, RepresentOne
from fastserializers.reading.chosen_fields import chosen_plan
from fastserializers.reading.class_plan import MARK, ClassPlan
from fastserializers.reading.decision import ByDRF, Decision, log_why_drf_reads
from fastserializers.reading.lazy_fields import FieldsOnDemand
from fastserializers.reading.state import RepresentRow
from fastserializers.runtime.drf_types import AnySerializer
from fastserializers.runtime.nested import NestedContext
from fastserializers.runtime.zones import active_zone


class OpenList:
    """A list decides once: it keeps the plan of its first row.

    It decides again after a field was added, taken away or replaced.
    """

    def __init__(
        self,
        child: AnySerializer,
        rows: int,
        plan: ClassPlan,
        function_of: FunctionOf,
        instance_of: Callable[[Any], Any] | None = None,
    ) -> None:
        self.rows = rows
        self.instance_of = instance_of
        """Takes a row; returns its instance. None if code is given instances."""
        self.plan = plan
        self.function_of = function_of
        # With a context, nested serializers and the URLs of hyperlinks are looked up once a list.
        self.context = NestedContext(child, "", child)
        self.fields: Any = UNDECIDED
        """The fields of the serializer when the plan was taken, and what tells of a change."""
        self.fields_then: object = None
        self.represent: RepresentOne | None = None
        """None if REST framework represents the rows."""
        self.is_zoned = False

    def representation(self, serializer: AnySerializer, instance: Any, by_drf: ByDRF) -> Any:
        """Return the representation of a row: `super().to_representation()` of project code."""
        fields = serializer.__dict__.get("fields")
        is_same = fields is self.fields
        if not is_same or (fields is not None and fields_now(fields) != self.fields_then):
            self.decide(serializer)
        if self.represent is None:
            made = instance if self.instance_of is None else self.instance_of(instance)
            return by_drf(serializer, made)
        return self.represent(instance, self.context, active_zone() if self.is_zoned else None)

    def decide(self, serializer: AnySerializer) -> None:
        """Take the plan of the fields that the serializer has now."""
        chosen = chosen_plan(serializer, self.plan, self.rows)
        if isinstance(chosen, Decision):
            log_why_drf_reads(type(serializer), chosen)
            self.represent = None
        else:
            self.represent, self.is_zoned = self.function_of(chosen), chosen.zoned
        self.fields = serializer.__dict__.get("fields")
        self.fields_then = fields_now(self.fields)


UNDECIDED = object()


def row_by_drf(serializer: AnySerializer, instance: Any, by_drf: ByDRF) -> Any:
    """Return what REST framework makes of a row of a list that it reads as a whole."""
    return by_drf(serializer, instance)


def fields_now(fields: Any) -> object:
    """Return a value that differs after a field was added, taken away or replaced."""
    if type(fields) is FieldsOnDemand:
        return fields.changes
    if type(fields) is BindingDict:
        return [*fields.fields], [*fields.fields.values()]
    # A mapping of the project's.
    return object()


@contextmanager
def reading_rows(child: Any, represent_row: RepresentRow) -> Iterator[None]:
    """Have `to_representation()` of a child represent the rows of its list by a function."""
    state = child.__dict__[MARK]
    before, state.represent_row = state.represent_row, represent_row
    try:
        yield
    finally:
        state.represent_row = before
