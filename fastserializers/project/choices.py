"""Which serializer classes a view may choose for an action: its code is read, and not run.

What `get_serializer_class()` returns is followed through conditions on the action and the method,
through what the class of the view holds, and through the methods that it calls. A value that only
a request has is unknown: then both ways are taken, and so are all values of a dict.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer

from fastserializers.overrides import is_stock
from fastserializers.twins import read_only

# So many ways through a method, and so many methods one within the other, are enough to follow.
MOST_WAYS = 200
MOST_METHODS = 6


class Choice(NamedTuple):
    """The classes that a view may choose."""

    classes: tuple[Any, ...]
    is_complete: bool
    """Whether it chooses no other."""


class Asked(NamedTuple):
    """What a view is asked for."""

    view: Any
    options: Mapping[str, Any]
    method: str
    action: str | None
    """None for a view that has no actions."""


class Unknown:
    """What only a request tells; the view, its request, and what calls a base."""

    def __init__(self, name: str) -> None:
        self.name = name


UNKNOWN, VIEW, REQUEST, BASE = map(Unknown, ("unknown", "view", "request", "base"))


class Unreadable(Exception):
    """The code can't be followed."""


class Raises(Exception):
    """The code raises at run time, as far as it was followed."""


@dataclass
class Frame:
    """A method that is being read."""

    asked: Asked
    function: FunctionType
    owner: type
    """The class that defines the method."""
    depth: int
    names: dict[str, Any] = field(default_factory=dict)


def choice_of(asked: Asked) -> Choice:
    """Return the serializer classes that a view may use, by its `get_serializer_class()`."""
    try:
        found = distinct(returned_by(asked, "get_serializer_class", None, 0))
    except Raises:
        return Choice((), True)
    except Exception:
        return Choice((), False)
    classes = tuple(value for value in found if is_serializer(value))
    is_complete = all(value is None or is_serializer(value) for value in found)
    return Choice(classes, is_complete)


def distinct(values: Iterable[Any]) -> list[Any]:
    """Return values without repetition; a class and its twin, which are equal, are two."""
    return list({id(value): value for value in values}.values())


def is_serializer(value: Any) -> bool:
    return issubclass(type(value), type) and issubclass(value, BaseSerializer)


def returned_by(asked: Asked, name: str, behind: type | None, depth: int) -> list[Any]:
    """Return the values that a method of a view may return, of the bases `behind` one if given."""
    bases = asked.view.__mro__
    bases = bases if behind is None else bases[bases.index(behind) + 1 :]
    owner = next((base for base in bases if name in vars(base)), None)
    function = None if owner is None else vars(owner)[name]
    if owner is GenericAPIView and name == "get_serializer_class":
        return attribute_of_view(asked, "serializer_class")
    if owner is not None and is_stock(owner) and owner.__module__.startswith("fastserializers"):
        return returned_by(asked, name, owner, depth)
    if owner is None or not isinstance(function, FunctionType) or depth > MOST_METHODS:
        return [UNKNOWN]
    definition = definition_of_function(function)
    parameters = [argument.arg for argument in definition.args.args]
    if len(parameters) != 1:
        return [UNKNOWN]
    frame = Frame(asked, function, owner, depth, {parameters[0]: VIEW})
    found: list[Any] = []
    for value in returned_from(definition.body, frame):
        found.append(value)
        if len(found) > MOST_WAYS:
            raise Unreadable
    return found


@lru_cache(maxsize=1024)
def definition_of_function(function: FunctionType) -> ast.FunctionDef:
    [definition] = ast.parse(dedent(inspect.getsource(function))).body
    if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
        raise Unreadable
    return definition


# Statements.


def returned_from(statements: Sequence[ast.stmt], frame: Frame) -> Iterator[Any]:
    """Return what these statements may return; None where they come to an end."""
    for place, statement in enumerate(statements):
        rest = statements[place + 1 :]
        match statement:
            case ast.Return(value=returned):
                yield from [None] if returned is None else values(returned, frame)
                return
            case ast.Raise():
                return
            case ast.If():
                yield from run_condition(statement, rest, frame)
                return
            case ast.Try():
                yield from run_attempt(statement, rest, frame)
                return
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=expression)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as expression)
            ):
                for value in values(expression, frame):
                    yield from returned_from(rest, with_names(frame, {name: value}))
                return
            case ast.ImportFrom():
                frame = with_names(frame, imported_by(statement, frame))
            case ast.Expr() | ast.Pass() | ast.Assert():
                pass
            case _:
                raise Unreadable
    yield None


def run_condition(statement: ast.If, rest: Sequence[ast.stmt], frame: Frame) -> Iterator[Any]:
    for truth in truths(statement.test, frame):
        branch = statement.body if truth else statement.orelse
        yield from returned_from([*branch, *rest], frame)


def run_attempt(statement: ast.Try, rest: Sequence[ast.stmt], frame: Frame) -> Iterator[Any]:
    way = [*statement.body, *statement.orelse, *statement.finalbody, *rest]
    found: list[Any] = []
    try:
        found += returned_from(way, frame)
        is_certain = not any(isinstance(value, Unknown) for value in found)
    except Raises:
        is_certain = False
    yield from found
    if not is_certain:
        for handler in statement.handlers:
            yield from returned_from([*handler.body, *statement.finalbody, *rest], frame)


def with_names(frame: Frame, names: Mapping[str, Any]) -> Frame:
    return Frame(frame.asked, frame.function, frame.owner, frame.depth, {**frame.names, **names})


def imported_by(statement: ast.ImportFrom, frame: Frame) -> dict[str, Any]:
    package = str(frame.function.__globals__.get("__package__") or "")
    parents = package.split(".")[: len(package.split(".")) - statement.level + 1]
    path = [*(parents if statement.level else ()), *filter(None, [statement.module])]
    module = vars(sys.modules.get(".".join(path), UNKNOWN))
    return {
        alias.asname or alias.name: module.get(alias.name, UNKNOWN) for alias in statement.names
    }


# Expressions.


def values(expression: ast.expr, frame: Frame) -> list[Any]:
    """Return the values that an expression may have."""
    match expression:
        case ast.Constant():
            return [expression.value]
        case ast.Name():
            return [value_of_name(expression.id, frame)]
        case ast.Attribute():
            return each(values(expression.value, frame), looked_up(expression.attr, frame))
        case ast.Subscript():
            return each(
                values(expression.value, frame), lambda held: items(held, expression.slice, frame)
            )
        case ast.IfExp():
            return [
                value
                for truth in truths(expression.test, frame)
                for value in values(expression.body if truth else expression.orelse, frame)
            ]
        case ast.BoolOp(values=[first, *others]):
            return alternatives(expression, first, others, frame)
        case ast.UnaryOp(op=ast.Not()) | ast.Compare():
            return truths(expression, frame)
        case ast.Tuple() | ast.List() | ast.Set():
            parts = [values(part, frame) for part in expression.elts]
            return [tuple(combination) for combination in product(*parts)]
        case ast.Dict():
            return dicts(expression, frame)
        case ast.Call():
            return results_of(expression, frame)
    return [UNKNOWN]


def each(found: list[Any], look: Callable[[Any], list[Any]]) -> list[Any]:
    return [value for one in found for value in look(one)]


def value_of_name(name: str, frame: Frame) -> Any:
    variables = inspect.getclosurevars(frame.function).nonlocals
    for names in (frame.names, variables, frame.function.__globals__, vars(builtins)):
        if name in names:
            return names[name]
    return UNKNOWN


def looked_up(name: str, frame: Frame) -> Callable[[Any], list[Any]]:
    def look(holder: Any) -> list[Any]:
        if holder is VIEW:
            return attribute_of_view(frame.asked, name)
        if holder is REQUEST:
            return [frame.asked.method.upper()] if name == "method" else [UNKNOWN]
        if isinstance(holder, ModuleType):
            return [vars(holder).get(name, UNKNOWN)]
        if isinstance(holder, type):
            return [known_value(inspect.getattr_static(holder, name, UNKNOWN))]
        return [UNKNOWN]

    return look


def attribute_of_view(asked: Asked, name: str) -> list[Any]:
    if name == "request":
        return [REQUEST]
    if name == "action" and asked.action is not None:
        return [asked.action]
    if name in asked.options:
        return [asked.options[name]]
    return [known_value(inspect.getattr_static(asked.view, name, UNKNOWN))]


def known_value(value: Any) -> Any:
    """Return a value that an attribute has without any code running; else what is unknown."""
    is_class = issubclass(type(value), type)
    return UNKNOWN if not is_class and hasattr(type(value), "__get__") else value


def items(held: Any, key: ast.expr, frame: Frame) -> list[Any]:
    """Return what may be at a key: anything, if the key is unknown."""
    if not isinstance(held, Mapping):
        return [UNKNOWN]
    found: list[Any] = []
    for wanted in values(key, frame):
        if isinstance(wanted, Unknown):
            found += held.values()
        elif wanted in held:
            found.append(held[wanted])
    if not found:
        raise Raises
    return found


def dicts(expression: ast.Dict, frame: Frame) -> list[Any]:
    if None in expression.keys:
        return [UNKNOWN]
    keys = [values(key, frame) for key in expression.keys if key is not None]
    parts = [values(value, frame) for value in expression.values]
    return [
        dict(zip(names, held, strict=True))
        for names in product(*keys)
        for held in product(*parts)
        if not any(isinstance(name, Unknown) for name in names)
    ] or [UNKNOWN]


def alternatives(
    expression: ast.BoolOp, first: ast.expr, others: list[ast.expr], frame: Frame
) -> list[Any]:
    rest = others[0] if len(others) == 1 else ast.BoolOp(expression.op, others)
    found: list[Any] = []
    for value in values(first, frame):
        for truth in truth_of(value):
            goes_on = truth is isinstance(expression.op, ast.And)
            found += values(rest, frame) if goes_on else [value]
    return found


# Conditions.

COMPARISONS: Mapping[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}


def truths(expression: ast.expr, frame: Frame) -> list[bool]:
    """Return whether a condition may be true, and whether it may be false."""
    match expression:
        case ast.UnaryOp(op=ast.Not()):
            found = [not truth for truth in truths(expression.operand, frame)]
        case ast.Compare(ops=[comparison], comparators=[other]):
            found = [
                truth
                for pair in product(values(expression.left, frame), values(other, frame))
                for truth in compared(COMPARISONS.get(type(comparison)), *pair)
            ]
        case _:
            found = [truth for value in values(expression, frame) for truth in truth_of(value)]
    return list(dict.fromkeys(found))


def truth_of(value: Any) -> list[bool]:
    is_known = isinstance(value, str | int | Mapping | tuple | list | None) or is_serializer(value)
    return [bool(value)] if is_known else [True, False]


def compared(comparison: Callable[[Any, Any], bool] | None, one: Any, other: Any) -> list[bool]:
    if comparison is None or isinstance(one, Unknown) or is_partly_unknown(other):
        return [True, False]
    return [bool(comparison(one, other))]


def is_partly_unknown(value: Any) -> bool:
    parts = value if isinstance(value, tuple | list) else (value,)
    return any(isinstance(part, Unknown) for part in parts)


# Calls.


def results_of(call: ast.Call, frame: Frame) -> list[Any]:
    match call:
        case ast.Call(func=ast.Name(id="super")):
            return [BASE]
        case ast.Call(func=ast.Attribute(value=of, attr=name)):
            return each(values(of, frame), lambda held: called_method(held, name, call, frame))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]):
            if value_of_name(name, frame) is read_only:
                return [
                    read_only(cls) if is_serializer(cls) else UNKNOWN
                    for cls in values(argument, frame)
                ]
        case ast.Call(func=ast.Name(id="getattr"), args=[of, ast.Constant(value=str(name)), *_]):
            found = each(values(of, frame), looked_up(name, frame))
            others = values(call.args[2], frame) if len(call.args) == 3 else []
            return [value for value in found if value is not UNKNOWN] or [*others, UNKNOWN]
    return [UNKNOWN]


def called_method(held: Any, name: str, call: ast.Call, frame: Frame) -> list[Any]:
    if held is BASE and not call.args:
        return returned_by(frame.asked, name, frame.owner, frame.depth + 1)
    if held is VIEW and not call.args:
        return returned_by(frame.asked, name, None, frame.depth + 1)
    if isinstance(held, Mapping) and name == "get" and call.args:
        key, *default = call.args
        others = values(default[0], frame) if default else [None]
        known = values(key, frame)
        found = [held[wanted] for wanted in known if is_key(held, wanted)]
        if any(isinstance(wanted, Unknown) for wanted in known):
            found += held.values()
        if not all(is_key(held, wanted) for wanted in known):
            found += others
        return found
    if isinstance(held, str) and name in ("lower", "upper") and not call.args:
        return [getattr(held, name)()]
    return [UNKNOWN]


def is_key(held: Mapping[Any, Any], wanted: Any) -> bool:
    return not isinstance(wanted, Unknown) and wanted in held
