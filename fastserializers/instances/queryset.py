"""The rows of a queryset that is not evaluated yet; afterwards it is."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import chain, islice
from typing import Any

from django.db import connections
from django.db.models import Model, prefetch_related_objects

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.instances.evaluated import RowList
from fastserializers.instances.new_instances import MakeRelated
from fastserializers.instances.row_instances import Instances
from fastserializers.names import path_of
from fastserializers.rows.execute import FetchedRows, execute, fetched_rows, prepare
from fastserializers.rows.models import reasons_against
from fastserializers.rows.needs import ModelNeeds, needs_of
from fastserializers.rows.prefetching import Step, load_step, prepare_with_steps, steps_of_queryset
from fastserializers.rows.row_sets import ReadKey
from fastserializers.rows.unpatched import ByDjango, Queryset


def read(queryset: Queryset) -> Instances | list[Model] | None:
    """Return what `fetch()` returns; the queryset is evaluated then."""
    found = fetch(queryset)
    queryset._result_cache = RowList(found) if isinstance(found, Instances) else found
    return found


def fetch(queryset: Queryset) -> Instances | list[Model] | None:
    """Return the rows of a readable queryset, with what is prefetched.

    A list if there are no rows, or where Django has prefetched for instances. None where only
    Django can read the queryset. Raises what evaluating it raises.
    """
    try:
        query, steps = prepare_with_steps(queryset)
    except ByDjango:
        return None
    fetched = fetched_rows(query)
    is_prefetched = queryset._prefetch_done or not queryset._prefetch_related_lookups
    queryset._prefetch_done = queryset._prefetch_done or not is_prefetched
    if not fetched.rows:
        return []
    return with_prefetched(queryset, fetched, () if is_prefetched else steps)


def with_prefetched(
    queryset: Queryset, fetched: FetchedRows, steps: Iterable[Step]
) -> Instances | list[Model]:
    """Return the row set of rows, with what `prefetch_related_objects()` loads for them.

    Raises what that function raises. Returns Django's instances where a step turns out to look at
    instances.
    """
    row_set = instances_of(queryset, fetched)
    try:
        for step in steps:
            load_step(row_set, step)
    except ByDjango:
        instances = [*instances_of(queryset, fetched)]
        prefetch_related_objects(instances, *queryset._prefetch_related_lookups)
        return instances
    return row_set


def instances_of(queryset: Queryset, fetched: FetchedRows) -> Instances:
    """Return the row set of rows that were fetched for a queryset."""
    joined = {part.name for part in fetched.layout.joined}
    # The objects whose queryset this is, as `author.books.all()` has the author.
    owners = {
        foreign_key.cache_name: by_key(objects, fetched.reader_of(foreign_key.attname))
        for foreign_key, objects in queryset._known_related_objects.items()
        if foreign_key.cache_name not in joined
    }
    return Instances(fetched, owners)


def by_key(objects: Mapping[Hashable, Model], key_of: ReadKey) -> MakeRelated:
    return lambda row, owner: objects[key_of(row)]


def why_django_reads(queryset: Queryset) -> str:
    """Return why a queryset is read by Django; the empty string where `read()` may read rows."""
    if queryset._result_cache is not None:
        return "it is evaluated already"
    return next(reasons_against(queryset), "")


def why_cheaper(queryset: Queryset, compiled: CompiledPlan) -> str:
    """Return why instances that are not made plainly are cheaper than rows; empty if rows are.

    They are cheaper if a plan needs an instance of each row, and reads no rows of other queries.
    """
    model, joined = queryset.model, queryset.query.select_related
    needs, joins = needs_of(compiled, model), joined if isinstance(joined, dict) else {}
    if not needs_each(needs, joins) or reads_others(needs, joins):
        return ""
    return f"an instance of {path_of(model)} is needed for each row"


def needs_each(needs: ModelNeeds, joins: dict[str, Any]) -> bool:
    """Return whether an instance of each row is needed: that of a joined row belongs to it."""
    return (
        needs.makes_instances
        or needs.follows_instances
        or any(
            needs_each(below.of(relation.model), joins[relation.name])
            for relation, below in needs.relations
            if relation.name in joins
        )
    )


def reads_others(needs: ModelNeeds, joins: dict[str, Any]) -> bool:
    """Return whether a relation is read that is not joined: other queries load its rows."""
    return any(
        relation.name not in joins or reads_others(below.of(relation.model), joins[relation.name])
        for relation, below in needs.relations
    )


def reasons_against_rows(queryset: Queryset) -> Iterator[str]:
    """Yield why only Django makes the instances of a readable queryset, in the words of tools."""
    try:
        steps_of_queryset(queryset)
    except ByDjango as reason:
        yield str(reason)
    try:
        prepare(queryset)
    except ByDjango as reason:
        yield str(reason)


def portions(queryset: Queryset, size: int) -> Generator[Instances | list[Model], None, None]:
    """Yield the rows that `iterator(size)` gives, so many at a time, with what is prefetched.

    They are instances where only Django can make them. Raises what `iterator()` raises.
    """
    # The database is asked when the first row is.
    instances: Any = queryset.iterator(size)
    try:
        query, steps = prepare_with_steps(queryset)
    except ByDjango:
        with closing(instances):
            while portion := list(islice(instances, size)):
                yield portion
        return
    connection = connections[queryset.db]
    results, of_query = execute(
        query,
        chunked_fetch=not connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"),
        chunk_size=size,
    )
    rows = chain.from_iterable(results)
    try:
        while part := list(islice(rows, size)):
            yield with_prefetched(queryset, of_query.with_rows(part), steps)
    finally:
        # A cursor on the server is closed now, and not when the garbage is collected.
        if hasattr(results, "close"):
            results.close()
