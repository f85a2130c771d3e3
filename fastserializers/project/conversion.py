"""The edit that makes serializers or views fast: other bases, in files that else stay as they are.

A class says what it inherits from, and its file where that is written. Where the two do not agree
nothing is edited.
"""

from __future__ import annotations

import ast
import builtins
import itertools
import os
import re
import sys
import tokenize
from collections.abc import Iterable, Mapping
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from rest_framework.generics import GenericAPIView
from rest_framework.serializers import Serializer

from fastserializers.project.modules import is_first_party
from fastserializers.project.serializers import subclasses
from fastserializers.serializers import FastReadOnlyMixin
from fastserializers.twins import FAST_BASES
from fastserializers.views import FastReadMixin


class Kind(NamedTuple):
    """Which classes an edit is for, and what makes one of them fast."""

    module: str
    """Where a project imports that from."""
    base: type
    """What the classes inherit from."""
    mixin: type
    replacements: Mapping[Any, Any]
    """The bases that take the place of others; a class that has none of those gets the mixin."""

    def fast_bases(self, cls: Any) -> tuple[Any, ...]:
        bases = tuple(self.replacements.get(base, base) for base in cls.__bases__)
        return bases if bases != cls.__bases__ else (self.mixin, *bases)


SERIALIZERS = Kind("fastserializers", Serializer, FastReadOnlyMixin, FAST_BASES)
VIEWS = Kind("fastserializers.views", GenericAPIView, FastReadMixin, {})


class NotEdited(Exception):
    """The source of a class is left alone, for the reason that this says."""


class Change(NamedTuple):
    """A piece of a text, and what is to be in its place."""

    start: int
    end: int
    text: str


class Conversion(NamedTuple):
    """A file as it is, and as it is to be."""

    path: Path
    before: str
    after: str
    encoding: str
    classes: tuple[Any, ...]


def convert(
    classes: Iterable[Any], kind: Kind
) -> tuple[list[Conversion], list[tuple[Any, NotEdited]]]:
    """Return the files in which classes are fast, and which can't be made so, and why."""
    by_file: dict[Path, list[Any]] = {}
    refused: list[tuple[Any, NotEdited]] = []
    chosen: list[Any] = []
    # Bases first: what inherits from a fast class is fast.
    for cls in sorted(dict.fromkeys(classes), key=lambda cls: len(cls.__mro__)):
        if issubclass(cls, (kind.mixin, *chosen)):
            continue
        try:
            path = file_of(cls)
            converted(path, [cls], kind)
            check_order([*chosen, cls], kind)
        except NotEdited as reason:
            refused.append((cls, reason))
        else:
            chosen.append(cls)
            by_file.setdefault(path, []).append(cls)
    return [converted(path, by_file[path], kind) for path in by_file], refused


def file_of(cls: Any) -> Path:
    """Return the file of the project's that defines a class. Raises `NotEdited` for any other."""
    path = Path(getattr(sys.modules.get(cls.__module__), "__file__", None) or "").resolve()
    folders = (os.getcwd(), sys.path[0], getattr(settings, "BASE_DIR", None))
    if (
        path.suffix != ".py"
        or not is_first_party(cls.__module__)
        or not {"site-packages", "dist-packages"}.isdisjoint(path.parts)
        or not any(path.is_relative_to(Path(each).resolve()) for each in folders if each)
    ):
        raise NotEdited(f"{cls.__module__} is not in a file of this project")
    return path


def check_order(fast: list[Any], kind: Kind) -> None:
    """Raise `NotEdited` if a class could no longer be defined once all of `fast` are.

    Python wants each class before what it inherits from, and in the order its bases have.
    """
    known: dict[type, type] = {object: object}

    def stand_in(cls: type) -> type:
        if cls not in known:
            bases = kind.fast_bases(cls) if cls in fast else cls.__bases__
            known[cls] = type(cls.__name__, tuple(map(stand_in, bases)), {})
        return known[cls]

    affected: list[type] = [fast[-1], *subclasses(fast[-1])]
    try:
        for cls in affected:
            stand_in(cls)
    except TypeError as error:
        raise NotEdited(f"{cls.__name__} could no longer be defined: {error}") from error


# The edit of a file.


def converted(path: Path, classes: list[Any], kind: Kind) -> Conversion:
    """Return what a file is to be. Raises `NotEdited` where its source does not say what is."""
    with path.open("rb") as file:
        encoding, _ = tokenize.detect_encoding(file.readline)
    before = path.read_bytes().decode(encoding)
    tree, lines = ast.parse(before), text_lines(before)
    changes = [
        change
        for cls in classes
        for change in changes_of_bases(definition_of(cls, tree), cls, kind, lines)
    ]
    module = sys.modules[classes[0].__module__]
    names = sorted({re.split(r"\W", change.text)[0] for change in changes} - {*vars(module)})
    changes += change_of_imports(tree, f"from {kind.module} import {', '.join(names)}", lines)
    after = before
    for start, end, text in sorted(changes, reverse=True):
        after = after[:start] + text + after[end:]
    return Conversion(path, before, after, encoding, tuple(classes))


def text_lines(text: str) -> list[str]:
    """Return the lines of a file with their endings, which Python's `splitlines()` has more of."""
    return re.findall("[^\n]*\n|[^\n]+", text)


def offset(lines: list[str], line: int, column: int) -> int:
    """Return the place in a text of what the parser says is at a byte of a line."""
    before = lines[line - 1].encode()[:column].decode()
    return sum(map(len, lines[: line - 1])) + len(before)


def definition_of(cls: Any, tree: ast.AST) -> ast.ClassDef:
    """Return the class statement that made a class. Raises `NotEdited` if that is not clear."""
    if "<locals>" in cls.__qualname__:
        raise NotEdited("it is made by a function, which may make more than one class")
    found = [tree]
    for name in cls.__qualname__.split("."):
        found = [
            each
            for parent in found
            for each in ast.walk(parent)
            if isinstance(each, ast.ClassDef) and each.name == name and each is not parent
        ]
    if len(found) != 1 or not isinstance(found[0], ast.ClassDef):
        times = "several times" if found else "by no class statement"
        raise NotEdited(f"{cls.__qualname__} is defined {times} in its file")
    return found[0]


def changes_of_bases(
    definition: ast.ClassDef, cls: Any, kind: Kind, lines: list[str]
) -> list[Change]:
    """Return the changes that make a class fast. Raises `NotEdited` where they would not."""
    if not issubclass(cls, kind.base):
        raise NotEdited(f"it is no subclass of {kind.base.__name__}")
    namespace = vars(sys.modules[cls.__module__])
    if tuple(named_by(base, namespace) for base in definition.bases) != cls.__bases__:
        raise NotEdited("its bases are not those that its source names: they are chosen by code")
    replaced = {
        without_arguments(expression): kind.replacements[base]
        for expression, base in zip(definition.bases, cls.__bases__, strict=True)
        if base in kind.replacements
    }
    for fast in replaced.values() or [kind.mixin]:
        if namespace.get(fast.__name__, fast) is not fast:
            raise NotEdited(f"{fast.__name__} is the name of something else in {cls.__module__}")
    if replaced:
        return [change_at(node, fast.__name__, lines) for node, fast in replaced.items()]
    first = change_at(definition.bases[0], f"{kind.mixin.__name__}, ", lines)
    return [first._replace(end=first.start)]


def change_at(node: Any, text: str, lines: list[str]) -> Change:
    start = offset(lines, node.lineno, node.col_offset)
    return Change(start, offset(lines, node.end_lineno, node.end_col_offset), text)


def without_arguments(expression: ast.expr) -> ast.expr:
    """Return `ModelSerializer` of `ModelSerializer[Book]`."""
    return expression.value if isinstance(expression, ast.Subscript) else expression


def named_by(expression: ast.expr, namespace: dict[str, Any]) -> Any:
    """Return what a dotted name means in a module, with or without type arguments, or None."""
    match without_arguments(expression):
        case ast.Attribute(value=value, attr=name):
            return getattr(named_by(value, namespace), name, None)
        case ast.Name(id=name):
            return namespace.get(name, getattr(builtins, name, None))
    return None


def change_of_imports(tree: ast.Module, line: str, lines: list[str]) -> list[Change]:
    """Return the change that adds a line of imports, behind those of REST framework.

    What the file no longer needs stays: to remove that is what linters do.
    """
    if line.endswith("import "):
        return []
    at_top = itertools.takewhile(lambda node: not isinstance(node, DEFINITIONS), tree.body)
    imports = [node for node in at_top if isinstance(node, ast.Import | ast.ImportFrom)]
    of_drf = [node for node in imports if "rest_framework" in ast.unparse(node)]
    last = next(reversed(of_drf or imports), None)
    start = sum(map(len, lines[: last.end_lineno if last else 0]))
    ending = "\r\n" if lines[0].endswith("\r\n") else "\n"
    return [Change(start, start, f"{line}{ending}")]


DEFINITIONS = (ast.ClassDef, ast.FunctionDef)


# The file.


def diff_of(conversion: Conversion) -> str:
    """Return the unified diff of a conversion, as `patch` takes it."""
    path = conversion.path
    with suppress(ValueError):
        path = path.relative_to(Path.cwd())
    before, after = text_lines(conversion.before), text_lines(conversion.after)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in unified_diff(before, after, f"a/{path}", f"b/{path}")
    )


def write(conversion: Conversion) -> None:
    conversion.path.write_bytes(conversion.after.encode(conversion.encoding))
