"""The serializers that the code of a project makes by hand or chooses, told without running it."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

from rest_framework.serializers import BaseSerializer

from fastserializers.project.modules import contents_of, first_party_modules, is_first_party
from fastserializers.project.serializers import SerializerClass
from fastserializers.runtime.overrides import is_shipped


def made_by_hand(serializers: Iterable[SerializerClass]) -> dict[SerializerClass, list[str]]:
    """Return the functions that make a serializer of an instance, for each that is made so.

    Functions are named by their paths. A call that gives a serializer data is left out.
    """
    modules = sorted(first_party_modules())
    names = names_of_serializers(set(serializers), modules)
    wanted = set[str]().union(*names.values())
    found: dict[SerializerClass, list[str]] = {}
    for module in modules:
        used = names_used_by_functions([module], wanted)
        for path, name in calls_of(used, module) if used else ():
            held = contents_of(module).get(name)
            # A name that the module has not is imported by the function, or looked up in a module.
            called = [cls for cls in names if cls is held or (held is None and name in names[cls])]
            if len(called) == 1:
                found.setdefault(called[0], []).append(path)
    return {serializer: list(dict.fromkeys(paths)) for serializer, paths in found.items()}


def calls_of(names: set[str], module: str) -> Iterator[tuple[str, str]]:
    """Return the functions of a module that make something of an instance, by one of the names."""
    try:
        tree = ast.parse(Path(contents_of(module)["__file__"]).read_bytes())
    except (KeyError, OSError, SyntaxError, TypeError, ValueError):
        return
    for path, call in calls_within(tree, module, is_function=False):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        given = {keyword.arg for keyword in call.keywords}
        is_of_instance = len(call.args) == 1 or "instance" in given
        if name in names and is_of_instance and "data" not in given:
            yield path, name


def calls_within(node: ast.AST, path: str, *, is_function: bool) -> Iterator[tuple[str, ast.Call]]:
    """Return the calls within functions, each with the path of its function."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            is_inner = not isinstance(child, ast.ClassDef)
            yield from calls_within(child, f"{path}.{child.name}", is_function=is_inner)
        else:
            if is_function and isinstance(child, ast.Call):
                yield path, child
            yield from calls_within(child, path, is_function=is_function)


# The serializers that the code of a view may choose, by what that code names.

Attributes: TypeAlias = "list[Mapping[str, Any]]"
"""The attributes of each of a view's classes that is not REST framework's."""

CHOOSING = ("get_serializer_class", "get_serializer")


def serializers_chosen_by(view: type, options: Mapping[str, Any]) -> list[SerializerClass]:
    """Return the serializer classes that a view may choose; `options` are those of `as_view()`.

    These are the ones that the view's attributes hold, as in `serializer_classes = {...}`, and the
    ones that `get_serializer_class()` and `get_serializer()` name, with the functions that they
    call. REST framework's own are left out.
    """
    own: Attributes = [vars(base) for base in view.__mro__ if not is_shipped(base)]
    held = [value for attributes in (*own, options) for value in attributes.values()]
    seen: set[Any] = set()
    for name in CHOOSING:
        held += values_named_by(attributes_called(name, own), own, seen)
    found = [cls for cls in classes_among(held) if issubclass(cls, BaseSerializer)]
    return [cls for cls in dict.fromkeys(found) if not is_shipped(cls)]


def values_named_by(values: Iterable[Any], own: Attributes, seen: set[Any]) -> Iterator[Any]:
    """Return the values, and in the place of functions what these name: globals, attributes."""
    for value in values:
        function = inspect.unwrap(value) if callable(value) else value
        if not isinstance(function, FunctionType):
            yield value
        elif function not in seen:
            seen.add(function)
            yield from values_named_by(values_of(function, own), own, seen)


def values_of(function: FunctionType, own: Attributes) -> Iterator[Any]:
    """Return the values of the names in a function's code, of its view and in its closure."""
    known = function.__globals__
    names = set(names_used_by(function.__code__))
    found = [cell.cell_contents for cell in function.__closure__ or ()]
    for name in names:
        # A module that a function imports is not among its globals.
        imported = sys.modules.get(f"{known.get('__package__')}.{name}") or sys.modules.get(name)
        found.append(known.get(name, imported))
    for value in found:
        if isinstance(value, ModuleType):
            contents = contents_of(value.__name__)
            yield from filter(is_own, (contents[name] for name in names if name in contents))
        elif is_own(value):
            yield value
    for name in names:
        yield from attributes_called(name, own)


def is_own(value: Any) -> bool:
    """Return whether a value is no function, or one of the project's."""
    return not isinstance(value, FunctionType) or is_first_party(value.__module__)


def attributes_called(name: str, own: Attributes) -> list[Any]:
    return [attributes[name] for attributes in own if name in attributes]


# The names that functions use when they run, from their compiled code.


def is_class(value: object) -> bool:
    """Return whether a value is a class; `isinstance()` would make a lazy object load itself."""
    return issubclass(type(value), type)


def classes_among(values: Iterable[Any]) -> Iterator[type]:
    """Return the classes among these values, and among the items of collections."""
    for value in values:
        items = value.values() if type(value) is dict else value
        for item in items if type(value) in (dict, list, set, tuple) else (value,):
            if is_class(item):
                yield item


def named_by_functions(
    serializers: set[SerializerClass], modules: Collection[str]
) -> set[SerializerClass]:
    """Return which of the serializers `names_used_by_functions()` finds the names of."""
    names = names_of_serializers(serializers, modules)
    used = names_used_by_functions(modules, set[str]().union(*names.values()))
    return {serializer for serializer, own in names.items() if not used.isdisjoint(own)}


def names_of_serializers(
    affected: set[SerializerClass], modules: Iterable[str]
) -> dict[SerializerClass, set[str]]:
    """Return the names that these modules have for serializers."""
    names: dict[SerializerClass, set[str]] = {
        serializer: {serializer.__name__} for serializer in affected
    }
    by_identity = {id(serializer): serializer for serializer in affected}
    for module in modules:
        for name, value in list(contents_of(module).items()):
            # By identity: a metaclass may have made its classes unhashable.
            if is_class(value) and id(value) in by_identity:
                names[by_identity[id(value)]].add(name)
    return names


def names_used_by_functions(modules: Iterable[str], wanted: Collection[str]) -> set[str]:
    """Return which of the `wanted` names the functions of these modules look up when they run.

    All functions that are written there count, whatever has become of them since: a task or a
    receiver may be kept by nothing but a third party's registry.
    """
    wanted = frozenset(wanted)
    return {
        name
        for module in modules
        for function in functions_in(code_of(module))
        for name in wanted.intersection(names_used_by(function))
    }


def code_of(module: str) -> CodeType | None:
    """Return the code of a module, which Python has compiled already; None where it has none."""
    contents = contents_of(module)
    loader: Any = getattr(contents.get("__spec__"), "loader", None)
    with suppress(Exception):
        if hasattr(loader, "get_code"):
            code: CodeType | None = loader.get_code(module)
            return code
        return compile(Path(contents["__file__"]).read_bytes(), module, "exec", dont_inherit=True)
    return None


def functions_in(code: CodeType | None) -> Iterator[CodeType]:
    """Return the outermost functions in the code of a module, those of its classes included."""
    for constant in code.co_consts if code else ():
        if isinstance(constant, CodeType):
            if constant.co_flags & inspect.CO_OPTIMIZED:
                yield constant
            else:
                yield from functions_in(constant)


def names_used_by(code: CodeType) -> Iterator[str]:
    """Return the globals and attributes that code looks up, and so what is defined within it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_used_by(constant)
