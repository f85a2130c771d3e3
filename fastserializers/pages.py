"""A page that is a list to whoever looks, and a queryset that nobody has evaluated till then."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import ref

from django.db import DatabaseError, connections
from django.db.models import QuerySet
from django.db.models.query import ModelIterable


class NobodyLooked:
    """What an unread page has in the place of its rows: nothing that has a JSON."""


class UnreadPage(list[Any]):
    """The rows of a queryset as the list that `list(queryset)` is, fetched when first looked at.

    Every method of a list fetches them. Who needs no instances may read `queryset` till then; who
    looks at the list after that finds what the queryset has made of its rows.

    A statement of this thread that is no `SELECT` has the rows fetched before it is executed: they
    are the rows that were there when the page was made.
    """

    queryset: QuerySet[Any] | None
    """The rows that nobody has looked at here; None once they are in the list."""

    def __init__(self, queryset: QuerySet[Any]) -> None:
        # To code in C that looks into a list without asking it: no list of nothing.
        super().__init__([NobodyLooked()])
        self.queryset = queryset
        self._forget_writes = fetched_before_writes(self)

    # As a serializer that is given a page may be asked for the class of its instance.
    __class__ = property(lambda self: list)

    def is_fetched(self) -> bool:
        """Return whether the rows are here, in the list or in its queryset."""
        return self.queryset is None or self.queryset._result_cache is not None

    def rows(self) -> QuerySet[Any] | list[Any]:
        """Return what a serializer reads now: the queryset till somebody looks, the list after."""
        if self.queryset is None:
            return list(self)
        self._forget_writes()
        return self.queryset

    def shown(self, rows: Any) -> Any:
        """Return those on this page, of what `rows()` has given: all of them."""
        return rows

    def again(self, queryset: QuerySet[Any]) -> UnreadPage:
        """Return such a page of another queryset."""
        return UnreadPage(queryset)

    def fetch(self) -> list[Any]:
        """Return this list with its rows in it."""
        queryset, self.queryset = self.queryset, None
        if queryset is not None:
            self._forget_writes()
            try:
                list.__setitem__(self, slice(None), self.shown(queryset))
            except BaseException:
                self.queryset = queryset
                raise
        return self

    def __len__(self) -> int:
        if self.queryset is not None and self.queryset._result_cache is not None:
            return len(self.queryset._result_cache)
        return list.__len__(self.fetch())

    def __bool__(self) -> bool:
        return len(self) > 0

    def __radd__(self, other: Any) -> Any:
        return other + list(self) if isinstance(other, list) else NotImplemented

    def __reduce_ex__(self, protocol: Any) -> Any:
        return list, (list(self),)


def fetching(name: str) -> Callable[..., Any]:
    """Return the method of a list of this name, which fetches the rows first."""
    method = getattr(list, name)

    def fetched(self: UnreadPage, *arguments: Any, **options: Any) -> Any:
        self.fetch()
        for other in arguments:
            # The code of a list looks into another one without asking it.
            if isinstance(other, UnreadPage):
                other.fetch()
        return method(self, *arguments, **options)

    fetched.__name__, fetched.__doc__ = name, method.__doc__
    return fetched


# What makes, describes or frees a list, and looks at no row of it.
NOT_LOOKING = frozenset(
    {"__class_getitem__", "__doc__", "__getattribute__", "__hash__", "__init__", "__new__"}
)

for name in vars(list).keys() - NOT_LOOKING - vars(UnreadPage).keys():
    setattr(UnreadPage, name, fetching(name))


def fetched_before_writes(page: Any, table: str = "") -> Callable[[], None]:
    """Have `page` fetched before this thread writes; return the function that ends that.

    With the name of a `table`, before a statement that names it.
    """
    known = ref(page)
    watched = connections.all(initialized_only=True)

    def fetch_first(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        unread = known()
        if unread is None or unread.is_fetched():
            end()
        elif not reads(sql) and table in str(sql):
            # Whoever looks at it gets the error: it is not that of this statement.
            with suppress(DatabaseError):
                unread.fetch()
        return execute(sql, params, many, context)

    def end() -> None:
        for connection in watched:
            with suppress(ValueError):
                connection.execute_wrappers.remove(fetch_first)

    for connection in watched:
        # In front: `connection.execute_wrapper()` takes the last one for its own when it ends.
        connection.execute_wrappers.insert(0, fetch_first)
    return end


def reads(sql: Any) -> bool:
    """Return whether a statement is surely one that changes nothing."""
    return isinstance(sql, str) and sql.lstrip("( \n").startswith(READING)


READING = ("SELECT ", "SAVEPOINT ", "RELEASE SAVEPOINT ")


def is_unread(rows: Any) -> bool:
    """Return whether `rows` are of a queryset that an unread page may stand for."""
    return (
        isinstance(rows, QuerySet)
        and rows._result_cache is None
        # Dicts and tuples need no serializer: whatever renders them may look into a list in C.
        and issubclass(rows._iterable_class, ModelIterable)
        and not rows.query.select_for_update
    )
