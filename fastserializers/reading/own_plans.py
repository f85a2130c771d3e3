"""The plans of serializers that have fields of their own: rule 3."""

from __future__ import annotations

from fastserializers.compiler.functions import CompiledPlan, compile_plan
from fastserializers.compiler.plan import Plan


class OwnPlans:
    """The plans of serializers of one class whose fields are not those of the class.

    The first ones are compiled at once. A later one is compiled when it comes back: a client that
    chooses fields at random does not make a server compile without end.
    """

    at_once = 16
    most_seen = 1_024

    def __init__(self) -> None:
        self.seen: dict[int, None] = {}
        """The hashes of the plans that there have been."""

    def compiled(self, plan: Plan) -> CompiledPlan | None:
        """Return the functions of a plan; None if REST framework reads by it this time."""
        identity = hash(plan)
        if identity not in self.seen:
            is_at_once = len(self.seen) < self.at_once
            if len(self.seen) >= self.most_seen:
                del self.seen[next(iter(self.seen))]
            self.seen[identity] = None
            if not is_at_once:
                return None
        return compile_plan(plan)
