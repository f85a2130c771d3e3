"""Relations, by a key, a text or an attribute of the related row; of one row or many."""

from __future__ import annotations

from typing import Any

from rest_framework import relations

from fastserializers.compiler.fields.hyperlinks import hyperlinked
from fastserializers.compiler.fields.registry import represents
from fastserializers.compiler.fields.representation import (
    A_VALUE,
    GuardedExpression,
    Representation,
    guarded,
)
from fastserializers.compiler.templates import is_plain_identifier, replaced

RELATED_HOOKS = ("use_pk_only_optimization",)


@represents(relations.PrimaryKeyRelatedField, hooks=RELATED_HOOKS)
def as_key(field: relations.PrimaryKeyRelatedField[Any]) -> Representation | None:
    if field.pk_field is not None:
        return None
    return guarded("type($value) in KEY_TYPES", "$value", access="key")


@represents(relations.SlugRelatedField, hooks=(*RELATED_HOOKS, "slug_field"))
def as_slug(field: relations.SlugRelatedField[Any]) -> Representation | None:
    slug = field.slug_field
    names = slug.replace("__", ".").split(".") if type(slug) is str else []
    if not names or not all(map(is_plain_identifier, names)):
        return None
    return guarded(
        A_VALUE,
        "$related_attribute",
        access="related",
        related_attribute=tuple(names),
        runs_code=True,
    )


@represents(relations.StringRelatedField, hooks=RELATED_HOOKS)
def as_string(field: relations.StringRelatedField[Any]) -> Representation:
    return guarded(A_VALUE, "str($value)", runs_code=True)


@represents(relations.ManyRelatedField, made_of="child_relation")
def as_rows(
    field: relations.ManyRelatedField, one: Representation | None
) -> Representation | None:
    child: Any = field.child_relation
    if one is None or child.parent is not field:
        return None
    if isinstance(child, relations.PrimaryKeyRelatedField):
        one = one._replace(related_attribute=("pk",))
        case = GuardedExpression("", "[$related_attribute for $related in $value]")
    elif isinstance(child, relations.HyperlinkedRelatedField):
        one = one._replace(runs_code=True)
        case = hyperlinked("hyperlinks($value, $lookup_field, $urls)")
    elif not isinstance(child, relations.SlugRelatedField | relations.StringRelatedField):
        return None
    else:
        of_row = replaced(one.cases[0].expression, "value", "${related}")
        case = GuardedExpression("", f"[{of_row} for $related in $value]")
    return one._replace(cases=(case,), access="rows", source=None)
