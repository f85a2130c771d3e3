"""Plans: the fields that a serializer reads and emits, as values without field objects."""

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
        """Whether the output depends on the active time zone."""
        return any(field.output.zoned for field in self.fields)

    @property
    def runs_code(self) -> bool:
        """Whether representing the values may run project code, for every source."""
        return any(field.output.runs_code for field in self.fields)

    @property
    def reads_below_many(self) -> bool:
        """Whether the rows of a to-many relation may have relations that are read."""
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
        """Whether all serializers of the class have this plan."""
        return all(field.is_complete for field in self.fields)


class FieldPlan(NamedTuple):
    name: str
    source: tuple[str, ...]
    """The attributes to follow from the instance; none for `source="*"`."""
    output: Output

    @property
    def is_complete(self) -> bool:
        """Whether all serializers of the class have this output."""
        return getattr(self.output, "is_complete", True)


class Unrepresented:
    """The base of outputs without templates. `source` None stands for the source of the field."""

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
    """Whether all serializers of the class delegate the field."""
    access: Access = "value"
    """`rows` if REST framework reads the rows of a to-many relation."""


@dataclass(frozen=True)
class OwnRepresentation(Unrepresented):
    """A field whose own `to_representation()` is given the raw value, and why."""

    reason: str
    access: Access = "value"


Output = Representation | Nested | Method | OwnRepresentation | Delegated
