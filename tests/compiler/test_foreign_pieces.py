"""A source and a target from outside the package fit in without a change to it."""

from __future__ import annotations

import builtins
import dis
from types import CodeType

import pytest

from fastserializers.compiler.function import compile_function, compile_plan
from fastserializers.compiler.planner import plan_of
from fastserializers.compiler.reads.source import NOT_READ, Reader, Source
from fastserializers.compiler.targets import MANY, opening_lines, row_lines
from fastserializers.compiler.templates import Code, indented
from fastserializers.runtime.names import NAMES, table_of
from tests.compiler.examples import EXAMPLES, UserSerializer

# A source: strings with a value between commas for each name.


def read_part(path, access):
    if len(path) != 1 or path[0] not in POSITIONS:
        return None
    return Reader(
        ("$value = parts[$position]",),
        "part of a line",
        errors="",
        fallback=NOT_READ,
        row_locals=("parts",),
        constants=(("position", POSITIONS[path[0]]),),
    )


POSITIONS = {"username": 0, "is_active": 1}
LINES = Source(
    "lines",
    read_part,
    row=Code("line"),
    rows=Code("lines"),
    instance="dict(id=7, username=str($row), is_active=True, last_login=None, date_joined=None)",
    row_locals={"parts": '$row.split(",")'},
)

# A target: a generator of the values alone.


def yielded_values(parts):
    yield from opening_lines(parts)
    yield f"for {parts.row} in {parts.rows}:"
    yield from indented(row_lines(parts, ()))
    yield f"    yield [{', '.join(parts.fields.values())}]"


VALUES = MANY._replace(name="values", body=yielded_values)


@pytest.fixture
def compiled():
    return compile_plan(plan_of(UserSerializer()))


def test_a_source_from_outside(compiled):
    represent = compile_function(compiled, LINES, MANY)
    rows = represent(["ada,yes", "bob,no"], UserSerializer(), None)
    assert [row["username"] for row in rows] == ["ada", "bob"]
    # What the line does not have, or has as another type, is read by DRF from an instance.
    assert [(row["id"], row["is_active"], row["last_login"]) for row in rows] == [
        (7, True, None),
        (7, True, None),
    ]


def test_a_target_from_outside(compiled):
    represent = compile_function(compiled, LINES, VALUES)
    rows = represent(iter(["ada,yes"]), UserSerializer(), None)
    assert list(rows) == [[7, "ada", True, None, None]]


def names_in(code: CodeType):
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


@pytest.mark.parametrize("example", EXAMPLES)
def test_generated_code_uses_the_names_of_the_table_and_its_own(example):
    serializer, cls = EXAMPLES[example]
    functions = compile_plan(plan_of(serializer()))
    for function in (functions.one[cls], functions.many[cls]):
        used = {*names_in(function.__code__)}
        assert used <= function.__globals__.keys()
        assert not {name for name in used if hasattr(builtins, name)} - NAMES.keys()


def test_a_name_in_the_table_has_one_meaning():
    with pytest.raises(ValueError, match="delegate has a meaning already"):
        table_of([*NAMES.items(), ("delegate", None)])
