"""What instances have of rows that nobody has loaded, as long as a list is represented.

A plan reads them from the rows that one query has fetched. To a project's code they are not
loaded, as with REST framework: only Django's descriptors and managers find them. Once the list is
done, or as soon as the connection executes what may be a write, Django asks the database.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastserializers.rows.instance_factory import OnDemand, Row
from fastserializers.rows.lent_rows import taking_rows
from fastserializers.rows.related_querysets import related_querysets
from fastserializers.rows.row_set import RelatedRows, RowSet, row_sets_below


class Loan:
    """The related rows of a link, lent to the instances of the rows that it leads from."""

    def __init__(self, link: RelatedRows) -> None:
        self.link = link
        self.is_current = True
        self.read_key = link.parent.reader_of(link.relation.key)
        self.queryset_of = related_querysets(link.relation, None)

    def leads_from(self, row: Row, owner: Any) -> bool:
        """Return whether an instance still has the key that its row has."""
        instance = owner()
        known = (
            UNKNOWN if instance is None else vars(instance).get(self.link.relation.key, UNKNOWN)
        )
        return bool(known == self.read_key(row))

    def lend(self, cache: OnDemand) -> Any:
        """Return a related instance, which stays in the cache, or a queryset, which does not.

        Raises `KeyError` where Django has to ask the database.
        """
        relation = self.link.relation
        if relation.single:
            return dict.setdefault(cache, relation.cache, self.found(cache.row, cache.owner))
        row, instance = cache.row, cache.owner()
        if not self.leads_from(row, cache.owner) or self.read_key(row) is None:
            raise KeyError(relation.cache)
        return taking_rows(self.queryset_of(instance), lambda: self.taken(row, instance))

    def found(self, row: Row, owner: Any) -> Any:
        """Return the related instance, or None where Django would find out that there is none.

        Raises what Django does for a key that leads nowhere; `KeyError` where only Django knows.
        """
        relation = self.link.relation
        if not self.leads_from(row, owner):
            raise KeyError(relation.cache)
        related = self.link.of(row)
        if related is not None:
            # The one that code of a nested serializer has got already, if it has.
            made = self.link.row_set.made.get(id(related))
            return self.new_for(owner(), related) if made is None else made
        if not relation.may_be_missing and self.link.key_of(row) is not None:
            if self.is_current:
                relation.model._base_manager.none().get()
            raise KeyError(relation.cache)
        return None

    def taken(self, row: Row, owner: Any) -> list[Any] | None:
        """Return new instances of the related rows; None once Django is to ask the database."""
        if not self.is_current:
            return None
        return [self.new_for(owner, related) for related in self.link.of(row)]

    def new_for(self, owner: Any, related: Row) -> Any:
        """Return a new instance of a related row, which knows its owner if Django's does."""
        instance, remote = self.link.row_set.new(related), self.link.relation.remote
        if remote is not None:
            instance._state.fields_cache[remote] = owner
        return instance


UNKNOWN = object()


def lend(link: RelatedRows) -> None:
    """Lend the instances of a row set what a link leads to."""
    factory, name = link.parent.factory, link.relation.cache
    if factory is not None:
        lent = factory.lent_instances if link.relation.single else factory.lent_querysets
        lent[name] = Loan(link)
        if not link.relation.single:
            link.parent.give_caches()


def end_lending(row_set: RowSet, *, is_done: bool = False) -> None:
    """Have Django ask the database for what nobody had loaded to instances.

    Where the list was represented to its end, the relations to one row stay loaded: REST framework
    has read them of each instance.
    """
    for below in row_sets_below(row_set):
        if below.factory is not None:
            below.factory.end_lending(is_done=is_done)
        vars(below).pop("instance_of", None)


# A method may write while its list is read, and reads that back.


def end_lending_at_writes(row_set: RowSet) -> Callable[[], None]:
    """End lending before the connection executes what may write; return what stops that.

    The rows that are left are then represented by instances, which ask the database.
    """
    row_sets = [below for below in row_sets_below(row_set) if below.factory is not None]
    if not any(is_lending(below) for below in row_sets):
        return lambda: None
    connection = row_set.query.connection

    def end_before_writes(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        if not (isinstance(sql, str) and sql.lstrip("( \n").startswith(READING)):
            stop()
            end_lending(row_set)
            for below in row_sets:
                below.instances()
        return execute(sql, params, many, context)

    def stop() -> None:
        with suppress(ValueError):
            connection.execute_wrappers.remove(end_before_writes)

    # In front: `connection.execute_wrapper()` takes the last one for its own when it ends.
    connection.execute_wrappers.insert(0, end_before_writes)
    return stop


READING = ("SELECT ", "SAVEPOINT ", "RELEASE SAVEPOINT ", "BEGIN")


def is_lending(row_set: RowSet) -> bool:
    factory = row_set.factory
    return factory is not None and bool(factory.lent_instances or factory.lent_querysets)
