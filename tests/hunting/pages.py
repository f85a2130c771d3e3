"""Pages that a view takes of a list, and what is around it while it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone, translation
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.test import APIRequestFactory

from fastserializers.views import FastReadMixin


class Pages(PageNumberPagination):
    page_size = 2


class View(GenericAPIView):
    pagination_class = Pages


class FastView(FastReadMixin, View):
    pass


@contextmanager
def rows_of_a_tenant(rows: QuerySet[Any]) -> Iterator[None]:
    """A context after which the same query finds other rows."""
    yield
    model = rows.model
    texts = [
        field.name
        for field in model._meta.local_concrete_fields
        if field.get_internal_type() in ("CharField", "TextField") and not field.unique
    ]
    if texts and model._meta.managed:
        model._base_manager.update(**dict.fromkeys(texts, "x"))


AROUND_PAGES: dict[str, Callable[[Any], AbstractContextManager[Any]]] = {
    "nothing": lambda rows: nullcontext(),
    "another zone": lambda rows: timezone.override("Asia/Kathmandu"),
    "another language": lambda rows: translation.override("de"),
    "another tenant": rows_of_a_tenant,
}


def page_of(rows: Any, around: str, *, is_fast: bool) -> Any:
    """Return the first page of `rows`, which a view has taken within a context."""
    view = (FastView if is_fast else View)()
    view.setup(APIRequestFactory().get("/"))
    view.request = view.initialize_request(view.request)
    view.format_kwarg = None
    with AROUND_PAGES[around](rows):
        return view.paginate_queryset(rows)
