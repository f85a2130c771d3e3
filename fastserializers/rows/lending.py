"""Lends instances the related rows of a list, and takes them back when the list is done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastserializers.rows.on_demand import Loan, end_loans
from fastserializers.rows.related_rows import RelatedRows
from fastserializers.rows.row_set import RowSet, row_sets_below


def lend(link: RelatedRows) -> None:
    """Lend the instances of a row set what a link leads to."""
    row_set, name = link.parent, link.relation.cache
    if link.relation.single:
        row_set.related[name] = Loan(link)
    else:
        row_set.prefetched[name] = Loan(link)
        row_set.give_caches()


def end_lending(row_set: RowSet, *, is_done: bool = False) -> None:
    """Have Django ask the database for what nobody had loaded to instances.

    Where the list was represented to its end, the relations to one row stay loaded: REST framework
    has read them of each instance.
    """
    for below in row_sets_below(row_set):
        for makers in (below.related, below.prefetched):
            end_loans(makers, is_done=is_done)
        below.make_anew()


# A method may write while its list is read, and reads that back.


def end_lending_at_writes(row_set: RowSet) -> Callable[[], None]:
    """End lending before the connection executes what may write; return what stops that.

    The rows that are left are then represented by instances, which ask the database.
    """
    row_sets = row_sets_below(row_set)
    makers = [known for below in row_sets for known in (below.related, below.prefetched)]
    if not any(type(make) is Loan for known in makers for make in known.values()):
        return lambda: None
    connection = row_set.query.connection
    read_from = f" FROM {connection.ops.quote_name('x')[0]}"

    def end_before_writes(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        if not only_reads(sql, read_from):
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


def only_reads(sql: Any, read_from: str) -> bool:
    """Return whether a statement is one of Django's that doesn't write.

    Its compiler quotes the table that is read; `SELECT refresh_totals(7)` has none, and may write.
    """
    if not isinstance(sql, str):
        return False
    if sql.startswith(OF_TRANSACTIONS):
        return True
    return sql.lstrip("( \n").startswith("SELECT ") and read_from in sql


OF_TRANSACTIONS = ("SAVEPOINT ", "RELEASE SAVEPOINT ", "BEGIN")
