"""Plans: what a serializer reads and emits, as values that are free of fields and instances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from fastserializers.compiler.representation import Access, Representation


class Plan(NamedTuple):
    """The readable fields of one serializer, in the order in which they are emitted."""

    serializer: str
    fields: tuple[FieldPlan, ...]

    @property
    def zoned(self) -> bool:
        """Whether the active time zone decides on a part of the output."""
        return any(field.output.zoned for field in self.fields)

    @property
    def runs_code(self) -> bool:
        """Whether representing may run code of the project, whatever the source is."""
        return any(field.output.runs_code for field in self.fields)

    @property
    def reads_below_many(self) -> bool:
        """Whether relations may be read of the many rows that a relation leads to."""
        return any(
            (output.many and output.plan.reads_relations) or output.plan.reads_below_many
            for output in (field.output for field in self.fields)
            if isinstance(output, Nested)
        )

    @property
    def reads_relations(self) -> bool:
        """Whether a field may read a relation."""
        return any(
            len(field.source) > 1 or field.output.access in ("related", "rows", "nested")
            for field in self.fields
        )

    @property
    def is_complete(self) -> bool:
        """Whether nothing was left open that the fields of a serializer would tell."""
        return all(field.is_complete for field in self.fields)


class FieldPlan(NamedTuple):
    name: str
    source: tuple[str, ...]
    """The attributes to follow from the instance; none for `source="*"`."""
    output: Output

    @property
    def is_complete(self) -> bool:
        """Whether the output is the same for all serializers of the class."""
        return getattr(self.output, "is_complete", True)


class Unrepresented:
    """The base of outputs that have no representation of their own.

    What is read for it (the source of the field, where `source` is None) and how, whether the
    active time zone decides on it, and whether it runs code of the project.
    """

    source: ClassVar[None] = None
    access: Access = "value"
    zoned: bool = False
    runs_code: bool = True


@dataclass(frozen=True)
class Nested:
    """A serializer within this one."""

    plan: Plan
    many: bool

    source: ClassVar[None] = None

    @property
    def access(self) -> Access:
        return "nested" if self.many else "related"

    @property
    def zoned(self) -> bool:
        return self.plan.zoned

    @property
    def runs_code(self) -> bool:
        return self.plan.runs_code

    @property
    def is_complete(self) -> bool:
        return self.plan.is_complete


@dataclass(frozen=True)
class Method(Unrepresented):
    """A method of the serializer that is given the instance."""

    name: str


@dataclass(frozen=True)
class Delegated(Unrepresented):
    """A field that DRF's own code reads and represents, and why."""

    reason: str
    is_complete: bool = True
    """Whether it is the same for all serializers of the class."""
    access: Access = "value"
    """`rows` where REST framework's code reads the rows that a relation leads to."""


@dataclass(frozen=True)
class OwnRepresentation(Unrepresented):
    """A field whose own `to_representation()` is given the raw value, and why."""

    reason: str
    access: Access = "value"


Output = Representation | Nested | Method | OwnRepresentation | Delegated
