"""Transactions in which a project's databases can be read, but not changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from django.db import OperationalError, connections, transaction

# The first statement of a transaction, by vendor. In PostgreSQL, it also keeps the rows the same
# for the whole transaction, whatever other transactions write.
READ_ONLY = {
    "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    "mysql": "START TRANSACTION READ ONLY",
}
# The statement within a transaction that others have begun.
READ_ONLY_WITHIN = {"postgresql": "SET TRANSACTION READ ONLY"}


@contextmanager
def read_only_databases(*needed: str) -> Iterator[dict[str, str]]:
    """Keep every database of the project from being changed; yield how, by its alias.

    A database that does not answer is left out. Raises `OperationalError` if it is `needed`.
    """
    kept = {}
    with ExitStack() as stack:
        for alias in connections:
            with suppress(*() if alias in needed else (OperationalError,)):
                kept[alias] = stack.enter_context(read_only_transaction(alias))
        yield kept


@contextmanager
def read_only_transaction(alias: str) -> Iterator[str]:
    """Enter a transaction that is rolled back; yield what keeps it read-only."""
    connection: Any = connections[alias]
    statements = READ_ONLY_WITHIN if connection.in_atomic_block else READ_ONLY
    statement = statements.get(connection.vendor)
    with query_only(connection) as pragma, transaction.atomic(using=alias):
        try:
            if statement:
                with connection.cursor() as cursor:
                    cursor.execute(statement)
            protection = statement or pragma
            yield f"{protection}, rolled back" if protection else "rolled back"
        finally:
            transaction.set_rollback(True, using=alias)


@contextmanager
def query_only(connection: Any) -> Iterator[str]:
    """Make SQLite refuse to write; yield the statement, or "" for another database."""
    if connection.vendor != "sqlite":
        yield ""
        return
    connection.ensure_connection()
    sqlite = connection.connection
    [before] = sqlite.execute("PRAGMA query_only").fetchone()
    sqlite.execute("PRAGMA query_only = ON")
    try:
        yield "PRAGMA query_only"
    finally:
        if connection.connection is sqlite:
            # Django runs no statement in a transaction that is marked for rollback.
            sqlite.execute(f"PRAGMA query_only = {before}")
