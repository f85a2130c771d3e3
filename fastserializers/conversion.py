"""The edit that makes serializers fast: other bases, in files that otherwise stay as they are.

A class says what it inherits from, and its file where that is written. Where the two do not agree
nothing is edited. Needs libcst, which is in the extra `convert`.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
import shutil
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import unified_diff
from functools import cache
from pathlib import Path
from tempfile import mkstemp
from typing import Any, NamedTuple

import libcst as cst
from django.conf import settings
from rest_framework.serializers import BaseSerializer, ModelSerializer, Serializer

from fastserializers.compiler.plan import has_fixed_fields
from fastserializers.discovery import is_first_party, is_twin, subclasses
from fastserializers.serializers import FastReadOnlyMixin
from fastserializers.twins import FAST_BASES

PACKAGE = "fastserializers"


class NotEdited(Exception):
    """The source of a serializer is left alone, for the reason that this says."""


class Refusal(NamedTuple):
    serializer: Any
    reason: str


class Edit(NamedTuple):
    """What is to be written about one class."""

    serializer: Any
    read_only_fields: str = ""
    """What its `Meta` is to say; empty where its bases are to make it fast instead."""


class Source(NamedTuple):
    path: Path
    code: bytes
    module: cst.Module
    classes: dict[str, list[cst.ClassDef]]
    """By their qualified names."""


class Conversion(NamedTuple):
    """A file as it is, and as it is to be."""

    path: Path
    before: bytes
    after: bytes
    encoding: str
    serializers: tuple[Any, ...]


def convert(
    serializers: Iterable[Any], unanswered: Iterable[Any] = (), only_read: Collection[Any] = ()
) -> tuple[list[Conversion], list[Refusal]]:
    """Return the files in which `serializers` are fast, and those that can't be made so.

    Those of the `unanswered` get `Meta.read_only_fields` where the answer is certain: `fields`
    for one that is `only_read`, `()` where each field that can be written is declared.
    """
    source_at = cache(parsed)
    chosen: list[Any] = []
    edits: dict[Path, list[Edit]] = {}
    refusals: list[Refusal] = []
    # Bases first: what inherits from a fast class is fast.
    for serializer in sorted(dict.fromkeys(serializers), key=lambda cls: len(cls.__mro__)):
        if issubclass(serializer, (FastReadOnlyMixin, *chosen)):
            continue
        try:
            source = source_at(file_of(serializer))
            check_bases(serializer, source)
            check_one_class(serializer)
            check_order([*chosen, serializer])
        except NotEdited as reason:
            refusals.append(Refusal(serializer, str(reason)))
        else:
            chosen.append(serializer)
            edits.setdefault(source.path, []).append(Edit(serializer))
    for serializer in unanswered:
        if not issubclass(serializer, (FastReadOnlyMixin, *chosen)):
            with suppress(NotEdited):
                source = source_at(file_of(serializer))
                check_one_class(serializer)
                check_one_meta(serializer)
                answer = certain_answer(serializer, meta_in(serializer, source), only_read)
                edits.setdefault(source.path, []).append(Edit(serializer, answer))
    return [converted(source_at(path), edits[path]) for path in edits], refusals


# Where a class is written.


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


def parsed(path: Path) -> Source:
    code = path.read_bytes()
    try:
        module = cst.parse_module(code)
    except (cst.ParserSyntaxError, UnicodeDecodeError) as error:
        raise NotEdited(f"{path} can't be parsed: {error}") from error
    found = Definitions()
    module.visit(found)
    return Source(path, code, module, found.classes)


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


def definition_in(source: Source, serializer: Any) -> cst.ClassDef:
    """Return the class statement that made a class. Raises `NotEdited` if that is not clear."""
    found = source.classes.get(serializer.__qualname__, [])
    if len(found) != 1:
        times = "several times" if found else "by no class statement"
        raise NotEdited(f"{serializer.__qualname__} is defined {times} in {source.path}")
    [definition] = found
    return definition


# What may be edited.


def check_bases(serializer: Any, source: Source) -> None:
    """Raise `NotEdited` unless the names that are written as the bases of a class mean those."""
    if not issubclass(serializer, Serializer):
        raise NotEdited("it is no subclass of Serializer, and has no fields to compile")
    namespace = vars(sys.modules[serializer.__module__])
    bases = definition_in(source, serializer).bases
    meant = tuple(None if base.star else meaning_of(base.value, namespace) for base in bases)
    if meant != serializer.__bases__:
        raise NotEdited("its bases are not those that its source names: they are chosen by code")
    for fast in FAST_CLASSES:
        name = fast.__name__
        if namespace.get(name, fast) is not fast:
            raise NotEdited(f"{name} is the name of something else in {serializer.__module__}")


def meaning_of(expression: cst.BaseExpression, namespace: dict[str, Any]) -> Any:
    """Return what a dotted name means in a module, with or without type arguments, or None."""
    if isinstance(expression, cst.Subscript):
        return meaning_of(expression.value, namespace)
    if isinstance(expression, cst.Attribute):
        return getattr(meaning_of(expression.value, namespace), expression.attr.value, None)
    if isinstance(expression, cst.Name):
        return namespace.get(expression.value, getattr(builtins, expression.value, None))
    return None


def check_one_class(serializer: Any) -> None:
    """Raise `NotEdited` if what is written about a class is about others too."""
    for other in subclasses(BaseSerializer):
        if other is serializer or is_twin(other):
            continue
        if (other.__module__, other.__qualname__) == (
            serializer.__module__,
            serializer.__qualname__,
        ):
            raise NotEdited("its source makes more than one class")


def check_one_meta(serializer: Any) -> None:
    """Raise `NotEdited` if what a `Meta` says is said of other serializers too."""
    for other in subclasses(ModelSerializer):
        if other is serializer or is_twin(other):
            continue
        if serializer.Meta in getattr(getattr(other, "Meta", None), "__mro__", ()):
            raise NotEdited(f"{other.__name__} has the same Meta, or inherits from it")


def check_order(fast: list[Any]) -> None:
    """Raise `NotEdited` if a class could no longer be defined once all of `fast` are.

    Python wants each class before what it inherits from, and in the order its bases have.
    """
    known: dict[type, type] = {object: object}

    def stand_in(cls: type) -> type:
        if cls not in known:
            bases = fast_bases(cls) if cls in fast else cls.__bases__
            known[cls] = type(cls.__name__, tuple(map(stand_in, bases)), {})
        return known[cls]

    affected: list[type] = [fast[-1], *subclasses(fast[-1])]
    try:
        for cls in affected:
            stand_in(cls)
    except TypeError as error:
        raise NotEdited(f"{cls.__name__} could no longer be defined: {error}") from error


def fast_bases(serializer: Any) -> tuple[Any, ...]:
    """Return the bases that make a class fast: those of this library for those of DRF's."""
    bases = tuple(FAST_BASES.get(base, base) for base in serializer.__bases__)
    return bases if bases != serializer.__bases__ else (FastReadOnlyMixin, *bases)


FAST_CLASSES: tuple[type, ...] = (FastReadOnlyMixin, *FAST_BASES.values())


def certain_answer(serializer: Any, meta: cst.ClassDef, only_read: Collection[Any]) -> str:
    """Return the `read_only_fields` that change nothing about what a client may write.

    `fields` where no client writes anything, and the fields are written out; `()` where each field
    that can be written is declared in the class. Raises `NotEdited` for any other.
    """
    is_written_out = any(assigns(statement, "fields") for statement in meta.body.body)
    fields = vars(serializer.Meta).get("fields")
    if serializer in only_read and is_written_out and type(fields) in (list, tuple):
        return "fields"
    if has_fixed_fields(serializer):
        with suppress(Exception):
            prototype = object.__new__(serializer)
            prototype._args, prototype._kwargs = (), {}
            BaseSerializer.__init__(prototype)
            if all(
                field.read_only or name in serializer._declared_fields
                for name, field in prototype.fields.items()
            ):
                return "()"
    raise NotEdited("which fields a client may write is for a person to say")


def meta_in(serializer: Any, source: Source) -> cst.ClassDef:
    """Return the statement that defines `Meta` in a class."""
    if "Meta" in vars(serializer) and not hasattr(serializer.Meta, "read_only_fields"):
        definitions = source.classes.get(f"{serializer.__qualname__}.Meta", [])
        if len(definitions) == 1 and isinstance(definitions[0].body, cst.IndentedBlock):
            return definitions[0]
    raise NotEdited("it has no Meta of its own to say it in")


def assigns(statement: cst.CSTNode, name: str) -> bool:
    """Return whether a statement is an assignment to `name` alone."""
    match statement:
        case cst.SimpleStatementLine(body=[cst.Assign(targets=[target])]):
            return isinstance(target.target, cst.Name) and target.target.value == name
        case cst.SimpleStatementLine(body=[cst.AnnAssign(target=cst.Name(value=found))]):
            return found == name
    return False


# The edit.


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


# Files.


def diff_of(conversion: Conversion) -> str:
    """Return the unified diff of a conversion, as `patch` takes it."""
    path = conversion.path
    with suppress(ValueError):
        path = path.relative_to(Path.cwd())
    lines = unified_diff(
        lines_of(conversion.before.decode(conversion.encoding)),
        lines_of(conversion.after.decode(conversion.encoding)),
        f"a/{path}",
        f"b/{path}",
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in lines
    )


def lines_of(text: str) -> list[str]:
    """Return the lines of a file with their endings, which Python's `splitlines()` has more of."""
    return re.findall("[^\n]*\n|[^\n]+", text)


def write(conversion: Conversion) -> None:
    """Replace a file by what it is to be, at once: it is never there in part."""
    descriptor, name = mkstemp(dir=conversion.path.parent, prefix=".")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(conversion.after)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(conversion.path, name)
        os.replace(name, conversion.path)
    except BaseException:
        os.unlink(name)
        raise
