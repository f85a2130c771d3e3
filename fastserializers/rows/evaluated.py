"""The list of instances that a queryset or a page has: each is made when somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastserializers.rows.row_set import RowSet


class NotMade:
    """What the storage of a `RowList` holds before its instances are made.

    C code such as orjson reads a list's storage directly and would see an empty list. This
    placeholder cannot be serialized, so that such code fails as it does for instances.
    """


class RowList(list[Any]):
    """Fetched rows, as the list of their instances.

    Every method of a list makes the instances; the length is known without them. A serializer
    reads the rows instead, as long as nobody has looked at an instance: see `take_rows()`.
    """

    def __init__(
        self,
        row_set: RowSet,
        rows: Sequence[Any] | None = None,
        fetch_again: Callable[[], RowSet] | None = None,
    ) -> None:
        super().__init__([NotMade()])
        self.row_set: RowSet | None = row_set
        """The rows that the instances are made of; None once all of them are in the list."""
        self.rows = row_set.rows if rows is None else rows
        """The rows of the row set that are in this list, in its order."""
        self.made_of: RowSet | None = None
        """The rows that the instances were made of, until somebody represents them."""
        self.fetch_again = fetch_again
        """Returns the same rows once more, of which nobody has looked at any instance."""

    def take_rows(self) -> RowSet | None:
        """Return the rows to represent in the place of the instances, the first time.

        Where somebody has had instances, and may have changed them, the rows are represented by
        their instances; None if the list has others by now. None once the rows were represented,
        whose methods may have changed the instances: then the instances are read.
        """
        row_set = self.made_of or self.row_set
        if row_set is None or row_set.is_taken:
            return None
        if row_set.is_seen:
            self.complete()
            self.made_of = None
            if not row_set.has_taken(list.__iter__(self)):
                return None
        else:
            row_set.rows = self.rows
        row_set.is_seen = row_set.is_taken = True
        return row_set

    def copies(self) -> Callable[[], RowList] | None:
        """Return a function that returns such a list of the same rows, with other instances.

        None once somebody has looked at an instance here.
        """
        fetch_again, rows = self.fetch_again, self.rows
        if self.row_set is None or self.row_set.is_seen or fetch_again is None:
            return None
        return lambda: RowList(fetch_again(), rows, fetch_again)

    def complete(self) -> None:
        """Make the instances that nobody has looked at yet."""
        row_set = self.row_set
        if row_set is not None:
            row_set.is_seen = True
            # A second thread puts the same instances there.
            list.__setitem__(self, slice(None), [*map(row_set.instance_of, self.rows)])
            self.made_of, self.row_set = None if row_set.is_taken else row_set, None

    def __len__(self) -> int:
        return list.__len__(self) if self.row_set is None else len(self.rows)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __getitem__(self, index: Any) -> Any:
        row_set = self.row_set
        if row_set is not None and type(index) is int:
            row_set.is_seen = True
            return row_set.instance_of(self.rows[index])
        self.complete()
        return list.__getitem__(self, index)

    def __iter__(self) -> Iterator[Any]:
        return list.__iter__(self) if self.row_set is None else self.one_first(0, list.__iter__)

    def __reversed__(self) -> Iterator[Any]:
        if self.row_set is None:
            return list.__reversed__(self)
        return self.one_first(-1, list.__reversed__)

    def one_first(
        self, index: int, iterate: Callable[[list[Any]], Iterator[Any]]
    ) -> Iterator[Any]:
        """Yield one instance before the others are made: a cursor's links stop there."""
        if len(self):
            yield self[index]
        self.complete()
        rest = iterate(self)
        next(rest, None)
        yield from rest

    def __radd__(self, other: Any) -> Any:
        return [*other, *self] if isinstance(other, list) else NotImplemented

    def __reduce_ex__(self, protocol: Any) -> Any:
        self.complete()
        return list, (), None, list.__iter__(self)


def completed(name: str) -> Callable[..., Any]:
    """Return the method of a list of this name, which makes all instances first."""
    method = getattr(list, name)

    def complete_first(self: RowList, *args: Any, **options: Any) -> Any:
        self.complete()
        for other in args:
            # The code of a list looks into another list's storage.
            if isinstance(other, RowList):
                other.complete()
        return method(self, *args, **options)

    complete_first.__name__, complete_first.__doc__ = name, method.__doc__
    return complete_first


# What makes, describes or frees a list, and looks at no item of it.
NOT_LOOKING = frozenset(
    {"__class_getitem__", "__doc__", "__getattribute__", "__hash__", "__init__", "__new__"}
)

for name in vars(list).keys() - NOT_LOOKING - vars(RowList).keys():
    setattr(RowList, name, completed(name))
