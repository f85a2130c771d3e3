"""A cursor's page that nobody has fetched, and a paginator that knows nothing of its rows yet."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import QuerySet
from rest_framework.pagination import CursorPagination

from fastserializers.likeness import STANDS_FOR, likeness, set_real_class, stands_for
from fastserializers.pages import UnreadPage, is_unread


class CursorPage(UnreadPage):
    """The first rows of a queryset, which gives one more if there is another page."""

    def __init__(self, queryset: QuerySet[Any], size: int, *, is_reversed: bool) -> None:
        super().__init__(queryset)
        self.size = size
        self.is_reversed = is_reversed
        self.results: Any = None
        """All that the queryset has given, once this is a list."""

    def shown(self, rows: Any) -> Any:
        page = (list(rows) if isinstance(rows, QuerySet) else rows)[: self.size]
        return page[::-1] if self.is_reversed else page

    def again(self, queryset: QuerySet[Any]) -> CursorPage:
        return CursorPage(queryset, self.size, is_reversed=self.is_reversed)

    def fetch(self) -> list[Any]:
        queryset = self.queryset
        super().fetch()
        if queryset is not None:
            self.results = queryset._result_cache
        return self

    def given(self) -> Any:
        """Return all that the queryset gives, fetched now if nobody has read it."""
        if self.queryset is None or self.queryset._result_cache is None:
            self.fetch()
        return self.results if self.queryset is None else self.queryset._result_cache

    # Links look at one or two rows, of those that a serializer has read without an instance.

    @property
    def unmade(self) -> Any:
        """The rows as a serializer has left them; None before that, and once they are here."""
        return None if self.queryset is None else self.queryset._result_cache

    def __len__(self) -> int:
        rows = self.unmade
        return super().__len__() if rows is None else min(self.size, len(rows))

    def __getitem__(self, index: Any) -> Any:
        rows = self.unmade
        if rows is None or type(index) is not int:
            return super().__getitem__(index)
        # Raises what a list does.
        place = range(len(self))[index] if -len(self) <= index < len(self) else len(rows)
        return rows[len(self) - 1 - place if self.is_reversed and place < len(rows) else place]

    def __iter__(self) -> Iterator[Any]:
        return super().__iter__() if self.unmade is None else one_by_one(self, count())

    def __reversed__(self) -> Iterator[Any]:
        if self.unmade is None:
            return super().__reversed__()
        return one_by_one(self, range(len(self) - 1, -1, -1))


def one_by_one(page: CursorPage, indices: Iterable[int]) -> Iterator[Any]:
    """Return what the iterator of a list does, which sees how that changes."""
    for index in indices:
        try:
            item = page[index]
        except IndexError:
            return
        yield item


# Up to the query.


class Reached(Exception):
    """DRF's code is about to fetch these rows."""

    def __init__(self, rows: QuerySet[Any]) -> None:
        self.rows = rows


def reach(rows: Any) -> list[Any]:
    if is_unread(rows):
        raise Reached(rows)
    return list(rows)


def page_of(paginator: Any, rows: QuerySet[Any]) -> list[Any]:
    """Return the page that DRF's code would go on to make of `rows`, unread if that may be."""
    cursor = paginator.cursor
    is_reversed = cursor is not None and cursor[1]
    page = CursorPage(rows, paginator.page_size, is_reversed=is_reversed)
    if has_plain_position(rows, paginator.ordering):
        paginator.page = page
        wait(paginator)
        return page
    tell(paginator, page)
    paginator.page = list(page)
    return paginator.page  # type: ignore[no-any-return]


def has_plain_position(queryset: QuerySet[Any], ordering: Any) -> bool:
    """Return whether the position of a row is what its query has given, and runs no code."""
    first = ordering if isinstance(ordering, str) else next(iter(ordering or ()), None)
    if not isinstance(first, str) or queryset.query.deferred_loading != NOTHING_DEFERRED:
        return False
    name = first.lstrip("-")
    if name in queryset.query.annotations:
        return True
    try:
        field: Any = (
            queryset.model._meta.pk if name == "pk" else queryset.model._meta.get_field(name)
        )
    except FieldDoesNotExist:
        return False
    return bool(field.concrete) and (not field.is_relation or name == field.attname)


NOTHING_DEFERRED: Any = (frozenset(), True)


# After it.


def tell(paginator: Any, page: CursorPage) -> None:
    """Set on a paginator what DRF's code finds out by the rows."""
    rows = page.given()
    is_followed = len(rows) > page.size
    following = None
    if is_followed:
        following = paginator._get_position_from_instance(rows[-1], paginator.ordering)
    offset, is_reversed, position = paginator.cursor or (0, False, None)
    ways = {
        "next" if is_reversed else "previous": (position is not None or offset > 0, position),
        "previous" if is_reversed else "next": (is_followed, following),
    }
    for way, (is_there, where) in ways.items():
        setattr(paginator, f"has_{way}", is_there)
        if is_there:
            setattr(paginator, f"{way}_position", where)
    if (paginator.has_previous or paginator.has_next) and paginator.template is not None:
        paginator.display_page_controls = True


TOLD = (
    "display_page_controls",
    "has_next",
    "has_previous",
    "next_position",
    "page",
    "previous_position",
)

# A paginator that waits is of a class of its own till somebody looks at anything of it: then it
# has all that DRF's has, and is of its class again.


def looked_at(paginator: Any) -> None:
    waiting = type(paginator)
    state = object.__getattribute__(paginator, "__dict__")
    set_real_class(paginator, stands_for(waiting))
    if not state.pop(WAITS, False):
        return
    try:
        tell(paginator, state["page"])
    except BaseException:
        wait(paginator)
        raise


def wait(paginator: Any) -> None:
    vars(paginator)[WAITS] = True
    set_real_class(paginator, waiting_class_of(paginator))


WAITS = "_waits_for_rows"


def is_waiting(paginator: Any) -> bool:
    return STANDS_FOR in vars(type(paginator))


def can_be_asked_later(paginator: Any) -> bool:
    return waiting_class_of(paginator) is not None


def get_later(paginator: Any, name: str) -> Any:
    looked_at(paginator)
    return getattr(paginator, name)


def set_later(paginator: Any, name: str, value: Any) -> None:
    looked_at(paginator)
    setattr(paginator, name, value)


def delete_later(paginator: Any, name: str) -> None:
    looked_at(paginator)
    delattr(paginator, name)


LATER = {
    "__getattribute__": get_later,
    "__setattr__": set_later,
    "__delattr__": delete_later,
}


def waiting_class_of(paginator: Any) -> Any:
    cls: Any = type(paginator)
    return waiting_class(cls)


@lru_cache(maxsize=256)
def waiting_class(cls: Any) -> Any:
    """Return the class of paginators of `cls` that wait; None if DRF's code must not be parted."""
    is_parted = (
        cls._get_position_from_instance is POSITION
        and all(inspect.getattr_static(cls, name) is vars(object)[name] for name in LATER)
        and not any(is_set_by_code(cls, name) for name in TOLD)
    )
    return likeness(cls, (cls,), dict(LATER)) if is_parted else None


POSITION = vars(CursorPagination)["_get_position_from_instance"]


def is_set_by_code(cls: type, name: str) -> bool:
    return hasattr(type(inspect.getattr_static(cls, name, None)), "__set__")
