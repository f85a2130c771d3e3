"""Loads for the rows of a query what a project has asked to load: `prefetch_related()`.

All lookups are taken apart into steps before the first query: where one of them looks at
instances, Django reads the queryset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Model, Prefetch, prefetch_related_objects
from django.db.models.constants import LOOKUP_SEP
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.rows.models import makes_plainly
from fastserializers.rows.related_querysets import evaluated_querysets, sets_owners_plainly
from fastserializers.rows.related_rows import fetch_related, keys_of, selects_target
from fastserializers.rows.relations import Relation, relation_of, selects
from fastserializers.rows.row_instances import Instances, RelatedRows
from fastserializers.rows.unpatched import Lookup, Queryset, is_readable

Lookups: TypeAlias = "Sequence[str | Lookup]"
Path = tuple[str, ...]


def with_prefetched(
    make: Callable[[], Instances], lookups: Lookups, steps: Iterable[Step]
) -> Instances | list[Model]:
    """Return the row set that `make` makes, with what `prefetch_related_objects()` loads.

    Raises what that function raises. Returns Django's instances where a step turns out to look at
    instances.
    """
    row_set = make()
    if all(loads(row_set, step) for step in steps):
        return row_set
    instances = make().instances()
    prefetch_related_objects(instances, *lookups)
    return instances


class Step(NamedTuple):
    """A relation on the way of a lookup."""

    owner: Path
    """The names that lead to the rows that have the relation."""
    name: str
    """Under what their instances keep what is found."""
    is_attribute: bool
    """Whether that is an attribute: a `Prefetch` with `to_attr`."""
    relation: Relation
    given: Queryset | None
    """The queryset of a `Prefetch`."""


def steps_of_queryset(queryset: Queryset) -> list[Step] | None:
    """Return the steps of the lookups of a queryset, as far as they are known before a query.

    None where one looks at instances: Django reads the queryset, and nothing is fetched twice.
    """
    if not sets_owners_plainly(queryset):
        return None
    return steps_of(queryset.query, queryset._prefetch_related_lookups)


def steps_of(query: Any, lookups: Lookups) -> list[Step] | None:
    """Return each step of lookups of a query once; None where one looks at instances."""
    steps: dict[Path, Step] = {}
    return [*steps.values()] if adds_steps(steps, (), query, lookups) else None


def adds_steps(steps: dict[Path, Step], start: Path, query: Any, lookups: Lookups) -> bool:
    """Add the steps from the rows of a query; return False where one looks at instances."""
    for lookup in normalize_prefetch_lookups(lookups):
        path, of_model, mask = start, query.model, query.get_select_mask()
        joins = bool(query.select_related)
        way, target = parts(lookup.prefetch_through), parts(lookup.prefetch_to)
        is_second = lookup.queryset is not None and (*start, *target) in steps
        if is_second or len(way) != len(target):
            # Django refuses another queryset, and takes the name of an attribute apart as well.
            return False
        for depth in range(len(way)):
            path = (*start, *parts(lookup.get_current_prefetch_to(depth)))
            if path not in steps:
                step = step_of(of_model, lookup, depth, path)
                if step is None or leads_back(step, steps):
                    return False
                if not selects(mask, step.relation.key):
                    return False
                steps[path], given = step, step.given
                if given is not None and not adds_steps(
                    steps, path, given.query, given._prefetch_related_lookups
                ):
                    return False
            of_model, given = steps[path].relation.model, steps[path].given
            # What is joined may be deferred, too.
            mask = mask_of(mask, steps[path].relation.name) if joins else {}
            if given is not None:
                mask, joins = given.query.get_select_mask(), bool(given.query.select_related)
    return True


def mask_of(mask: Mapping[Any, Any], name: str) -> Mapping[Any, Any]:
    """Return which columns of a joined relation a query selects; empty for all of them."""
    return next((columns for field, columns in mask.items() if field.name == name), {})


def parts(path: str) -> list[str]:
    return path.split(LOOKUP_SEP)


def step_of(model: type[Model], lookup: Lookup, depth: int, path: Path) -> Step | None:
    """Return a step of a lookup; None where it looks at instances."""
    relation = relation_of(model, parts(lookup.prefetch_through)[depth])
    if relation is None or not makes_plainly(relation.model) or type(lookup) is not Prefetch:
        return None
    name, is_attribute = lookup.get_current_to_attr(depth)
    given, *_ = lookup.get_current_querysets(depth) or [None]
    if (is_attribute and relation.single) or not (
        given is None or is_plain_queryset(given, relation)
    ):
        return None
    return Step(path[:-1], name, bool(is_attribute), relation, given)


def is_plain_queryset(given: Queryset, relation: Relation) -> bool:
    """Return whether a given queryset is read as rows, once it is filtered by the keys."""
    query: Any = given.query
    return (
        is_readable(given)
        and not given._known_related_objects
        and query.model._meta.concrete_model is relation.model._meta.concrete_model
        and selects_target(query, relation)
        and not query.is_sliced
        and not query.combinator
    )


def leads_back(step: Step, steps: dict[Path, Step]) -> bool:
    """Return whether instances know what a step leads to, as they were fetched for it."""
    return step.owner in steps and steps[step.owner].relation.remote == step.relation.cache


# What they load.


def loads(top: Instances, step: Step) -> bool:
    """Load a step for the rows of a row set; return False where it looks at instances."""
    row_set = row_set_at(top, step.owner)
    if row_set is None or not row_set.present:
        return True
    if row_set.following(step.name) is not None:
        # It is joined, or the manager of the rows has loaded it.
        return step.given is None
    if row_set.fetched.position_of(step.relation.key) is None:
        return False
    if step.is_attribute and may_have(row_set, step.name):
        return False
    link = prefetched(row_set, step)
    if link is None:
        return False
    # The lookups of a given queryset are steps already, and those of a manager are known now. To
    # tell related instances of their owner, Django evaluates the queryset first.
    query = link.row_set.fetched.query.compiler.query
    further = steps_of(query, link.lookups) if step.given is None else ()
    if further is None or not all(loads(link.row_set, each) for each in further):
        return False
    link.row_set.know_owners(link)
    return True


def row_set_at(top: Instances, path: Path) -> Instances | None:
    """Return the rows that a path leads to; None if there are none on the way."""
    row_set: Instances | None = top
    for name in path:
        row_set = row_set and row_set.following(name)
    return row_set


def may_have(row_set: Instances, attribute: str) -> bool:
    """Return whether instances may have an attribute of that name before it is set."""
    return (
        attribute.startswith("_")
        or hasattr(row_set.model, attribute)
        or row_set.fetched.position_of(attribute) is not None
    )


def prefetched(row_set: Instances, step: Step) -> RelatedRows | None:
    """Return the link of a step, which the instances of a row set know of.

    None where only Django can make the related instances.
    """
    relation, keys = step.relation, keys_of(row_set, step.relation, row_set.present)
    link = fetch_related(row_set, relation, step.given, [keys])
    if link is None:
        return None
    row_set.links[step.name] = link
    if step.is_attribute:
        row_set.caches.attributes[step.name] = link.related_to
    elif relation.single:
        row_set.caches.related.loaded[relation.cache] = link.related_to
    else:
        querysets = evaluated_querysets(link, step.given)
        row_set.caches.prefetched.loaded[relation.cache] = querysets
    return link
