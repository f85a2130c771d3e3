"""Relations, by a key, a text, an attribute or a URL of the related row; of one row or many."""

from __future__ import annotations

from typing import Any, TypeAlias

from rest_framework import relations, reverse

from fastserializers.compiler.fields.registry import CONTEXT_HOOKS, register
from fastserializers.compiler.representation import (
    A_VALUE,
    ANY,
    Guard,
    GuardedExpression,
    Representation,
    all_of,
    guarded,
)
from fastserializers.compiler.sources.source import DELEGATE
from fastserializers.compiler.templates import is_plain_identifier, replaced
from fastserializers.runtime.links import Link
from fastserializers.runtime.overrides import overrides

AnyLink: TypeAlias = "relations.HyperlinkedRelatedField[Any]"

# The keys that REST framework represents as they are.
A_KEY = Guard(test="type($value) in KEY_TYPES")

RELATED_HOOKS = ("use_pk_only_optimization",)


@register(relations.PrimaryKeyRelatedField, hooks=RELATED_HOOKS)
def as_key(field: relations.PrimaryKeyRelatedField[Any]) -> Representation | None:
    if field.pk_field is not None:
        return None
    return guarded(A_KEY, "$value", access="key")


@register(relations.SlugRelatedField, hooks=(*RELATED_HOOKS, "slug_field"))
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


@register(relations.StringRelatedField, hooks=RELATED_HOOKS)
def as_string(field: relations.StringRelatedField[Any]) -> Representation:
    return guarded(A_VALUE, "str($value)", runs_code=True)


LINK_HOOKS = (
    "use_pk_only_optimization",
    "reverse",
    *CONTEXT_HOOKS,
    "view_name",
    "lookup_field",
    "lookup_url_kwarg",
    "format",
)


@register(relations.HyperlinkedIdentityField, hooks=LINK_HOOKS)
def as_identity_link(field: relations.HyperlinkedIdentityField) -> Representation | None:
    if makes_urls(field):
        return linked_by_project(field, GuardedExpression(A_VALUE, "$link_to($value)"))
    cases = (
        hyperlinked_key("$instance"),
        # DRF is given the instance, also where the key is None.
        GuardedExpression(ANY, DELEGATE),
    )
    if field.lookup_field == "pk":
        return linked(field, *cases, access="key", source=("pk",))
    return linked(field, *cases, access="lookup", source=(field.lookup_field,))


@register(relations.HyperlinkedRelatedField, hooks=LINK_HOOKS)
def as_link(field: AnyLink) -> Representation | None:
    if makes_urls(field):
        return as_link_of_project(field)
    if field.lookup_field == "pk":
        return linked(field, hyperlinked_key("PKOnlyObject($value)"), access="key")
    link = "($local := hyperlink($value, $lookup_field, $urls)) is not None"
    return linked(field, GuardedExpression(Guard("value", test=link), "$local"))


def hyperlinked_key(obj: str) -> GuardedExpression:
    """Return the case of a raw value that is the key in the URL."""
    return GuardedExpression(
        Guard(test=all_of(A_KEY.test, "($local := $urls[$value]) is not None")),
        f"Hyperlink($local, {obj})",
    )


def as_link_of_project(field: AnyLink) -> Representation | None:
    if field.lookup_field != "pk":
        return linked_by_project(field, GuardedExpression(A_VALUE, "$link_to($value)"))
    key = GuardedExpression(A_KEY, "$link_to(PKOnlyObject($value))")
    return linked_by_project(field, key, access="key")


def makes_urls(field: AnyLink) -> bool:
    """Return whether the URLs of a field are what a `get_url()` of the project's returns."""
    return overrides(type(field), ("get_url",))


def linked_by_project(
    field: AnyLink, case: GuardedExpression, **options: Any
) -> Representation | None:
    link_to = ("link_to", "links_by_project($field)")
    return Representation((case,), per_call=(link_to,), runs_code=True, **options)


def linked(field: AnyLink, *cases: GuardedExpression, **options: Any) -> Representation | None:
    link = Link(field.view_name or "", field.lookup_url_kwarg)
    is_named = all(type(name) is str for name in (*link, field.lookup_field))
    if field.reverse is not reverse.reverse or not is_named:
        return None
    return Representation(
        cases,
        constants=(("link", link), ("lookup_field", field.lookup_field)),
        per_call=(("urls", "links_of(serializer, $link)"),),
        runs_code="access" not in options,
        **options,
    )


@register(relations.ManyRelatedField, made_of="child_relation")
def as_rows(
    field: relations.ManyRelatedField, one: Representation | None
) -> Representation | None:
    child: Any = field.child_relation
    if one is None:
        return None
    if isinstance(child, relations.PrimaryKeyRelatedField):
        one = one._replace(related_attribute=("pk",))
        case = GuardedExpression(ANY, "[$related_attribute for $related in $value]")
    elif isinstance(child, relations.HyperlinkedRelatedField) and makes_urls(child):
        # Fields of many objects whose URLs a project makes are REST framework's.
        return None
    elif isinstance(child, relations.HyperlinkedRelatedField):
        one = one._replace(runs_code=True)
        links = "[hyperlink($related, $lookup_field, $urls) for $related in $value]"
        case = GuardedExpression(Guard(test=f"None not in ($local := {links})"), "$local")
    elif not isinstance(child, relations.SlugRelatedField | relations.StringRelatedField):
        return None
    else:
        of_row = replaced(one.cases[0].expression, "value", "${related}")
        case = GuardedExpression(ANY, f"[{of_row} for $related in $value]")
    return one._replace(cases=(case,), access="rows", source=None)
