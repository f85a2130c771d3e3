"""The edit that makes views or serializers fast: a mixin before their bases, and its import."""

from __future__ import annotations

import ast
import os
import re
import sys
import tokenize
from collections.abc import Iterable
from contextlib import suppress
from difflib import unified_diff
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from fastserializers.project.modules import is_first_party
from fastserializers.project.naming import is_function_view
from fastserializers.project.serializers import subclasses
from fastserializers.serializers import FastSerializerMixin
from fastserializers.views import FastReadMixin


class Kind(NamedTuple):
    """A kind of class that is edited, and the mixin that makes it fast."""

    base: type
    mixin: type
    module: str
    """Where a project imports the mixin from."""


SERIALIZERS = Kind(Serializer, FastSerializerMixin, "fastserializers")
VIEWS = Kind(APIView, FastReadMixin, "fastserializers.views")


class NotEdited(Exception):
    """The source of a class cannot be edited: the message says why."""


class EditedFile(NamedTuple):
    """A file before the edit and after it."""

    path: Path
    before: str
    after: str
    encoding: str
    classes: tuple[type, ...]


def convert(
    classes: Iterable[type], kind: Kind
) -> tuple[list[EditedFile], list[tuple[type, NotEdited]]]:
    """Return the edited files, and the classes that cannot be edited, with the reasons."""
    by_file: dict[Path, list[type]] = {}
    refused: list[tuple[type, NotEdited]] = []
    chosen: list[type] = []
    # Bases first: a class that inherits from a fast class is fast.
    for cls in sorted(dict.fromkeys(classes), key=lambda cls: len(cls.__mro__)):
        if issubclass(cls, (kind.mixin, *chosen)):
            continue
        try:
            path = file_of(cls, kind)
            edited(path, [cls], kind)
        except NotEdited as reason:
            refused.append((cls, reason))
        else:
            chosen.append(cls)
            by_file.setdefault(path, []).append(cls)
    return [edited(path, by_file[path], kind) for path in by_file], refused


def file_of(cls: type, kind: Kind) -> Path:
    """Return the file of the project that defines a class. Raises `NotEdited` if none does."""
    if is_function_view(cls):
        raise NotEdited("it is a function: decorate it with reading_fast(), below @api_view")
    if not issubclass(cls, kind.base):
        raise NotEdited(f"it is no subclass of {kind.base.__name__}")
    module = sys.modules.get(cls.__module__)
    path = Path(getattr(module, "__file__", None) or "").resolve()
    folders = (os.getcwd(), sys.path[0], getattr(settings, "BASE_DIR", None))
    if (
        path.suffix != ".py"
        or not is_first_party(cls.__module__)
        or not {"site-packages", "dist-packages"}.isdisjoint(path.parts)
        or not any(path.is_relative_to(Path(each).resolve()) for each in folders if each)
    ):
        raise NotEdited(f"{cls.__module__} is not in a file of this project")
    if getattr(module, kind.mixin.__name__, kind.mixin) is not kind.mixin:
        raise NotEdited(f"{kind.mixin.__name__} is the name of something else in {path.name}")
    for heir in subclasses(cls):
        if kind.mixin in heir.__bases__:
            raise NotEdited(f"{heir.__name__} has the mixin itself: delete it there")
    return path


# The edit of a file.


def edited(path: Path, classes: list[type], kind: Kind) -> EditedFile:
    """Return the edit of a file. Raises `NotEdited` if its source does not define a class."""
    with path.open("rb") as file:
        encoding, _ = tokenize.detect_encoding(file.readline)
    before = path.read_bytes().decode(encoding)
    tree, lines = ast.parse(before), text_lines(before)
    name = kind.mixin.__name__
    bases = [definition_of(cls, tree).bases[0] for cls in classes]
    # Of two classes in one line, the second comes first.
    for base in sorted(bases, key=lambda base: base.col_offset, reverse=True):
        # The parser counts the bytes of a line.
        line, column = lines[base.lineno - 1].encode(), base.col_offset
        lines[base.lineno - 1] = (line[:column] + f"{name}, ".encode() + line[column:]).decode()
    if not hasattr(sys.modules[classes[0].__module__], name):
        ending = "\r\n" if lines[0].endswith("\r\n") else "\n"
        lines.insert(line_after_imports(tree), f"from {kind.module} import {name}{ending}")
    return EditedFile(path, before, "".join(lines), encoding, tuple(classes))


def text_lines(text: str) -> list[str]:
    """Return the lines of a file. `splitlines()` also splits at form feeds and the like."""
    return re.findall("[^\n]*\n|[^\n]+", text)


def definition_of(cls: type, tree: ast.Module) -> ast.ClassDef:
    """Return the class statement that made a class. Raises `NotEdited` if it is not certain."""
    if "<locals>" in cls.__qualname__:
        raise NotEdited("it is made by a function, which may make more than one class")
    found: list[Any] = [tree]
    for name in cls.__qualname__.split("."):
        found = [
            node
            for parent in found
            for node in ast.walk(parent)
            if isinstance(node, ast.ClassDef) and node.name == name and node is not parent
        ]
    if len(found) != 1:
        times = "several times" if found else "by no class statement"
        raise NotEdited(f"{cls.__qualname__} is defined {times} in its file")
    definition: ast.ClassDef = found[0]
    return definition


def line_after_imports(tree: ast.Module) -> int:
    """Return the index of the line after the imports of REST framework, or after all imports."""
    definitions = (ast.ClassDef, ast.FunctionDef)
    at_top = takewhile(lambda node: not isinstance(node, definitions), tree.body)
    imports = [node for node in at_top if isinstance(node, ast.Import | ast.ImportFrom)]
    of_drf = [node for node in imports if "rest_framework" in ast.unparse(node)]
    last = next(reversed(of_drf or imports), None)
    return (last and last.end_lineno) or 0


def diff_of(file: EditedFile) -> str:
    """Return the unified diff of a file, as `patch` takes it."""
    path = file.path
    with suppress(ValueError):
        path = path.relative_to(Path.cwd())
    before, after = text_lines(file.before), text_lines(file.after)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in unified_diff(before, after, f"a/{path}", f"b/{path}")
    )
