"""Instances that were made before, as row sets: they are lent what a plan reads.

These are the instances of evaluated querysets, lists, and pages of a project's own paginators. The
row of such an instance has its keys. While its list is read, it has the caches that an instance of
a row has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import lru_cache
from typing import Any

from django.db.models import Model, QuerySet

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.compiler.sources.shapes import Layout
from fastserializers.instances.loading import FETCH_ONE, load_unloaded
from fastserializers.instances.loans import Loans
from fastserializers.instances.new_instances import PREFETCHED, OnDemand
from fastserializers.instances.represented import FunctionOf, RepresentOne
from fastserializers.instances.row_instances import Instances
from fastserializers.recorder import recorder_now
from fastserializers.rows.execute import FetchedRows, Query
from fastserializers.rows.layout import Row
from fastserializers.rows.needs import ModelNeeds, needs_of
from fastserializers.rows.pg_text import NO_TEXTS
from fastserializers.rows.relations import TYPES, Relation, key_field


def relations_lent(
    instances: Any, compiled: CompiledPlan, *, is_seen: bool = False
) -> AbstractContextManager[None]:
    """Return a context in which the instances of a list are lent the relations that a plan reads.

    Afterwards they have the relations to one row that were read, as with REST framework. `is_seen`
    says that project code is given the instances, whatever the plan reads.
    """
    model: Any = type(instances[0])
    if not issubclass(model, Model) or (len(instances) == 1 and not compiled.reads_below_many):
        # Of one instance, a query finds no more than Django's.
        return nullcontext()
    needs = needs_of(compiled, model)
    if not lacks_any(instances, needs):
        return nullcontext()
    return lent_meanwhile(instances, needs, is_seen=is_seen or needs.instances_escape)


@contextmanager
def instances_given(instances: Any) -> Iterator[FunctionOf]:
    """Give a list to code that represents its instances one by one.

    Yields a function that takes the plan of an instance, and returns the function that represents
    instances by it. They are lent relations as the first plan reads them: the code may read none.
    """
    with ExitStack() as stack:
        is_lent = type(instances) not in (list, tuple)

        def function_of(compiled: CompiledPlan) -> RepresentOne:
            nonlocal is_lent
            if not is_lent:
                is_lent = True
                stack.enter_context(relations_lent(instances, compiled, is_seen=True))
            by_type = compiled.one
            return lambda instance, context, zone: by_type[type(instance)](instance, context, zone)

        yield function_of


@contextmanager
def lent_meanwhile(
    instances: Sequence[Model], needs: ModelNeeds, *, is_seen: bool
) -> Iterator[None]:
    given = given_instances(instances)
    if given is None:
        recorder = recorder_now()
        if recorder is not None:
            reason = next(reasons_against_lending(instances))
            for relation, _ in needs.relations:
                recorder.left(needs.model, relation, reason)
        yield
        return
    try:
        with Loans(given, is_seen=is_seen) as loans:
            load_unloaded(given, needs, loans, are_read=False)
            loans.end_at_writes()
            yield
    finally:
        given.take_caches_back()


# What is missing.


def lacks_any(instances: Sequence[Model], needs: ModelNeeds) -> bool:
    """Return whether a relation is not loaded for the first instance or for the last one.

    Looking at all of them would take up to a quarter of the time that it takes to read them. Where
    only some in between lack a relation, Django asks for each of those.
    """
    return any(lacks(instance, needs) for instance in (instances[0], instances[-1]))


def lacks(instance: Model | None, needs: ModelNeeds) -> bool:
    """Return whether a relation of an instance, or of the first one behind it, is not loaded."""
    if type(instance) is not needs.model:
        return False
    for relation, below in needs.relations:
        if not is_loaded(instance, relation):
            return True
        related = next(instances_behind(relation, (instance,)), None)
        if lacks(related, below.of(relation.model)):
            return True
    return False


def is_loaded(instance: Model, relation: Relation) -> bool:
    if relation.single:
        return relation.cache in instance._state.fields_cache
    return relation.cache in instance.__dict__.get(PREFETCHED, ())


def instances_behind(relation: Relation, instances: Iterable[Model]) -> Iterator[Model]:
    """Return the instances that a relation leads to, where it is loaded."""
    for instance in instances:
        if relation.single:
            related = instance._state.fields_cache.get(relation.cache)
            if related is not None:
                yield related
        else:
            prefetched = instance.__dict__.get(PREFETCHED, {}).get(relation.cache)
            yield from getattr(prefetched, "_result_cache", None) or ()


# The row set.


def given_instances(instances: Iterable[Any]) -> GivenInstances | None:
    """Return the row set of instances; None where Django might ask differently for one of them."""
    distinct = [*{id(instance): instance for instance in instances}.values()]
    for _ in reasons_against_lending(distinct):
        return None
    return GivenInstances(distinct)


def reasons_against_lending(instances: Sequence[Any]) -> Iterator[str]:
    """Yield why Django loads the relations of each instance of a list, in the words of tools."""
    if len({*map(type, instances)}) != 1:
        # They may have no state.
        yield "the list has no instances, or instances of several models"
        return
    states = [instance._state for instance in instances]
    if any(state.db is None or state.adding for state in states):
        yield "some instances are not saved"
    if any(state.db != states[0].db for state in states):
        yield "the instances are from several databases"
    if not (FETCH_ONE is None or all(state.fetch_mode is FETCH_ONE for state in states)):
        yield "the fetch mode of some instances is not FETCH_ONE"
    if not all(map(has_no_loans, instances)):
        yield "a list that is being read has some of the instances"
    if not have_one_key(instances):
        yield "the key of some instances is not that of their multi-table parent"


def has_no_loans(instance: Model) -> bool:
    """Return whether no list that is being read has an instance, or lends it anything."""
    caches = instance._state.fields_cache, instance.__dict__.get(PREFETCHED, {})
    return all(
        type(cache) is dict or (type(cache) is OnDemand and cache.pending.is_at_rest)
        for cache in caches
    )


def have_one_key(instances: Sequence[Model]) -> bool:
    """Return whether instances have the same key as those of their multi-table parents.

    Code may have set one of them, and Django asks by either.
    """
    fields = instances[0]._meta.concrete_fields
    key, *others = [field.attname for field in fields if field.primary_key]
    return all(
        values.get(key) == values.get(other) for values in map(vars, instances) for other in others
    )


class GivenInstances(Instances):
    """Instances of one model and one database, each with a row of its keys."""

    has_values = True

    def __init__(self, instances: list[Any]) -> None:
        model: type[Model] = type(instances[0])
        layout, state = layout_of_keys(model), instances[0]._state
        compiler = QuerySet(model).query.get_compiler(using=state.db)
        query = Query(compiler, getattr(state, "fetch_mode", None), NO_TEXTS)
        rows = [row_of_keys(instance, layout) for instance in instances]
        super().__init__(FetchedRows(rows, layout, query))
        self.caches.related.is_taken_back = self.caches.prefetched.is_taken_back = True
        self.made = dict(zip(map(id, rows), instances, strict=True))
        for instance, row in zip(instances, rows, strict=True):
            self.caches.give(instance, row)
        self.behind: list[GivenInstances] = []
        """Instances that these lead to, where a relation is loaded."""

    def take_caches_back(self) -> None:
        """Give the instances plain caches again, with what they have got meanwhile."""
        for given in self.behind:
            given.take_caches_back()
        for row in self.rows:
            instance = self.made[id(row)]
            state, columns = instance._state, instance.__dict__
            if is_cache_of(row, state.fields_cache):
                state.fields_cache = items_of(state.fields_cache)
            if is_cache_of(row, columns.get(PREFETCHED)):
                prefetched = items_of(columns.pop(PREFETCHED))
                if prefetched:
                    columns[PREFETCHED] = prefetched

    @property
    def hint(self) -> Any:
        """The first instance: there is no other one to tell routers and managers of."""
        return self.instance_of(self.rows[0])

    def may_be_lent(self, relation: Relation, rows: Sequence[Row]) -> bool:
        """Return whether keys are values as the database gives them: code may have set others."""
        keys: list[Any] = [*map(self.fetched.reader_of(relation.key), rows)]
        if relation.single:
            keys = [key for key in keys if key is not None]
        expected = TYPES.get(type(key_field(relation)))
        if {*map(type, keys)} != {expected}:
            return False
        if expected is int and not all(-(2**63) <= key < 2**63 for key in keys):
            return False
        # MySQL refuses it as a key, where Django may look for it in a column that refers to one.
        return 0 not in keys or self.fetched.query.connection.features.allows_auto_pk_0

    def loaded_behind(self, relation: Relation) -> Instances | None:
        given = given_instances(instances_behind(relation, self.made.values()))
        if given is not None:
            self.behind.append(given)
        return given


DEFERRED = object()
"""Stands for a key that is not loaded."""


@lru_cache(maxsize=1024)
def layout_of_keys(model: type[Model]) -> Layout:
    """Return the layout of rows that have the columns by which relations may lead on."""
    fields = model._meta.concrete_fields
    names = [field.attname for field in fields if field.is_relation or field.unique]
    return Layout(model, tuple(zip(names, range(len(names)), strict=True)), {})


def row_of_keys(instance: Model, layout: Layout) -> Row:
    values = instance.__dict__
    return tuple([values.get(name, DEFERRED) for name in layout.positions])


def is_cache_of(row: Row, cache: Any) -> bool:
    """Return whether a cache is the one that the instance of a row was given."""
    return type(cache) is OnDemand and cache.row is row


def items_of(cache: OnDemand) -> dict[str, Any]:
    """Return what is in a cache, and nothing that waits."""
    return dict(dict.items(cache))
