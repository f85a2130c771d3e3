"""DRF's pagination classes, with pages that nobody has fetched before they are looked at."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from django.core.paginator import Page
from django.db import connections
from django.db.models import QuerySet
from rest_framework import pagination

from fastserializers.conf import value_of
from fastserializers.cursors import (
    Reached,
    can_be_asked_later,
    is_waiting,
    page_of,
    reach,
    waiting_class,
)
from fastserializers.pages import UnreadPage, is_unread

Paginate = Callable[..., Any]


def leaving_unread(paginate: Any) -> Paginate:
    """Return a `paginate_queryset()` of DRF's that returns the page without having fetched it.

    It is DRF's own code. Only where that says `list(…)`, a queryset stays as it is till somebody
    looks at the list.
    """
    names = {**paginate.__globals__, "list": unread_list}
    waiting = FunctionType(paginate.__code__, names, paginate.__name__, paginate.__defaults__)

    def paginate_queryset(self: Any, queryset: Any, request: Any, view: Any = None) -> Any:
        may_wait = value_of("ENABLED") and can_wait(queryset, view)
        return (waiting if may_wait else paginate)(self, queryset, request, view=view)

    return paginate_queryset


def leaving_cursor_unread(paginate: Any) -> Paginate:
    """Return DRF's `paginate_queryset()` for cursors, which leaves the page unread.

    It is DRF's own code up to the query. What it tells by the rows then, the paginator tells when
    somebody looks at it.
    """
    names = {**paginate.__globals__, "list": reach}
    reaching = FunctionType(paginate.__code__, names, paginate.__name__, paginate.__defaults__)

    def paginate_queryset(self: Any, queryset: Any, request: Any, view: Any = None) -> Any:
        may_wait = value_of("ENABLED") and can_wait(queryset, view) and can_be_asked_later(self)
        if not may_wait:
            return paginate(self, queryset, request, view=view)
        try:
            return reaching(self, queryset, request, view=view)
        except Reached as reached:
            rows = reached.rows
        return page_of(self, rows)

    return paginate_queryset


def unread_list(rows: Any) -> list[Any]:
    """Return `list(rows)`; of a queryset, or of a page of one, without having fetched it."""
    if is_unread(rows):
        return UnreadPage(rows)
    if type(rows) is Page and isinstance(rows.object_list, QuerySet):
        queryset: QuerySet[Any] = rows.object_list
        if is_unread(queryset):
            rows.object_list = UnreadPage(queryset)
            # Another list, as with DRF: what is added to one is not in the other.
            return UnreadPage(queryset)
    return list(rows)


def can_wait(queryset: Any, view: Any) -> bool:
    """Return whether it makes no difference when, in the call of a view, a page is fetched.

    An async view would fetch it in the event loop, which Django refuses. In a transaction that
    the view itself began, only the rows as they are now will do.
    """
    if not isinstance(queryset, QuerySet) or view is None:
        return False
    return not getattr(view, "view_is_async", False) and not has_own_transaction(queryset.db)


def has_own_transaction(using: str) -> bool:
    connection = connections[using]
    blocks = [block for block in connection.atomic_blocks if not is_of_a_test(block)]
    of_requests = 1 if connection.settings_dict["ATOMIC_REQUESTS"] else 0
    return len(blocks) > of_requests


def is_of_a_test(block: Any) -> bool:
    return bool(block._from_testcase)


class PageNumberPagination(pagination.PageNumberPagination):
    if not TYPE_CHECKING:
        paginate_queryset = leaving_unread(pagination.PageNumberPagination.paginate_queryset)


class LimitOffsetPagination(pagination.LimitOffsetPagination):
    if not TYPE_CHECKING:
        paginate_queryset = leaving_unread(pagination.LimitOffsetPagination.paginate_queryset)


class CursorPagination(pagination.CursorPagination):
    if not TYPE_CHECKING:
        paginate_queryset = leaving_cursor_unread(pagination.CursorPagination.paginate_queryset)


# DRF's ways to a page, each with the one that leaves it unread.
WAITING: dict[Paginate, Paginate] = {
    drf.paginate_queryset: own.paginate_queryset
    for drf, own in (
        (pagination.PageNumberPagination, PageNumberPagination),
        (pagination.LimitOffsetPagination, LimitOffsetPagination),
        (pagination.CursorPagination, CursorPagination),
    )
}


def leaves_unread(pagination_class: Any, *, by_view: bool) -> bool:
    """Return whether pages of a class of paginators are fetched when somebody looks at them.

    `by_view` says whether the view has `leave_unread()` see to it.
    """
    paginate = getattr(pagination_class, "paginate_queryset", len)
    by_cursor = issubclass(pagination_class, pagination.CursorPagination)
    if by_cursor and waiting_class(pagination_class) is None:
        return False
    return paginate in WAITING.values() or (by_view and paginate in WAITING)


def leave_unread(paginator: Any) -> None:
    """Have `paginator` give its pages unread, if it is DRF's own code that would fetch them."""
    waiting = WAITING.get(getattr(type(paginator), "paginate_queryset", len))
    if waiting is None or is_waiting(paginator):
        return
    if "paginate_queryset" not in vars(paginator):
        paginator.paginate_queryset = MethodType(waiting, paginator)
