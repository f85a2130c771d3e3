"""Lends instances the related rows of a list, and takes them back when the list is done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastserializers.rows.on_demand import Loan
from fastserializers.rows.related_rows import RelatedRows
from fastserializers.rows.row_set import RowSet, row_sets_below


def lend(link: RelatedRows) -> None:
    """Lend the instances of a row set what a link leads to."""
    factory, name = link.parent.factory, link.relation.cache
    if factory is not None and link.relation.single:
        factory.related[name] = Loan(link)
        link.parent.make_anew()
    elif factory is not None:
        factory.prefetched[name] = Loan(link)
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
    factories = [below.factory for below in row_sets if below.factory is not None]
    makers = [make for each in factories for make in (each.related, each.prefetched)]
    if not any(type(make) is Loan for known in makers for make in known.values()):
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
