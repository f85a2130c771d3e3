"""Relations, by a key, a text or an attribute of the related row; of one row or many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework import relations

from fastserializers.compiler.fields.hyperlinks import link_rows
from fastserializers.compiler.fields.items import COLLECTED, Items, collection
from fastserializers.compiler.fields.registry import represents
from fastserializers.compiler.fields.representation import (
    A_VALUE,
    AnyField,
    GuardedExpression,
    Representation,
    all_of,
    guarded,
)
from fastserializers.compiler.overrides import nearest
from fastserializers.compiler.templates import is_plain_identifier, replaced

RELATED_HOOKS = ("use_pk_only_optimization",)


@represents(relations.PrimaryKeyRelatedField, hooks=RELATED_HOOKS, made_of="pk_field")
def as_primary_key(
    field: relations.PrimaryKeyRelatedField[Any], key: Representation | None
) -> Representation | None:
    if field.pk_field is None:
        return guarded("type($value) in KEY_TYPES", "$value", access="key")
    if key is None or key.access != "value" or key.runs_code:
        return None
    if nearest(type(field.pk_field)) in COLLECTED:
        return None
    # For any other type, DRF reads the attribute `pk` of the value.
    cases = (
        GuardedExpression(all_of("type($value) in KEY_TYPES", guard), text)
        for guard, text in key.cases
    )
    return key._replace(access="key", cases=tuple(cases), name="")


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
    represent_rows = ROWS.get(nearest(type(child)))
    if one is None or represent_rows is None or child.parent is not field:
        return None
    return represent_rows(child, one)._replace(access="rows", source=None)


def key_rows(child: relations.PrimaryKeyRelatedField[Any], one: Representation) -> Representation:
    if child.pk_field is None:
        return guarded(
            "",
            "[$related_attribute for $related in $value]",
            related_attribute=("pk",),
        )
    return collection(one, KEYS)._replace(related_attribute=("pk",))


KEYS = Items(
    "",
    "[$represented for $related in $value for $item in ($related_attribute,)]",
    part="child_relation.pk_field",
    may_be_none=False,
)


def value_rows(child: AnyField, one: Representation) -> Representation:
    (case,) = one.cases
    of_row = replaced(case.expression, {"value": "$related"})
    return one._replace(cases=(GuardedExpression("", f"[{of_row} for $related in $value]"),))


ROWS: dict[type, Callable[[Any, Representation], Representation]] = {
    relations.HyperlinkedIdentityField: link_rows,
    relations.HyperlinkedRelatedField: link_rows,
    relations.PrimaryKeyRelatedField: key_rows,
    relations.SlugRelatedField: value_rows,
    relations.StringRelatedField: value_rows,
}
