"""Lists and dicts, by the representation of what is in them."""

from __future__ import annotations

from string import Formatter
from typing import NamedTuple

from rest_framework import fields

from fastserializers.compiler.representations.representation import (
    AS_IT_IS,
    AnyField,
    Case,
    Representation,
)
from fastserializers.overrides import is_custom, nearest


class Items(NamedTuple):
    """What a collection is made of, `%s` being where the representation of an item goes."""

    guard: str
    expression: str
    otherwise: str
    """What represents an item that fits no case."""


def as_list(field: fields.ListField, child: Representation | None) -> Representation | None:
    if child is AS_IT_IS:
        return Representation((Case(A_LIST, "list({value})"),))
    return as_items(field, child)


def as_items(field: AnyField, child: Representation | None) -> Representation | None:
    items = items_of(field)
    if items is None or child is None or child.access != "value":
        return None
    return collection(child, *items)


def items_of(field: AnyField) -> Items | None:
    """Return what a list or a dict is made of; None for any other field, and for a project's."""
    cls = nearest(type(field))
    if cls not in ITEMS or is_custom(field):
        return None
    child = vars(field).get("child")
    if child is None or child.parent is not field or (depth := depth_of(child)) > DEEPEST:
        return None
    other = f"represent_item(serializer, {{name}}, {depth}, {{item}})"
    return Items(*ITEMS[cls], f"None if {{item}} is None else {other}")


# CPython 3.13 crashes on 22 comprehensions in one another.
DEEPEST = 8

A_LIST = "(type({value}) is list or type({value}) is tuple)"
OF_A_LIST = (A_LIST, "[%s for {item} in {value}]")
OF_A_DICT = ("type({value}) is dict", "{{str({key}): %s for {key}, {item} in {value}.items()}}")
ITEMS: dict[type, tuple[str, str]] = {
    fields.ListField: OF_A_LIST,
    fields.DictField: OF_A_DICT,
    fields.HStoreField: OF_A_DICT,
}


def collection(
    child: Representation, guard: str, expression: str, otherwise: str
) -> Representation:
    """Return a representation that has the cases of `child` for each `{item}`."""
    cases = "".join(
        f"{of_item(case.expression)} if {of_item(case.guard)} else " for case in child.cases
    )
    return Representation(
        (Case(guard, expression % f"{cases}{otherwise}"),),
        constants=tuple((f"item_{name}", constant) for name, constant in child.constants),
        kept=tuple((f"item_{name}", of_item(kept)) for name, kept in child.kept),
        state=tuple((f"item_{name}", of_item(state)) for name, state in child.state),
        zoned=child.zoned,
        runs_code=child.runs_code,
    )


def of_item(template: str) -> str:
    """Return a template of the child's as one of the collection that the child is in."""
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    own = {name: f"{{item_{name}}}" for name in names}
    text = template.replace("{{", "{{{{").replace("}}", "}}}}")
    return text.format(**{**own, "value": "{item}", "zone": "{zone}", "name": "{name}"})


def depth_of(child: AnyField) -> int:
    """Return in how many collections a child is, one in the other."""
    depth = 0
    while isinstance(child.parent, fields.ListField | fields.DictField):
        child = child.parent
        depth += 1
    return depth
