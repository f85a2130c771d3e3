"""A plan, compiled for one source and one target: source that reads like a hand-written function.

A function is made when the first object of a type is met. Its source is in `linecache`, so
tracebacks, debuggers and `inspect.getsource()` show it.
"""

from __future__ import annotations

import itertools
import linecache
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from fastserializers.compiler.emit import MANY, ONE, NestedFunctions, Target
from fastserializers.compiler.plan import Plan
from fastserializers.compiler.reads.instances import source_of_type
from fastserializers.compiler.reads.source import Source
from fastserializers.compiler.representation import Same
from fastserializers.compiler.writer import write_function
from fastserializers.conf import value_of


class CompiledPlan:
    """The functions of one plan, by the rows that they read."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.size = plan.size
        self.zoned = plan.zoned
        self.is_complete = plan.is_complete
        self.one = Functions(self, ONE)
        self.many = Functions(self, MANY)

    def built(self, constant: object) -> object:
        """Return the object that generated code is given for a constant."""
        if isinstance(constant, Same):
            return constant.value
        if not isinstance(constant, NestedFunctions):
            return constant
        nested = compile_plan(constant.plan)
        functions = nested.one if constant.target == ONE else nested.many
        return functions if constant.rows is None else functions[constant.rows]


class Functions(dict[Any, Callable[..., Any]]):
    """The functions of one target, by the type of the rows or by their source.

    A missing one is compiled.
    """

    # A process that makes classes without end would otherwise keep a function for each of them.
    most = 256

    def __init__(self, compiled: CompiledPlan, target: Target) -> None:
        self.compiled = compiled
        self.target = target

    def __missing__(self, rows: Any) -> Callable[..., Any]:
        if len(self) >= self.most:
            self.clear()
        source = source_of_type(rows) if isinstance(rows, type) else rows
        function = self[rows] = compile_function(self.compiled, source, self.target)
        return function


def compile_plan(plan: Plan) -> CompiledPlan:
    """Return the one compilation of `plan`, shared by all serializers that have it.

    The least recently used plans go when all of them together have more fields than
    `FASTSERIALIZERS["COMPILED_FIELDS"]`: a field takes about 4 kB, and serializers whose fields
    depend on the request have plans without end.
    """
    with using_compiled_plans:
        known = compiled_plans.get(plan)
        if known is not None:
            compiled_plans.move_to_end(plan)
            return known
        known = compiled_plans[plan] = CompiledPlan(plan)
        compiled_plans.size += known.size
        while len(compiled_plans) > 1 and compiled_plans.size > value_of("COMPILED_FIELDS"):
            _, dropped = compiled_plans.popitem(last=False)
            compiled_plans.size -= dropped.size
        return known


class CompiledPlans(OrderedDict[Plan, CompiledPlan]):
    size = 0
    """How many fields all plans have together: to add that up takes as long as there are plans."""


compiled_plans = CompiledPlans()
"""The plan that was used last is at the end."""

using_compiled_plans = threading.RLock()
"""An `OrderedDict` runs the `__hash__` of plans in the middle of its methods and iterators, and
another thread may change the dict meanwhile."""


def compile_function(compiled: CompiledPlan, source: Source, target: Target) -> Callable[..., Any]:
    """Return the function that represents rows of `source` as `target` wants them."""
    written = write_function(compiled, source, target)
    filename = f"<fastserializers {compiled.plan.serializer} {target} {source.name} {next(COUNT)}>"
    exec(compile(written.text, filename, "exec"), written.globals)  # noqa: S102
    function: Callable[..., Any] = written.globals[written.name]
    lines = written.text.splitlines(keepends=True)
    linecache.cache[filename] = (len(written.text), None, lines, filename)
    weakref.finalize(function, linecache.cache.pop, filename, None)
    return function


COUNT = itertools.count(1)
