"""Relations that a plan reads and no code loaded: they are lent while the list is read.

Meanwhile the instances have them as after `prefetch_related()`. `Loans` takes them back after the
last row, or as soon as the connection executes what may be a write: from then on, Django asks the
database.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from fastserializers.instances.new_instances import MakeRelated, Owner
from fastserializers.instances.related_querysets import evaluated_querysets
from fastserializers.instances.row_instances import Instances, RelatedInstances, row_sets_below
from fastserializers.rows.layout import Row
from fastserializers.rows.relations import Relation


class Loans:
    """Everything that the instances of a list are lent: `with Loans(row_set) as loans`.

    If the list is read to its end, relations to one row stay loaded: REST framework would have
    read them of each instance.
    """

    def __init__(self, top: Instances, *, is_seen: bool = False) -> None:
        self.top = top
        self.is_seen = is_seen
        """Whether project code may get an instance of the list."""
        self.loans: list[Loan] = []
        self.is_watching = False

    def __enter__(self) -> Loans:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self.stop_watching()
        self.end(is_done=kind is None)

    @property
    def runs_code(self) -> bool:
        """Whether code of the project makes related instances: it may write, which ends loans."""
        return bool(self.loans) and not all(below.is_known for below in row_sets_below(self.top))

    def lend(self, related: RelatedInstances, *, is_hidden: bool) -> None:
        """Lend the instances of a row set what a relation leads to."""
        self.loans.append(Loan(related, is_hidden=is_hidden))

    def hides(self, relation: Relation) -> bool:
        """Return whether fields alone read a relation, and project code asks the database.

        With another manager, `zoo.animals(manager="everyone")` gives rows that were not fetched.
        """
        return self.is_seen and not relation.single and len(relation.model._meta.managers) > 1

    def end(self, *, is_done: bool) -> None:
        """Have Django ask the database for the relations that were lent."""
        loans, self.loans = self.loans, []
        for loan in loans:
            loan.end(is_done=is_done)

    # A method may write while its list is read, and reads that back.

    def end_at_writes(self) -> None:
        """Watch the statements of all connections, and end all loans before one that may write.

        The rows that are left are then represented by instances, which ask the database.
        """
        if self.loans and not self.is_watching:
            self.is_watching = True
            for connection in connections.all():
                # In front: `connection.execute_wrapper()` removes the last one when it ends.
                connection.execute_wrappers.insert(0, self.end_before_writes)

    def end_before_writes(
        self, execute: Any, sql: object, params: Any, many: bool, context: Any
    ) -> Any:
        if not only_reads(sql, context["connection"]):
            self.end_now()
        return execute(sql, params, many, context)

    def end_now(self) -> None:
        """End all loans in the middle of the list."""
        self.stop_watching()
        self.end(is_done=False)
        for below in row_sets_below(self.top):
            if below.is_known:
                for row in below.present:
                    below.instance_of(row)

    def stop_watching(self) -> None:
        if self.is_watching:
            for connection in connections.all():
                with suppress(ValueError):
                    connection.execute_wrappers.remove(self.end_before_writes)


def only_reads(sql: object, connection: BaseDatabaseWrapper) -> bool:
    """Return whether a statement is one of Django's that doesn't write.

    Its compiler quotes the table that is read; `SELECT refresh_totals(7)` has none, and may write.
    """
    if not isinstance(sql, str):
        return False
    if sql.startswith(OF_TRANSACTIONS):
        return True
    read_from = f" FROM {connection.ops.quote_name('x')[0]}"
    if read_from not in sql:
        return False
    if sql.lstrip("( \n").startswith("SELECT "):
        return True
    # django-cte and django-tree-queries put common table expressions in front.
    return sql.lstrip().startswith("WITH ") and not WRITING_WORDS.search(sql)


OF_TRANSACTIONS = ("SAVEPOINT ", "RELEASE SAVEPOINT ", "BEGIN")
WRITING_WORDS = re.compile(r"\b(?:INSERT|UPDATE|DELETE|MERGE)\b", re.IGNORECASE)


class Loan:
    """A relation that was loaded for the rows of a list: their instances have it meanwhile."""

    def __init__(self, related: RelatedInstances, *, is_hidden: bool) -> None:
        row_set, relation = related.parent, related.relation
        self.related = related
        caches = row_set.caches
        self.pending = caches.related if relation.single else caches.prefetched
        make = self.related_to if relation.single else evaluated_querysets(related, None)
        if is_hidden:
            self.pending.hidden.add(relation.cache)
        else:
            self.pending.loaded[relation.cache] = make if row_set.is_known else self.by_key(make)
        self.pending.lent.add(relation.cache)
        if not relation.single:
            give_prefetched(row_set)

    def related_to(self, row: Row, owner: Owner) -> Model | None:
        """Return a related instance, or None if there is none.

        Raises what Django does for a key that leads nowhere; later, `KeyError` has Django ask.
        """
        related, relation = self.related, self.related.relation
        behind = related.of(row)
        if behind is not None:
            instance: Model = related.row_set.instance_of(behind)
            return instance
        if related.key_of(row) is not None and not relation.may_be_missing:
            if relation.cache in self.pending.lent:
                relation.model._base_manager.none().get()
            raise KeyError(relation.cache)
        return None

    def by_key(self, make: MakeRelated) -> MakeRelated:
        """Return `make` for instances of which the project's code may have changed the key."""
        relation = self.related.relation
        read_key = self.related.parent.fetched.reader_of(relation.key)

        def make_by_key(row: Row, owner: Owner) -> Any:
            if vars(owner()).get(relation.key) != read_key(row):
                raise KeyError(relation.cache)
            return make(row, owner)

        return make_by_key

    def end(self, *, is_done: bool) -> None:
        """Take the relation back, unless it is to one row and the list was read to its end."""
        relation, row_set = self.related.relation, self.related.parent
        self.pending.lent.discard(relation.cache)
        self.pending.hidden.discard(relation.cache)
        if is_done and relation.single:
            return
        self.pending.loaded.pop(relation.cache, None)
        row_set.make_anew()


def give_prefetched(row_set: Instances) -> None:
    """Give the instances that are made already what was prefetched or lent since."""
    row_set.make_anew()
    for row in row_set.present:
        instance = row_set.made.get(id(row))
        if instance is not None:
            row_set.caches.give_prefetched(instance, row)
