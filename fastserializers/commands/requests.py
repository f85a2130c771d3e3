"""The request that a serializer is tried with, and the view that handles it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.utils.module_loading import import_string
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from fastserializers.project.views import Use


class Sampling(NamedTuple):
    """What rows and what request are asked for."""

    rows: int
    database: str | None = None
    view: str | None = None
    queryset: str | None = None
    query: str = ""
    user: str | None = None
    request_factory: str | None = None
    context_manager: str | None = None


def named_callable(option: str, path: str) -> Any:
    try:
        found = import_string(path)
    except ImportError as error:
        raise CommandError(f"{option}: {error}.") from error
    if not callable(found):
        raise CommandError(f"{option}: {path} is not a callable, but {found!r}.")
    return found


def request_for(asked: Sampling) -> Any:
    """Return the request that is asked for. Raises `CommandError` for a user that is not there."""
    address = f"/?{asked.query}" if asked.query else "/"
    if asked.request_factory is not None:
        request = named_callable("--request-factory", asked.request_factory)(address)
    else:
        # A host that the project allows, for links and the addresses of files.
        allowed = (pattern.removeprefix(".") for pattern in settings.ALLOWED_HOSTS)
        host = next((name for name in allowed if name != "*"), "localhost")
        request = APIRequestFactory(SERVER_NAME=host).get(address)
    if asked.user is not None:
        request.user = user_with(asked.user)
        force_authenticate(request, request.user)
    return request


def user_with(key: str) -> Any:
    model = get_user_model()
    try:
        return model._default_manager.get(pk=key)
    except (model.DoesNotExist, ValueError, TypeError) as error:
        label = model._meta.label
        raise CommandError(f"--user: there is no {label} with the key {key}.") from error


def view_on(use: Use | None, request: Any) -> Any:
    """Return a view as it is when it handles a request."""
    view: Any = use.view(**use.options) if use is not None else APIView()
    if use is not None and isinstance(view, ViewSetMixin):
        view.action_map = {"get": "list" if "list" in use.actions else min(use.actions)}
    view.setup(request)
    view.request = view.initialize_request(request)
    view.format_kwarg = None
    return view


def context_given_by(view: Any) -> dict[str, Any]:
    """Return what a view gives its serializers, or what DRF's own gives them where it can't."""
    context: dict[str, Any] = {"request": view.request, "format": None, "view": view}
    with suppress(Exception):
        context = {**context, **view.get_serializer_context()}
    return context
