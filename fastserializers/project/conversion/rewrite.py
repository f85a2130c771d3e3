"""The edit itself.

What the file imports and no longer needs stays: removing it is what linters do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import libcst as cst

from fastserializers.project.conversion.decide import assigns
from fastserializers.project.conversion.files import Conversion
from fastserializers.project.conversion.kinds import Kind
from fastserializers.project.conversion.locate import Scopes, SourceFile


class Edit(NamedTuple):
    """What is to be written about one class."""

    cls: Any
    kind: Kind
    read_only_fields: str = ""
    """What its `Meta` is to say; empty where its bases are to make it fast instead."""


def converted(source: SourceFile, edits: Sequence[Edit]) -> Conversion:
    rewriting = Rewriting(edits)
    module = source.module.visit(rewriting)
    for package, names in rewriting.needed.items():
        module = with_imports(module, package, names)
    classes = tuple(edit.cls for edit in edits)
    return Conversion(source.path, source.code, module.bytes, module.encoding, classes)


class Rewriting(Scopes):
    """Writes the edits, and notes which names the classes need now."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        super().__init__()
        self.edits = {edit.cls.__qualname__: edit for edit in edits}
        self.needed: dict[str, set[str]] = {}

    def leave_class(self, name: str, node: cst.ClassDef) -> cst.ClassDef:
        edit = self.edits.get(name)
        if edit is not None and not edit.read_only_fields:
            return self.with_fast_bases(node, edit)
        edit = self.edits.get(name.removesuffix(".Meta")) if name.endswith(".Meta") else None
        if edit is not None and edit.read_only_fields:
            return with_answer(node, edit.read_only_fields)
        return node

    def with_fast_bases(self, node: cst.ClassDef, edit: Edit) -> cst.ClassDef:
        bases = list(node.bases)
        for index, base in enumerate(edit.cls.__bases__):
            if base in edit.kind.replacements:
                name = self.name_of_fast(edit.kind, edit.kind.replacements[base])
                value = with_type_arguments(bases[index].value, name)
                bases[index] = bases[index].with_changes(value=value)
        if bases == list(node.bases):
            name = self.name_of_fast(edit.kind, edit.kind.mixin)
            bases.insert(0, cst.Arg(name, comma=comma_like(node.lpar)))
        return node.with_changes(bases=bases)

    def name_of_fast(self, kind: Kind, cls: type) -> cst.Name:
        self.needed.setdefault(kind.module, set()).add(cls.__name__)
        return cst.Name(cls.__name__)


def with_type_arguments(base: cst.BaseExpression, name: cst.Name) -> cst.BaseExpression:
    """Return a name with the type arguments that a base has."""
    return base.with_changes(value=name) if isinstance(base, cst.Subscript) else name


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


def with_imports(module: cst.Module, package: str, needed: set[str]) -> cst.Module:
    """Return a module that imports `needed` from a package, next to REST framework."""
    imports = list(imports_in(module))
    for _, statement in imports:
        if is_list_of_names_of(package, statement):
            there = {alias.evaluated_name for alias in statement.names if alias.asname is None}
            names = with_aliases(statement, sorted(needed - there))
            return module.with_deep_changes(statement, names=names)
    places = [place for place, _ in imports]
    from_drf = [place for place, each in imports if package_of(each) == "rest_framework"]
    aliases = [cst.ImportAlias(cst.Name(name)) for name in sorted(needed)]
    line = cst.SimpleStatementLine([cst.ImportFrom(parsed_path(package), aliases)])
    body = list(module.body)
    body.insert(max(from_drf or places, default=-1) + 1, line)
    return module.with_changes(body=body)


def parsed_path(package: str) -> Any:
    return cst.parse_expression(package)


def is_list_of_names_of(package: str, statement: cst.Import | cst.ImportFrom) -> bool:
    """Return whether this is `from package import name, ...`."""
    return (
        isinstance(statement, cst.ImportFrom)
        and statement.module is not None
        and not statement.relative
        and parsed_path(package).deep_equals(statement.module)
        and not isinstance(statement.names, cst.ImportStar)
    )


def with_aliases(statement: Any, names: list[str]) -> list[cst.ImportAlias]:
    aliases = list(statement.names)
    for name in names:
        *others, last = aliases
        added = cst.ImportAlias(cst.Name(name), comma=last.comma)
        aliases = [*others, last.with_changes(comma=comma_like(statement.lpar)), added]
    return aliases
