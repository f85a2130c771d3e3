"""The versions of a serializer class: each as it was between two changes, and its plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from fastserializers.compiler.economy import Economy
from fastserializers.compiler.function import CompiledPlan
from fastserializers.plans.fingerprint import Fingerprint, is_unchanged
from fastserializers.runtime.lazy_fields import FieldRecipe


class Reading(NamedTuple):
    """How an object, or the rows of a list, are read."""

    code: Literal["drf", "fast", "both"]
    plan: CompiledPlan | None = None
    """The plan that reads it; for a queryset, the plan that its rows are fetched for."""
    rows: bool = False
    """Whether a queryset is read as rows."""
    each_row: bool = False
    """Whether the class's own `to_representation()` is called for each row of a list."""
    reason: str | Callable[[], str] = ""

    @property
    def why(self) -> str:
        """Why it isn't read by a plan, or as rows that need no instance; else empty."""
        return self.reason if isinstance(self.reason, str) else self.reason()


@dataclass(frozen=True, eq=False, slots=True)
class ClassPlan:
    """How the serializers of a class are read."""

    ways: tuple[object, object]
    """The settings and the method that were there when the plan was made."""
    compiled: CompiledPlan | None = None
    """The plan of all serializers that have the fields of the class; None if each has its own."""
    recipe: FieldRecipe | None = None
    """Makes their fields one by one; None where only `get_fields()` knows."""
    reason: str = ""
    """Why REST framework reads the class; empty where it does not."""
    is_plain: bool = False
    """Whether no class of the project overrides `to_representation()`."""
    asks_fields: bool = False
    """Whether a property `fields` of the project's is asked for each row."""
    usual: Reading | None = None
    """How one object is read by a serializer that has the fields of the class."""
    is_planned: bool = True
    """Whether it is known which fields the class has, or that each serializer has its own."""

    @property
    def reads_each_row(self) -> bool:
        """Whether code of the project's is called for each row of a list."""
        return self.asks_fields or not self.is_plain


class Version:
    """A class as it was between two changes, such as one `Meta.depth` of those it has by turns."""

    __slots__ = ("fingerprint", "own_plans", "plan", "rows", "walks")

    most_own_plans = 4

    few_walks, many_walks = 10, 200
    """After so few walks in a row, REST framework makes the fields of the next serializers; after
    so many, fields are made one by one again, to see whether that has come to save something."""

    def __init__(self, fingerprint: Fingerprint | None) -> None:
        self.fingerprint = fingerprint
        """None where the class has not been looked at yet."""
        self.plan: ClassPlan | None = None
        self.own_plans: tuple[CompiledPlan, ...] = ()
        """Those of the last serializers that had other fields than the class, the last first."""
        self.rows = 0
        """How many rows have been represented by the class as it was, without a plan of it."""
        self.walks = 0
        """How many serializers in a row went through all of their fields, for a row or two; then,
        how many have had their fields made by REST framework besides."""

    def add_own_plan(self, plan: CompiledPlan) -> None:
        """Note the plan of a serializer that has other fields than the class."""
        others = (each for each in self.own_plans if each is not plan)
        self.own_plans = (plan, *others)[: self.most_own_plans]

    @property
    def is_walked(self) -> bool:
        """Whether the last serializers each went through all of their fields for a row or two.

        Fields are not made one by one then, as of one object whose `__init__()` looks at them all.
        """
        return self.walks >= self.few_walks

    def count_made_by_drf(self) -> None:
        """Count a serializer whose fields REST framework makes, since the class is walked."""
        self.walks = self.walks + 1 if self.walks < self.many_walks else 0

    @property
    def has_paid(self) -> bool:
        """Whether so many rows have been represented that planning the class pays."""
        return self.rows >= Economy.prices.plan_of_class

    @property
    def is_unchanged(self) -> bool:
        """Whether the class is like that now."""
        return self.fingerprint is not None and is_unchanged(self.fingerprint)
