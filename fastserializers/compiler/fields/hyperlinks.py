"""Hyperlinks: what is asked of `runtime/links.py`, which knows the addresses."""

from __future__ import annotations

from typing import Any

from rest_framework import relations, reverse

from fastserializers.compiler.fields.registry import CONTEXT_HOOKS, represents
from fastserializers.compiler.fields.representation import (
    A_VALUE,
    GuardedExpression,
    Representation,
)
from fastserializers.compiler.reads.source import DELEGATE
from fastserializers.runtime.links import Link

LINK_HOOKS = ("get_url", "use_pk_only_optimization", *CONTEXT_HOOKS)


@represents(relations.HyperlinkedIdentityField, hooks=LINK_HOOKS)
def as_identity_link(field: relations.HyperlinkedIdentityField) -> Representation | None:
    if field.source_attrs:
        return None
    cases = (
        hyperlinked_key("$instance"),
        # DRF is given the instance, also where the key is None.
        GuardedExpression("", DELEGATE),
    )
    if field.lookup_field == "pk":
        return linked(field, *cases, access="key", source=("pk",))
    return linked(field, *cases, access="lookup", source=(field.lookup_field,))


@represents(relations.HyperlinkedRelatedField, hooks=LINK_HOOKS)
def as_link(field: relations.HyperlinkedRelatedField[Any]) -> Representation | None:
    if field.lookup_field == "pk":
        return linked(field, hyperlinked_key("PKOnlyObject($value)"), access="key")
    return linked(field, hyperlinked("hyperlink($value, $lookup_field, $urls)", A_VALUE))


def hyperlinked_key(obj: str) -> GuardedExpression:
    """Return the case of a raw value that is the key in the URL."""
    return GuardedExpression(
        "type($value) in KEY_TYPES and ($local := $urls[$value]) is not None",
        f"hyperlink_to($local, {obj})",
    )


def hyperlinked(expression: str, *guards: str) -> GuardedExpression:
    """Return the case of an expression that is None where only DRF's field knows."""
    return GuardedExpression(
        " and ".join((*guards, f"($local := {expression}) is not None")), "$local"
    )


# DRF sets these attributes on each field.
LINK_OPTIONS = frozenset({"view_name", "lookup_field", "lookup_url_kwarg", "format", "reverse"})


def linked(field: Any, *cases: GuardedExpression, **options: Any) -> Representation | None:
    given = vars(field)
    if not given.keys() >= LINK_OPTIONS or given["reverse"] is not reverse.reverse:
        return None
    link = Link(field.view_name, field.lookup_url_kwarg, field.format)
    if not all(type(name) in (str, type(None)) for name in (*link, field.lookup_field)):
        return None
    return Representation(
        cases,
        constants=(("link", link), ("lookup_field", field.lookup_field)),
        per_call=(("links", "links_of(serializer, $link)"),),
        per_row=(("urls", "$links.urls()"),),
        runs_code="access" not in options,
        **options,
    )
