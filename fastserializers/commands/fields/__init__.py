"""`fields`: which of DRF's field classes are compiled, asked of the compiler itself."""

from __future__ import annotations

import ast
import inspect
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from importlib import import_module
from typing import Any, Literal, NamedTuple

import django
import rest_framework
from django.db import models
from rest_framework import fields, relations, serializers
from rest_framework.fields import Field

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from fastserializers.commands.fields.example_options import (
    EXAMPLES,
    MODEL_FIELD_ARGUMENTS,
    NEEDED,
    NOT_DECLARED,
    OTHER_OPTIONS,
    model_with,
)
from fastserializers.commands.printer import Printer
from fastserializers.commands.tables import Cell, Styled
from fastserializers.compiler.fields.representation import AnyField
from fastserializers.compiler.plan import Delegated, OwnRepresentation
from fastserializers.compiler.planner import output_of

NAME = "fields"
HELP = "List the fields of REST framework and Django, each marked compiled or delegated."


class Outlook(NamedTuple):
    """What became of one field class with one set of options."""

    field: str
    options: str
    how: Literal["compiled", "delegated", "absent", "unknown"]
    why: str = ""


def add_arguments(parser: ArgumentParser) -> None:
    pass


def run(options: dict[str, Any], printer: Printer) -> int:
    declared = [finding for cls in field_classes() for finding in outlooks_of(cls)]
    mapped = [outlook_of_model_field(cls) for cls in model_field_classes()]
    if printer.is_json:
        printer.document(
            {
                "rest_framework": [finding._asdict() for finding in declared],
                "django": [finding._asdict() for finding in mapped],
            }
        )
        return 0
    printer.table(
        ("field", "", "with", "because"),
        table_rows(declared),
        f"Fields of REST framework {rest_framework.VERSION}",
    )
    printer.line()
    printer.table(
        ("model field", "", "as", "because"),
        table_rows(mapped),
        f"Model fields of Django {django.get_version()}, as ModelSerializer maps them",
    )
    printer.note(MEANING)
    return 0


MEANING = """
A compiled field hands a value of an unusual type to REST framework's code, and so does a field of
your own class that overrides how it is made, read or represented."""


def table_rows(findings: Iterable[Outlook]) -> Iterator[tuple[Cell, ...]]:
    """Return a row for each field and outcome, with all the options that lead to it."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    for finding in findings:
        rows.setdefault((finding.field, finding.how, finding.why), []).append(finding.options)
    previous = ""
    for (field, how, why), alternatives in rows.items():
        name = "" if field == previous else field
        yield (
            name,
            Styled(how, STYLES[how]),
            ", ".join(option or "its defaults" for option in alternatives),
            why,
        )
        previous = field


STYLES = {"compiled": "green", "delegated": "yellow", "absent": "dim", "unknown": "bold red"}


# The fields of REST framework.


def field_classes() -> Iterator[type[AnyField]]:
    """Return the field classes that DRF's modules define, and do not keep to themselves."""
    for module in (fields, relations, serializers):
        for name, cls in vars(module).items():
            is_own = getattr(cls, "__module__", None) == module.__name__
            if is_own and not name.startswith("_") and is_declared(cls, Field):
                yield cls


def is_declared(cls: Any, base: type) -> bool:
    return inspect.isclass(cls) and issubclass(cls, base) and cls.__name__ not in NOT_DECLARED


def outlooks_of(cls: type[AnyField]) -> Iterator[Outlook]:
    """Return what becomes of a field class with what it needs, then with each option beside it."""
    options = options_of(cls)
    for option in options:
        if option not in OTHER_OPTIONS and examples_of(cls, option) is None:
            yield Outlook(cls.__name__, option, "unknown", f"{option} has no example")
    needed = [option for option, is_needed in options.items() if is_needed]
    least = {option: value for option in needed for value in (examples_of(cls, option) or ())[:1]}
    yield outlook_of(cls, least, "")
    for option in options:
        for value in (examples_of(cls, option) or ())[option in needed :]:
            yield outlook_of(cls, {**least, option: value}, f"{option}={spelled(value)}")


def spelled(value: object) -> str:
    if isinstance(value, Field):
        return f"{type(value).__name__}()"
    return value.__name__ if isinstance(value, type) else repr(value)


def options_of(cls: type[AnyField]) -> dict[str, bool]:
    """Return the options of the class and its bases below `Field`; whether they are needed."""
    options: dict[str, bool] = {}
    for base in cls.__mro__[: cls.__mro__.index(Field)]:
        for name in NEEDED.get(base, ()):
            options[name] = True
        if "__init__" in vars(base):
            for name, is_needed in options_of_method(vars(base)["__init__"]):
                options.setdefault(name, is_needed)
    return options


def options_of_method(method: Any) -> Iterator[tuple[str, bool]]:
    """Return the parameters of `__init__()`, and what it takes out of its `kwargs`."""
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            yield parameter.name, parameter.default is parameter.empty
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(method)))):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="kwargs"), attr="pop" | "get"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name, False


def examples_of(cls: type, option: str) -> tuple[object, ...] | None:
    for base in cls.__mro__:
        if (base, option) in EXAMPLES:
            return EXAMPLES[base, option]
    return EXAMPLES.get(option)


def outlook_of(cls: type[AnyField], arguments: Mapping[str, Any], options: str) -> Outlook:
    try:
        field = declarable(cls)(**deepcopy(arguments))
        return outlook_for(
            cls.__name__, example_field(FastReadOnlySerializer, example=field), options
        )
    except Exception as error:
        return Outlook(cls.__name__, options, "unknown", f"{type(error).__name__}: {error}")


def declarable(cls: Any) -> Any:
    """Return the class, or one with a model of it, if it is a serializer that wants one."""
    if not issubclass(cls, serializers.ModelSerializer):
        return cls
    model = model_with(models.IntegerField())
    return type(cls)("ExampleSerializer", (cls,), {"Meta": meta_of(model)})


def example_field(base: Any, **attributes: object) -> Any:
    """Return the field `example` of a serializer that is made of `base` and `attributes`."""
    return type(base)("ExampleSerializer", (base,), attributes)().fields["example"]


def outlook_for(name: str, field: Any, options: str) -> Outlook:
    if field.write_only:
        return Outlook(name, options, "absent", "it is never in the output")
    output = output_of(field)
    if isinstance(output, Delegated | OwnRepresentation):
        return Outlook(name, options, "delegated", output.reason)
    return Outlook(name, options, "compiled")


# The model fields of Django.


def model_field_classes() -> Iterator[type[models.Field[Any, Any]]]:
    for module in ("django.db.models", "django.contrib.postgres.fields"):
        try:
            exported = vars(import_module(module)).values()
        except ImportError:  # Without psycopg there are no fields of PostgreSQL.
            continue
        for cls in exported:
            # What Django has removed is only there for old migrations.
            if is_declared(cls, models.Field) and cls.system_check_removed_details is None:
                yield cls


def outlook_of_model_field(cls: type[models.Field[Any, Any]]) -> Outlook:
    try:
        model = model_with(cls(**MODEL_FIELD_ARGUMENTS.get(cls.__name__, {})))
        field = example_field(FastReadOnlyModelSerializer, Meta=meta_of(model))
        return outlook_for(cls.__name__, field, type(field).__name__)
    except Exception as error:
        return Outlook(cls.__name__, "", "unknown", f"{type(error).__name__}: {error}")


def meta_of(model: type[models.Model]) -> type:
    return type("Meta", (), {"model": model, "fields": ["example"]})
