"""Transactions in which the databases of a project can be read, and not be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from django.db import DatabaseError, OperationalError, connections, transaction

# By vendor. The first statement of a transaction may also say that its rows stay the same all
# the time, whatever others do.
READ_ONLY = {
    "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    "mysql": "START TRANSACTION READ ONLY",
}
# What can still be said within a transaction.
READ_ONLY_WITHIN = {"postgresql": "SET TRANSACTION READ ONLY"}


@contextmanager
def read_only_databases(*needed: str) -> Iterator[dict[str, str]]:
    """Keep every database of the project from being changed; yield how, by their aliases.

    One that can't be reached can't be changed either. Raises `OperationalError` if it is `needed`.
    """
    kept = {}
    with ExitStack() as stack:
        for alias in connections:
            with suppress(*() if alias in needed else (OperationalError,)):
                kept[alias] = stack.enter_context(read_only_transaction(alias))
        yield kept


@contextmanager
def read_only_transaction(alias: str) -> Iterator[str]:
    """Roll back what is done to a database; yield what keeps it from being changed at all."""
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
    """Have SQLite refuse to write; yield the statement, or nothing for any other database."""
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
            # Past Django, which runs nothing in a transaction that is to be rolled back.
            sqlite.execute(f"PRAGMA query_only = {before}")


def is_refused_write(error: Exception | None) -> bool:
    """Return whether a database has refused to write, which each database says in other words."""
    return isinstance(error, DatabaseError) and bool(re.search("read.?only", str(error), re.I))


def in_one_line(error: BaseException) -> str:
    """Return the text of an error of a database, which has several lines and a hint."""
    return " ".join(str(error).split())
