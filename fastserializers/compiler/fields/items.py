"""Lists and dicts, by the representation of what is in them."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from rest_framework import fields

from fastserializers.compiler.fields.registry import represents
from fastserializers.compiler.fields.representation import (
    AS_IT_IS,
    AnyField,
    FromField,
    Representation,
    guarded,
    in_brackets,
)
from fastserializers.compiler.overrides import is_custom, nearest
from fastserializers.compiler.templates import placeholders_of, replaced

T = TypeVar("T")


class Items(NamedTuple):
    """What a collection is made of."""

    guard: str
    expression: str
    """Has `$represented` where the representation of an `$item` goes."""
    part: str = "child"
    """The attribute of the field that represents an item."""
    may_be_none: bool = True
    """Whether an item that is None stands for itself."""


@represents(fields.ListField, made_of="child")
def as_list(field: fields.ListField, child: Representation | None) -> Representation | None:
    if child is AS_IT_IS:
        return guarded(A_LIST, "list($value)")
    return as_items(field, child)


@represents(fields.DictField, fields.HStoreField, made_of="child")
def as_items(field: AnyField, child: Representation | None) -> Representation | None:
    items = items_of(field)
    if items is None or child is None or child.access != "value":
        return None
    return collection(child, items)


def items_of(field: AnyField) -> Items | None:
    """Return what a list or a dict is made of; None for any other field or class."""
    cls = nearest(type(field))
    if cls not in COLLECTED or is_custom(field):
        return None
    child = vars(field).get("child")
    if child is None or child.parent is not field or depth_of(child) > DEEPEST:
        return None
    return COLLECTED[cls]


# CPython 3.13 crashes on 22 comprehensions in one another.
DEEPEST = 8

A_LIST = "type($value) is list or type($value) is tuple"
OF_A_LIST = Items(A_LIST, "[$represented for $item in $value]")
OF_A_DICT = Items(
    "type($value) is dict", "{str($key): $represented for $key, $item in $value.items()}"
)
COLLECTED: dict[type, Items] = {
    fields.ListField: OF_A_LIST,
    fields.DictField: OF_A_DICT,
    fields.HStoreField: OF_A_DICT,
}


def collection(child: Representation, items: Items) -> Representation:
    """Return a representation that has the cases of `child` for each `$item`."""
    cases = "".join(
        f"{in_brackets(of_item(case.expression, items))} if {of_item(case.guard, items)} else "
        for case in child.cases
    )
    # An item that no guard admits.
    otherwise = f"$field.{items.part}.to_representation($item)"
    if items.may_be_none:
        otherwise = f"None if $item is None else {otherwise}"
    expression = items.expression.replace("$represented", f"{cases}{otherwise}")
    return guarded(
        items.guard,
        expression,
        constants=prefixed(child.constants),
        per_call=tuple((name, of_item(text, items)) for name, text in prefixed(child.per_call)),
        per_row=tuple((name, of_item(text, items)) for name, text in prefixed(child.per_row)),
        from_field=tuple(
            FromField(f"item_{name}", value, of_item(lookup, items))
            for name, value, lookup in child.from_field
        ),
        runs_code=child.runs_code,
    )


def prefixed(named: tuple[tuple[str, T], ...]) -> tuple[tuple[str, T], ...]:
    return tuple((f"item_{name}", meaning) for name, meaning in named)


def of_item(template: str, items: Items) -> str:
    """Return a template of the child with names that are free in the collection."""
    own = {name: f"item_{name}" for name in placeholders_of(template)}
    names = {**own, "value": "item", **SHARED}
    meanings = {name: f"${{{new}}}" for name, new in names.items()}
    return replaced(template, {**meanings, "field": f"$field.{items.part}"})


# Placeholders that mean the same for an item as for the collection.
SHARED = {name: name for name in ("instance", "name", "row", "zone")}


def depth_of(child: AnyField) -> int:
    """Return in how many collections a child is, one in the other."""
    depth = 0
    while isinstance(child.parent, fields.ListField | fields.DictField):
        child = child.parent
        depth += 1
    return depth
