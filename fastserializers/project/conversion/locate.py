"""Where a class is written."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

import libcst as cst
from django.conf import settings

from fastserializers.project.modules import is_first_party


class NotEdited(Exception):
    """The source of a serializer is left alone, for the reason that this says."""


class SourceFile(NamedTuple):
    path: Path
    code: bytes
    module: cst.Module
    classes: dict[str, list[cst.ClassDef]]
    """By their qualified names."""


def file_of(serializer: Any) -> Path:
    """Return the file of the project's that defines a class. Raises `NotEdited` for any other."""
    file = getattr(sys.modules.get(serializer.__module__), "__file__", None)
    if file is None or not file.endswith(".py"):
        raise NotEdited(f"its module {serializer.__module__} has no source")
    path = Path(file).resolve()
    if not is_first_party(serializer.__module__) or not is_in_project(path):
        raise NotEdited(f"{path} is not a file of this project")
    return path


def is_in_project(path: Path) -> bool:
    folders = (os.getcwd(), sys.path[0], getattr(settings, "BASE_DIR", None))
    return {"site-packages", "dist-packages"}.isdisjoint(path.parts) and any(
        path.is_relative_to(Path(folder).resolve()) for folder in folders if folder
    )


def parsed_file(path: Path) -> SourceFile:
    code = path.read_bytes()
    try:
        module = cst.parse_module(code)
    except (cst.ParserSyntaxError, UnicodeDecodeError) as error:
        raise NotEdited(f"{path} can't be parsed_file: {error}") from error
    found = Definitions()
    module.visit(found)
    return SourceFile(path, code, module, found.classes)


class Scopes(cst.CSTTransformer):
    """Knows the qualified name of the class that it leaves, as Python has it."""

    def __init__(self) -> None:
        super().__init__()
        self.scopes: list[str] = []

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self.scopes.append(node.name.value)

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self.scopes += (node.name.value, "<locals>")

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        del self.scopes[-2:]
        return updated_node

    def leave_ClassDef(
        self, original_node: cst.ClassDef, updated_node: cst.ClassDef
    ) -> cst.ClassDef:
        name = ".".join(self.scopes)
        del self.scopes[-1]
        return self.leave_class(name, updated_node)

    def leave_class(self, name: str, node: cst.ClassDef) -> cst.ClassDef:
        raise NotImplementedError


class Definitions(Scopes):
    """Collects the class statements of a file by their qualified names."""

    def __init__(self) -> None:
        super().__init__()
        self.classes: dict[str, list[cst.ClassDef]] = {}

    def leave_class(self, name: str, node: cst.ClassDef) -> cst.ClassDef:
        self.classes.setdefault(name, []).append(node)
        return node


def definition_in(source: SourceFile, serializer: Any) -> cst.ClassDef:
    """Return the class statement that made a class. Raises `NotEdited` if that is not clear."""
    found = source.classes.get(serializer.__qualname__, [])
    if len(found) != 1:
        times = "several times" if found else "by no class statement"
        raise NotEdited(f"{serializer.__qualname__} is defined {times} in {source.path}")
    [definition] = found
    return definition
