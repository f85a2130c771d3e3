"""The edit itself.

What the file imports and no longer needs stays: removing it is what linters do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import libcst as cst

from fastserializers.project.conversion.decide import assigns
from fastserializers.project.conversion.files import Conversion
from fastserializers.project.conversion.locate import Scopes, SourceFile
from fastserializers.serializers import FastReadOnlyMixin
from fastserializers.twins import FAST_BASES

PACKAGE = "fastserializers"


class Edit(NamedTuple):
    """What is to be written about one class."""

    serializer: Any
    read_only_fields: str = ""
    """What its `Meta` is to say; empty where its bases are to make it fast instead."""


def converted(source: SourceFile, edits: Sequence[Edit]) -> Conversion:
    rewriting = Rewriting(edits)
    module = source.module.visit(rewriting)
    module = with_imports(module, rewriting.needed)
    serializers = tuple(edit.serializer for edit in edits)
    return Conversion(source.path, source.code, module.bytes, module.encoding, serializers)


class Rewriting(Scopes):
    """Writes the edits, and notes which names the classes need now."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        super().__init__()
        self.edits = {edit.serializer.__qualname__: edit for edit in edits}
        self.needed: set[str] = set()

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


def imports_in(module: cst.Module) -> Iterator[tuple[int, Any]]:
    """Return the imports in front of the first class or function, each with its place."""
    for place, line in enumerate(module.body):
        if isinstance(line, cst.ClassDef | cst.FunctionDef):
            return
        if isinstance(line, cst.SimpleStatementLine):
            for statement in line.body:
                if isinstance(statement, cst.Import | cst.ImportFrom):
                    yield place, statement


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
    for _, statement in imports:
        if package_of(statement) == PACKAGE and is_list_of_names(statement):
            there = {alias.evaluated_name for alias in statement.names if alias.asname is None}
            names = with_aliases(statement, sorted(needed - there))
            return module.with_deep_changes(statement, names=names)
    places = [place for place, _ in imports]
    from_drf = [place for place, each in imports if package_of(each) == "rest_framework"]
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
