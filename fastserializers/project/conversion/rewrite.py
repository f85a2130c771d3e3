"""The edit."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import libcst as cst

from fastserializers.project.conversion.decide import assigns
from fastserializers.project.conversion.files import Conversion
from fastserializers.project.conversion.locate import Scopes, Source
from fastserializers.project.modules import is_first_party
from fastserializers.serializers import FastReadOnlyMixin
from fastserializers.twins import FAST_BASES

PACKAGE = "fastserializers"


class Edit(NamedTuple):
    """What is to be written about one class."""

    serializer: Any
    read_only_fields: str = ""
    """What its `Meta` is to say; empty where its bases are to make it fast instead."""


def converted(source: Source, edits: Sequence[Edit]) -> Conversion:
    rewriting = Rewriting(edits)
    module = source.module.visit(rewriting)
    module = with_imports(module, rewriting.needed)
    if source.path.stem != "__init__":
        # What a package imports is often there for others to import.
        for name in sorted(rewriting.dropped):
            module = without_import(module, name, edits[0].serializer.__module__)
    serializers = tuple(edit.serializer for edit in edits)
    return Conversion(source.path, source.code, module.bytes, module.encoding, serializers)


class Rewriting(Scopes):
    """Writes the edits, and notes which names the classes need now, and need no more."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        super().__init__()
        self.edits = {edit.serializer.__qualname__: edit for edit in edits}
        self.needed: set[str] = set()
        self.dropped: set[str] = set()

    def leave_class(self, name: str, node: cst.ClassDef) -> cst.ClassDef:
        edit = self.edits.get(name)
        if edit is not None and not edit.read_only_fields:
            return self.with_fast_bases(node, edit.serializer)
        edit = self.edits.get(name.removesuffix(".Meta")) if name.endswith(".Meta") else None
        if edit is not None and edit.read_only_fields:
            return with_answer(node, edit.read_only_fields)
        return node

    def with_fast_bases(self, node: cst.ClassDef, serializer: Any) -> cst.ClassDef:
        bases = list(node.bases)
        for index, base in enumerate(serializer.__bases__):
            if base in FAST_BASES:
                self.dropped.add(first_name(bases[index].value))
                bases[index] = bases[index].with_changes(value=self.fast(FAST_BASES[base]))
        if bases == list(node.bases):
            comma = comma_like(node.lpar)
            bases.insert(0, cst.Arg(self.fast(FastReadOnlyMixin), comma=comma))
        return node.with_changes(bases=bases)

    def fast(self, cls: type) -> cst.Name:
        self.needed.add(cls.__name__)
        return cst.Name(cls.__name__)


def first_name(expression: cst.BaseExpression) -> str:
    while isinstance(expression, cst.Attribute | cst.Subscript):
        expression = expression.value
    return cst.ensure_type(expression, cst.Name).value


def comma_like(left: object) -> cst.Comma:
    """Return the comma that goes between items behind this parenthesis: with a new line or not."""
    space = getattr(left, "whitespace_after", None)
    if isinstance(space, cst.ParenthesizedWhitespace):
        plain = space.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=())
        return cst.Comma(whitespace_after=plain)
    return cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))


def with_answer(meta: cst.ClassDef, answer: str) -> cst.ClassDef:
    """Return a `Meta` that says `read_only_fields`, behind `fields` where it has them."""
    statements = list(meta.body.body)
    places = [place for place, line in enumerate(statements, 1) if assigns(line, "fields")]
    statements.insert(
        places[-1] if places else len(statements),
        cst.parse_statement(f"read_only_fields = {answer}"),
    )
    return meta.with_deep_changes(meta.body, body=statements)


# Imports.


def imports_in(module: cst.Module) -> Iterator[tuple[int, cst.SimpleStatementLine, Any]]:
    """Return the imports in front of the first class or function, each with its line."""
    for index, line in enumerate(module.body):
        if isinstance(line, cst.ClassDef | cst.FunctionDef):
            return
        if isinstance(line, cst.SimpleStatementLine):
            for statement in line.body:
                if isinstance(statement, cst.Import | cst.ImportFrom):
                    yield index, line, statement


def package_of(statement: cst.Import | cst.ImportFrom) -> str:
    """Return the package that is imported, or imported from; nothing for a relative one."""
    if isinstance(statement, cst.Import):
        return first_name(statement.names[0].name)
    return first_name(statement.module) if statement.module and not statement.relative else ""


def with_imports(module: cst.Module, needed: set[str]) -> cst.Module:
    """Return a module that imports `needed` from this library, next to REST framework."""
    if not needed:
        return module
    imports = list(imports_in(module))
    for _, _, statement in imports:
        if package_of(statement) == PACKAGE and is_list_of_names(statement):
            there = {alias.evaluated_name for alias in statement.names if alias.asname is None}
            names = with_aliases(statement, sorted(needed - there))
            return module.with_deep_changes(statement, names=names)
    places = [place for place, _, _ in imports]
    from_drf = [place for place, _, each in imports if package_of(each) == "rest_framework"]
    aliases = [cst.ImportAlias(cst.Name(name)) for name in sorted(needed)]
    line = cst.SimpleStatementLine([cst.ImportFrom(cst.Name(PACKAGE), aliases)])
    body = list(module.body)
    body.insert(max(from_drf or places, default=-1) + 1, line)
    return module.with_changes(body=body)


def is_list_of_names(statement: cst.Import | cst.ImportFrom) -> bool:
    """Return whether this is `from package import name, ...`."""
    return (
        isinstance(statement, cst.ImportFrom)
        and isinstance(statement.module, cst.Name)
        and not isinstance(statement.names, cst.ImportStar)
    )


def with_aliases(statement: Any, names: list[str]) -> list[cst.ImportAlias]:
    aliases = list(statement.names)
    for name in names:
        *others, last = aliases
        added = cst.ImportAlias(cst.Name(name), comma=last.comma)
        aliases = [*others, last.with_changes(comma=comma_like(statement.lpar)), added]
    return aliases


def without_import(module: cst.Module, name: str, module_name: str) -> cst.Module:
    """Return a module without the import of a name of REST framework's, if nothing can need it.

    The name has to be nowhere else in the file, not in a comment and not in a string; the import
    must have no comment; and no other module of the project may import the name from this one.
    """
    for _, line, statement in imports_in(module):
        if package_of(statement) != "rest_framework" or not isinstance(statement, cst.ImportFrom):
            continue
        aliases = [] if isinstance(statement.names, cst.ImportStar) else list(statement.names)
        bound = [alias.evaluated_alias or alias.evaluated_name for alias in aliases]
        if (
            bound.count(name) != 1
            or len(line.body) != 1
            or "#" in module.code_for_node(line.with_changes(leading_lines=()))
            or len(re.findall(rf"\b{re.escape(name)}\b", module.code)) != 1
            or is_imported_from(module_name, name)
        ):
            continue
        if len(aliases) == 1:
            return without_line(module, line)
        removed = aliases.pop(bound.index(name))
        if bound[-1] == name:
            aliases[-1] = aliases[-1].with_changes(comma=removed.comma)
        return module.with_deep_changes(statement, names=aliases)
    return module


def without_line(module: cst.Module, line: cst.SimpleStatementLine) -> cst.Module:
    """Return a module without a line; what is above that goes above the next one."""
    body: list[Any] = list(module.body)
    place = body.index(line)
    below = body[place + 1]
    if not below.leading_lines or any(blank.comment for blank in line.leading_lines):
        leading_lines = (*line.leading_lines, *below.leading_lines)
        below = below.with_changes(leading_lines=leading_lines)
    return module.with_changes(body=[*body[:place], below, *body[place + 2 :]])


def is_imported_from(module_name: str, name: str) -> bool:
    """Return whether another module of the project imports a name from a module, or may do so."""
    stem = module_name.rpartition(".")[2].encode()
    for other, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if other == module_name or not file.endswith(".py") or not is_first_party(other):
            continue
        with suppress(OSError, SyntaxError, ValueError):
            code = Path(file).read_bytes()
            # Parsing takes its time.
            statements = ast.walk(ast.parse(code)) if stem in code else ()
            if any(
                isinstance(statement, ast.ImportFrom)
                and may_be_from(statement, module_name)
                and any(alias.name in (name, "*") for alias in statement.names)
                for statement in statements
            ):
                return True
    return False


def may_be_from(statement: ast.ImportFrom, module_name: str) -> bool:
    if statement.level:
        return (statement.module or "").rpartition(".")[2] == module_name.rpartition(".")[2]
    return statement.module == module_name
