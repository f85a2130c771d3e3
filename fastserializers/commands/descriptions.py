"""A plan in words: how each field of a serializer is read, and what it becomes."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from decimal import Decimal
from types import FunctionType
from typing import Any, NamedTuple

from rest_framework.serializers import Serializer

from fastserializers.compiler.codegen import access_of, source_of
from fastserializers.compiler.plan import Delegated, FieldPlan, Method, Nested, Plan
from fastserializers.compiler.readers import Reader, reader_of
from fastserializers.compiler.representations.representation import Representation
from fastserializers.discovery import model_of
from fastserializers.serializers import compiled_plan
from fastserializers.twins import read_only


class NoPlanError(Exception):
    """A serializer class has no plan, for the reason that this says."""


class Description(NamedTuple):
    """A field in words."""

    name: str
    source: str
    reader: str
    """How it is read from the model."""
    representation: tuple[str, ...]
    """What is made of the value, one case a line; DRF's code has the values that fit none."""
    delegated: str = ""
    """Why the field runs DRF's own code, if it does."""
    fields: tuple[Description, ...] = ()
    """The fields of a nested serializer."""


def descriptions_of(serializer_class: Any) -> tuple[Description, ...]:
    """Return the fields of a serializer class, of its fast twin if it is not fast.

    Raises `NoPlanError`, for what code of the project's has raised among other reasons.
    """
    if not issubclass(serializer_class, Serializer):
        raise NoPlanError("it has no fields: it is a BaseSerializer")
    try:
        compiled = compiled_plan(read_only(serializer_class)(), many=True)
        if compiled is not None:
            return described(compiled.plan, model_of(serializer_class))
    except Exception as error:
        message = " ".join(f"{type(error).__name__}: {error}".split())
        raise NoPlanError(f"making its fields raises {message}") from error
    raise NoPlanError("it chooses its fields row by row")


def count_compiled(descriptions: Iterable[Description]) -> tuple[int, int]:
    """Return how many fields compile and how many there are; nested ones count, not the nest."""
    compiled = total = 0
    for description in descriptions:
        counts = (int(not description.delegated), 1)
        if description.fields and not description.delegated:
            counts = count_compiled(description.fields)
        compiled, total = compiled + counts[0], total + counts[1]
    return compiled, total


def described(plan: Plan, model: type | None) -> tuple[Description, ...]:
    """Return the fields of a plan, as they are read from `model`; None where that is not known."""
    return tuple(described_field(field, model) for field in plan.fields)


def described_field(field: FieldPlan, model: type | None) -> Description:
    output = field.output
    source = ".".join(field.source) or "*"
    if isinstance(output, Delegated):
        return Description(field.name, source, "", (), output.reason)
    if isinstance(output, Method):
        call = f"{output.name}(instance)"
        return Description(field.name, source, "method of the serializer", (call,))
    reader = reader_of(source_of(field), access_of(output), model) if model else None
    if model and reader is None:
        reason = f"only REST framework knows how to read {source} of {model.__name__}"
        return Description(field.name, source, "", (), reason)
    words = reader_in_words(reader, source_of(field), model) if reader and model else ANY_TYPE
    if isinstance(output, Nested):
        name = output.plan.serializer
        return Description(
            field.name,
            source,
            words,
            (f"list of {name}" if output.many else name,),
            fields=described(output.plan, reader.model if reader else None),
        )
    return Description(field.name, source, words, representation_in_words(output))


ANY_TYPE = "as the type of the object has it"
STORES = {
    ("columns",): "column",
    ("related",): "loaded relation, or a query",
    ("columns", "prefetched"): "prefetched rows, or a query",
}
ATTRIBUTES = {property: "property", FunctionType: "method", type(None): "attribute"}


def reader_in_words(reader: Reader, source: tuple[str, ...], model: type) -> str:
    if reader.stores:
        # Steps that follow one another have a constant each.
        return "through loaded relations" if reader.constants else STORES[reader.stores]
    if len(source) != 1:
        return "attributes, step by step" if source else "the object itself"
    return ATTRIBUTES.get(type(inspect.getattr_static(model, source[0], None)), "attribute")


def representation_in_words(representation: Representation) -> tuple[str, ...]:
    names = Names(
        (name, repr(value))
        for name, value in representation.constants
        if isinstance(value, str | int | Decimal | None)
    )
    return tuple(
        f"{case.expression} if {case.guard}".removesuffix(" if ").format_map(names)
        for case in representation.cases
    )


class Names(dict[str, str]):
    """What the names in a template stand for: themselves, if nothing else is known."""

    def __missing__(self, name: str) -> str:
        return name
