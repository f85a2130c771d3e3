"""Loads for the rows of a query what a project has asked to load: `prefetch_related()`.

All lookups are taken apart into steps before the first query: where one of them looks at
instances, Django reads the queryset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from django.db import router
from django.db.models import Model, Prefetch
from django.db.models.constants import LOOKUP_SEP
from django.db.models.query import normalize_prefetch_lookups

from fastserializers.compiler.sources.shapes import Layout
from fastserializers.rows.execute import Prepared, prepare
from fastserializers.rows.models import has_rows, is_readable
from fastserializers.rows.related_rows import fetch_related, keys_of
from fastserializers.rows.relations import TYPES, Relation, key_field, relation_of
from fastserializers.rows.row_sets import RowSetT
from fastserializers.rows.unpatched import ByDjango, Lookup, Queryset

Lookups: TypeAlias = "Sequence[str | Lookup]"
Path = tuple[str, ...]


class Step(NamedTuple):
    """A relation on the way of a lookup."""

    owner: Path
    """The names that lead to the rows that have the relation."""
    name: str
    """Under what their instances keep what is found."""
    is_attribute: bool
    """Whether that is an attribute: a `Prefetch` with `to_attr`."""
    relation: Relation
    queryset: Queryset | None
    """The queryset of a `Prefetch`."""


def prepare_with_steps(queryset: Queryset) -> tuple[Prepared, list[Step]]:
    """Return the compiled query of a readable queryset, and the steps of its lookups.

    Of a lookup to a manager's queryset, the lookups of that are not known yet. Raises `ByDjango`
    where only Django can read the queryset, and what compiling raises.
    """
    steps, prepared = steps_of_queryset(queryset), prepare(queryset)
    if not sets_owners_plainly(queryset, prepared.layout):
        raise ByDjango("its related manager sets the owner of each instance in its own way")
    return prepared, steps


def steps_of_queryset(queryset: Queryset) -> list[Step]:
    return [*steps_of(queryset.query.model, queryset._prefetch_related_lookups)]


def sets_owners_plainly(queryset: Queryset, layout: Layout) -> bool:
    """Return whether Django's code alone gives instances the object whose queryset this is.

    `author.books.all()` gives each book its author. Not so where a prefetch begins with the
    author, or where a router is asked whether the two may be related.
    """
    known = queryset._known_related_objects
    if not known:
        return True
    if any(hasattr(each, "allow_relation") for each in router.routers):
        return False
    lookups = normalize_prefetch_lookups(queryset._prefetch_related_lookups)
    return all(
        (relation := relation_of(queryset.model, field.name))
        and relation.key in layout.positions
        and not any(parts(lookup.prefetch_to)[0] == field.name for lookup in lookups)
        # An owner that has become another one changes the key of the instances.
        and all(
            owner._state.db == queryset.db
            and type(key) is TYPES.get(type(key_field(relation)))
            and getattr(owner, field.target_field.attname) == key
            for key, owner in owners.items()
        )
        for field, owners in known.items()
    )


def steps_of(
    model: Any, lookups: Lookups, start: Path = (), known: dict[Path, Step] | None = None
) -> Iterator[Step]:
    """Yield each step of lookups once, as `prefetch_related_objects()` goes. Raises `ByDjango`.

    `start` leads to the rows of `model`. `known` are the steps that were yielded before.
    """
    known = {} if known is None else known
    for lookup in normalize_prefetch_lookups(lookups):
        path, of_model = start, model
        way, target = parts(lookup.prefetch_through), parts(lookup.prefetch_to)
        is_second = lookup.queryset is not None and (*start, *target) in known
        if is_second or len(way) != len(target):
            raise ByDjango("Django refuses a second queryset, and takes `to_attr` apart")
        for depth in range(len(way)):
            path = (*start, *parts(lookup.get_current_prefetch_to(depth)))
            if path not in known:
                step = known[path] = step_of(of_model, lookup, depth, path)
                owner = known.get(step.owner)
                if owner is not None and owner.relation.remote == step.relation.cache:
                    raise ByDjango("its instances know what it leads to")
                yield step
                if step.queryset is not None:
                    lookups_below = step.queryset._prefetch_related_lookups
                    yield from steps_of(step.queryset.query.model, lookups_below, path, known)
            of_model = known[path].relation.model


def parts(path: str) -> list[str]:
    return path.split(LOOKUP_SEP)


def step_of(model: type[Model], lookup: Lookup, depth: int, path: Path) -> Step:
    """Return a step of a lookup. Raises `ByDjango` where it looks at instances."""
    relation = relation_of(model, parts(lookup.prefetch_through)[depth])
    if relation is None or not has_rows(relation.model) or type(lookup) is not Prefetch:
        raise ByDjango(f"only Django prefetches {lookup.prefetch_through}")
    name, is_attribute = lookup.get_current_to_attr(depth)
    queryset, *_ = lookup.get_current_querysets(depth) or [None]
    if (is_attribute and relation.single) or not (
        queryset is None or is_plain_queryset(queryset, relation)
    ):
        raise ByDjango(f"only Django reads the queryset that prefetches {lookup.prefetch_through}")
    return Step(path[:-1], name, bool(is_attribute), relation, queryset)


def is_plain_queryset(queryset: Queryset, relation: Relation) -> bool:
    """Return whether the queryset of a `Prefetch` is read as rows, once the keys filter it."""
    query: Any = queryset.query
    return (
        is_readable(queryset)
        and not queryset._known_related_objects
        and query.model._meta.concrete_model is relation.model._meta.concrete_model
        and not query.is_sliced
        and not query.combinator
    )


# What they load.


def load_step(top: RowSetT, step: Step) -> None:
    """Load a step for the rows of a row set, or of one below it.

    Raises `ByDjango` where it looks at instances.
    """
    row_set = row_set_at(top, step.owner)
    if row_set is None or not row_set.present:
        return
    if row_set.following(step.name) is not None:
        # It is joined, or the manager of the rows has loaded it.
        if step.queryset is not None:
            raise ByDjango("it is loaded already, and its `Prefetch` has a queryset")
        return
    if row_set.fetched.position_of(step.relation.key) is None:
        raise ByDjango(f"{step.relation.key} is deferred")
    if step.is_attribute and hasattr(row_set.hint, step.name):
        raise ByDjango(f"the instances have an attribute {step.name}")
    keys = keys_of(row_set, step.relation, row_set.present)
    related = fetch_related(row_set, step.relation, step.queryset, [keys])
    row_set.prefetch(step.name, related, step.queryset, is_attribute=step.is_attribute)
    if step.queryset is None:
        # The lookups of a `Prefetch`'s queryset are steps already. A manager's are known now.
        for further in steps_of(related.row_set.model, related.lookups):
            load_step(related.row_set, further)
    # To tell related instances of their owner, Django evaluates the queryset first.
    related.row_set.know_owners(related)


def row_set_at(top: RowSetT, path: Path) -> RowSetT | None:
    """Return the rows that a path leads to; None if there are none on the way."""
    row_set: RowSetT | None = top
    for name in path:
        row_set = row_set and row_set.following(name)
    return row_set
