"""The list of instances that a queryset or a page has: each is made when code looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db.models import Model

from fastserializers.instances.row_instances import Instances
from fastserializers.rows.layout import Row


class NotMade:
    """The content of the storage of a `RowList` before its instances are made.

    C code such as orjson reads a list's storage directly and would see an empty list. This
    placeholder cannot be serialized, so that such code fails as it does for instances.
    """


class RowList(list[Any]):
    """Fetched rows, as the list of their instances.

    Every method of a list makes the instances; the length is known without them. A serializer
    reads the rows instead, until project code has had an instance: see `take_rows()`.
    """

    def __init__(self, row_set: Instances, rows: Sequence[Row] | None = None) -> None:
        super().__init__([NotMade()])
        self.row_set = row_set
        self.rows = row_set.rows if rows is None else rows
        """The rows of the row set that are in this list, in its order."""
        self.is_made = False
        """Whether the instances are in the list."""

    def take_rows(self) -> Instances | None:
        """Return the rows to represent in the place of the instances, the first time.

        None once code has had an instance, or the rows were represented: methods may have changed
        the instances.
        """
        if not self.row_set.is_unread:
            return None
        self.row_set.is_unread = False
        self.row_set.narrow(self.rows)
        return self.row_set

    def complete(self) -> None:
        """Make the instances that are not made yet."""
        if self.is_made:
            return
        self.row_set.is_unread = False
        # A second thread puts the same instances there.
        list.__setitem__(self, slice(None), [*map(self.row_set.instance_of, self.rows)])
        self.is_made = True

    def __len__(self) -> int:
        return list.__len__(self) if self.is_made else len(self.rows)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __getitem__(self, index: Any) -> Any:
        if not self.is_made and type(index) is int:
            self.row_set.is_unread = False
            return self.row_set.instance_of(self.rows[index])
        self.complete()
        return list.__getitem__(self, index)

    def __iter__(self) -> Iterator[Model]:
        return list.__iter__(self) if self.is_made else self.one_first(0, list.__iter__)

    def __reversed__(self) -> Iterator[Model]:
        if self.is_made:
            return list.__reversed__(self)
        return self.one_first(-1, list.__reversed__)

    def one_first(
        self, index: int, iterate: Callable[[list[Model]], Iterator[Model]]
    ) -> Iterator[Model]:
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


def after_making_all(name: str) -> Callable[..., Any]:
    """Return the method of a list of this name, which makes all instances first."""
    method = getattr(list, name)

    def complete_first(self: RowList, *args: Any, **options: Any) -> Any:
        self.complete()
        for other in args:
            # The code of a list reads another list's storage.
            if isinstance(other, RowList):
                other.complete()
        return method(self, *args, **options)

    complete_first.__name__, complete_first.__doc__ = name, method.__doc__
    return complete_first


# Methods that make, describe or free a list, and look at no item of it.
NOT_LOOKING = frozenset(
    {"__class_getitem__", "__doc__", "__getattribute__", "__hash__", "__init__", "__new__"}
)

for name in vars(list).keys() - NOT_LOOKING - vars(RowList).keys():
    setattr(RowList, name, after_making_all(name))

# Python's messages name it: "'list' object has no attribute 'x'".
RowList.__name__ = "list"
