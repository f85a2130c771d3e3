"""Relations, by a key, a text or an attribute of the related row; of one row or many."""

from __future__ import annotations

from collections.abc import Callable
from keyword import iskeyword
from typing import Any

from rest_framework import relations

from fastserializers.compiler.representations.hyperlinks import link_rows
from fastserializers.compiler.representations.items import ITEMS, collection
from fastserializers.compiler.representations.representation import (
    A_VALUE,
    AnyField,
    Case,
    Representation,
)
from fastserializers.overrides import nearest


def as_primary_key(
    field: relations.PrimaryKeyRelatedField[Any], key: Representation | None
) -> Representation | None:
    if field.pk_field is None:
        return Representation((Case("type({value}) in KEY_TYPES", "{value}"),), access="key")
    if key is None or key.access != "value" or key.runs_code:
        return None
    if nearest(type(field.pk_field)) in ITEMS:
        return None
    # Of anything else, DRF would look for the key of its own.
    cases = (
        Case(f"type({{value}}) in KEY_TYPES and ({guard})", text) for guard, text in key.cases
    )
    return key._replace(access="key", cases=tuple(cases))


def as_slug(field: relations.SlugRelatedField[Any]) -> Representation | None:
    slug = field.slug_field.replace("__", ".")
    names = slug.split(".")
    if not all(name.isascii() and name.isidentifier() and not iskeyword(name) for name in names):
        return None
    return Representation((Case(A_VALUE, f"{{value}}.{slug}"),), runs_code=True)


AS_TEXT = Representation((Case(A_VALUE, "str({value})"),), runs_code=True)


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
        return Representation((Case("", "[row.pk for row in {value}]"),))
    keys = "[%s for row in {value} for {item} in (row.pk,)]"
    return collection(one, "", keys, "represent_key(serializer, {name}, {item})")


def value_rows(child: AnyField, one: Representation) -> Representation:
    row = one.cases[0].expression.format(value="row")
    return Representation((Case("", f"[{row} for row in {{value}}]"),), runs_code=True)


ROWS: dict[type, Callable[[Any, Representation], Representation]] = {
    relations.HyperlinkedIdentityField: link_rows,
    relations.HyperlinkedRelatedField: link_rows,
    relations.PrimaryKeyRelatedField: key_rows,
    relations.SlugRelatedField: value_rows,
    relations.StringRelatedField: value_rows,
}
