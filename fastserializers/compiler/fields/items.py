"""Lists and dicts, by the representation of what is in them."""

from __future__ import annotations

from rest_framework import fields

from fastserializers.compiler.fields.registry import register
from fastserializers.compiler.representation import (
    AS_IT_IS,
    Guard,
    GuardedExpression,
    Representation,
    guarded,
)
from fastserializers.compiler.templates import has_placeholder, in_brackets, replaced
from fastserializers.runtime.drf_types import AnyField

A_LIST = Guard(test="type($value) is list or type($value) is tuple")


@register(fields.ListField, made_of="child")
def as_list(field: AnyField, child: Representation | None) -> Representation | None:
    if child is AS_IT_IS:
        return guarded(A_LIST, "list($value)")
    return collection(child, A_LIST, "[$represented\n    for $item in $value]")


@register(fields.DictField, fields.HStoreField, made_of="child")
def as_dict(field: AnyField, child: Representation | None) -> Representation | None:
    items = "{str($key): $represented\n    for $key, $item in $value.items()}"
    return collection(child, Guard("type", "dict"), items)


def collection(
    child: Representation | None, guard: Guard, expression: str
) -> Representation | None:
    """Return a representation that has the cases of `child` for each `$item`.

    None for a child that is a collection itself: its items would have the same name.
    """
    if child is None or child.access != "value":
        return None
    if any(has_placeholder(text, "item") for case in child.cases for text in case.templates):
        return None
    cases = "".join(
        f"{in_brackets(of_item(case.expression))}\n    if {of_item(case.guard.text)}\n    else "
        for case in child.cases
    )
    represented = f"{cases}None if $item is None\n    else $field.child.to_representation($item)"
    return child._replace(
        cases=(GuardedExpression(guard, expression.replace("$represented", represented)),),
        per_call=tuple((name, of_item(text)) for name, text in child.per_call),
        form=None,
    )


def of_item(template: str) -> str:
    """Return a template of the child as one of the collection."""
    return replaced(replaced(template, "value", "${item}"), "field", "$field.child")
