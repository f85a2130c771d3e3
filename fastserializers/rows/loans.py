"""Related rows that instances are lent while the rows of a list are represented.

A plan reads relations that the queryset has not loaded. `Loans` lends them to the instances, and
ends that after the last row, or as soon as the connection executes what may be a write: from then
on, Django asks the database.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import wraps
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from fastserializers.rows.layout import Row
from fastserializers.rows.new_instances import MakeRelated, Owner
from fastserializers.rows.related_querysets import related_querysets, taking_rows
from fastserializers.rows.relations import is_asked_of_parent
from fastserializers.rows.row_instances import Instances, RelatedRows, row_sets_below


class Loans:
    """Everything that the instances of a list are lent: `with Loans(row_set) as loans`.

    Where the list is represented to its end, relations to one row stay loaded: REST framework
    would have read them of each instance.
    """

    def __init__(self, top: Instances, *, is_seen: bool = False) -> None:
        self.top = top
        self.is_seen = is_seen
        """Whether project code has instances before the plan reads any row."""
        self.loans: list[Loan] = []
        self.is_watching = False
        self.connection = top.fetched.query.connection

    def __enter__(self) -> Loans:
        return self

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        self.stop_watching()
        self.end(is_done=kind is None)

    @property
    def runs_code(self) -> bool:
        """Whether code of the project makes related instances."""
        return not all(below.is_plain for below in row_sets_below(self.top))

    def lend(self, link: RelatedRows) -> None:
        """Lend the instances of a row set the rows that a link leads to."""
        self.loans.append(Loan(link))

    def end(self, *, is_done: bool) -> None:
        """Have Django ask the database for the relations that were lent."""
        loans, self.loans = self.loans, []
        for loan in loans:
            loan.end(is_done=is_done)

    # A method may write while its list is read, and reads that back.

    def end_at_writes(self) -> None:
        """Watch the statements of the connection, and end all loans before one that may write.

        The rows that are left are then represented by instances, which ask the database.
        """
        if self.loans and not self.is_watching:
            self.is_watching = True
            # In front: `connection.execute_wrapper()` takes the last one for its own when it ends.
            self.connection.execute_wrappers.insert(0, self.end_before_writes)
            watch_procedures()

    def end_before_writes(
        self, execute: Any, sql: object, params: Any, many: bool, context: Any
    ) -> Any:
        if not only_reads(sql, self.connection):
            self.end_now()
        return execute(sql, params, many, context)

    def end_now(self) -> None:
        """End all loans in the middle of the list."""
        self.stop_watching()
        self.end(is_done=False)
        for below in row_sets_below(self.top):
            if below.is_plain:
                below.instances()

    def stop_watching(self) -> None:
        if self.is_watching:
            with suppress(ValueError):
                self.connection.execute_wrappers.remove(self.end_before_writes)


def watch_procedures() -> None:
    """Have a stored procedure end the loans of its connection: Django has no wrapper for it."""
    by_django: Any = CursorWrapper.callproc
    if by_django.__name__ == "callproc_after_loans":
        return

    @wraps(by_django, assigned=("__doc__",))
    def callproc_after_loans(cursor: Any, *args: Any, **kwargs: Any) -> Any:
        for wrapper in [*cursor.db.execute_wrappers]:
            loans = getattr(wrapper, "__self__", None)
            if isinstance(loans, Loans):
                loans.end_now()
        return by_django(cursor, *args, **kwargs)

    cursor_class: Any = CursorWrapper
    cursor_class.callproc = callproc_after_loans


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
    """The related rows of a link, lent to the instances of the rows that it leads from."""

    def __init__(self, link: RelatedRows) -> None:
        row_set, relation = link.parent, link.relation
        self.link = link
        self.is_kept = relation.single
        """Whether an instance keeps what it was given: not so for a queryset."""
        self.is_current = True
        self.read_key = row_set.fetched.reader_of(relation.key)
        self.queryset_of = related_querysets(relation, None)
        self.tells_by_cache = relation.single or (
            link.row_set.is_plain and relation.remote not in link.row_set.joined
        )
        """Whether related instances get their owner into their cache, and no code sees it."""
        caches = row_set.caches
        self.pending = caches.related if relation.single else caches.prefetched
        self.pending.lent[relation.cache] = self
        if not relation.single:
            row_set.give_prefetched()

    def end(self, *, is_done: bool) -> None:
        """Take the rows back, except for related rows that count as loaded."""
        self.is_current = False
        key = self.link.relation.cache
        del self.pending.lent[key]
        if self.is_kept and is_done:
            self.pending.loaded[key] = self.found
        elif self.is_kept:
            self.pending.loaded[key] = self.kept_by(self.link.read_rows)
            self.pending.partly.add(key)
        self.link.parent.make_anew()

    def kept_by(self, rows: list[Row | None]) -> MakeRelated:
        """Return what finds the related instance of the rows of which a field has read it.

        A write takes nothing away from a row that has been read.
        """
        read = {*map(id, rows)}

        def found_if_read(row: Row, owner: Owner) -> Model | None:
            if id(row) not in read:
                raise KeyError(self.link.relation.cache)
            return self.found(row, owner)

        return found_if_read

    def note(self, row: Row) -> None:
        """Note that a field has read the relation of a row."""
        self.link.read_rows.append(row)

    def leads_from(self, row: Row, owner: Owner) -> bool:
        """Return whether an instance still has the key that its row has.

        Django asks a loaded parent for what is inherited.
        """
        instance, relation = owner(), self.link.relation
        if instance is None or is_asked_of_parent(instance, relation):
            return False
        return bool(vars(instance).get(relation.key, UNKNOWN) == self.read_key(row))

    def __call__(self, row: Row, owner: Owner) -> Any:
        """Return a related instance or a queryset. Raises `KeyError` where only Django knows."""
        if self.is_kept:
            return self.found(row, owner)
        if not self.leads_from(row, owner):
            raise KeyError(self.link.relation.cache)
        instance = owner()
        return taking_rows(self.queryset_of(instance), lambda: self.taken(row, instance))

    def found(self, row: Row, owner: Owner) -> Model | None:
        """Return the related instance, or None where Django would find out that there is none.

        Raises what Django does for a key that leads nowhere; `KeyError` where only Django knows.
        """
        relation = self.link.relation
        if not self.leads_from(row, owner):
            raise KeyError(relation.cache)
        related = self.link.of(row)
        if related is not None:
            # The instance that code of a nested serializer has got already, if it has.
            made = self.link.row_set.made.get(id(related))
            is_shared = made is not None and (self.is_current or self.is_of(owner(), made))
            return made if is_shared else self.new_for(owner(), related)
        if not relation.may_be_missing and self.link.key_of(row) is not None:
            if self.is_current:
                relation.model._base_manager.none().get()
            raise KeyError(relation.cache)
        return None

    def taken(self, row: Row, owner: Model) -> list[Model] | None:
        """Return new instances of the related rows; None once Django is to ask the database."""
        if not self.is_current:
            return None
        return [self.new_for(owner, related) for related in self.link.of(row)]

    def is_of(self, owner: Model, related: Model) -> bool:
        """Return whether a related instance knows no other owner than this one."""
        remote = self.link.relation.remote
        return remote is None or related._state.fields_cache.get(remote) is owner

    def new_for(self, owner: Model, related: Row) -> Any:
        """Return a new instance of a related row, which knows its owner if Django's does."""
        instance, relation = self.link.row_set.new(related), self.link.relation
        if relation.remote is None:
            return instance
        if self.tells_by_cache:
            instance._state.fields_cache[relation.remote] = owner
        elif not relation.field.is_cached(instance):
            # As `ModelIterable` does: the model may set attributes in its own way.
            setattr(instance, relation.field.name, owner)
        return instance


UNKNOWN = object()
