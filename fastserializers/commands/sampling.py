"""The rows of the project's own database that a serializer is tried on, and its context."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import QuerySet
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from fastserializers.project.serializers import model_of
from fastserializers.project.views import Use

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass


class NotCompared(Exception):
    """A serializer can't be compared, for the reason that this says."""


def first_rows(
    serializer: SerializerClass, use: Use | None, rows: int, database: str | None
) -> QuerySet[Any]:
    model = model_of(serializer)
    if use is not None and use.queryset is not None:
        queryset = use.queryset.all()
    elif model is not None:
        queryset = model._default_manager.all()
    else:
        raise NotCompared("it has no model, and no view of it has a queryset")
    if database is not None:
        queryset = queryset.using(database)
    if not queryset.ordered and not queryset.query.is_sliced:
        # The database may give the rows in another order the second time.
        queryset = queryset.order_by("pk")
    return queryset[:rows]


# The context.


def request_context(use: Use | None) -> dict[str, Any]:
    """Return what a view gives its serializers: a request that nobody is logged in for."""
    request = APIRequestFactory(SERVER_NAME=host()).get("/")
    view: Any = use.view(**use.options) if use is not None else APIView()
    if use is not None and isinstance(view, ViewSetMixin):
        view.action_map = {"get": "list" if "list" in use.actions else min(use.actions)}
    view.setup(request)
    view.request = view.initialize_request(request)
    view.format_kwarg = None
    return {"request": view.request, "format": None, "view": view}


def host() -> str:
    """Return a host that the project allows, for links and the addresses of files."""
    allowed = (pattern.removeprefix(".") for pattern in settings.ALLOWED_HOSTS)
    return next((name for name in allowed if name != "*"), "localhost")
