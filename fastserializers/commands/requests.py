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

from fastserializers.classes.read_only import made_plain
from fastserializers.project.serializers import SerializerClass
from fastserializers.project.views import STOCK_ACTIONS, Use


class Sampling(NamedTuple):
    """The rows and the request that are asked for."""

    rows: int | None
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


def view_for(serializer: SerializerClass, use: Use | None, request: Any) -> Any:
    """Return the view that uses a serializer, in the action that it is chosen for."""
    if use is None:
        return view_on(APIView(), request)
    reading = sorted(use.actions - use.writing, key=lambda action: (action != "list", action))
    # Another route of the view may have the action that chooses the serializer.
    others = sorted(action for action in STOCK_ACTIONS if hasattr(use.view, action))
    actions = dict.fromkeys([*reading, *sorted(use.writing), *others]) or ("",)
    views = (view_on(use.view(**use.options), request, action) for action in actions)
    first = next(views)
    if use.is_certain:
        return first
    choosing = (view for view in (first, *views) if class_chosen_by(view) is serializer)
    return next(choosing, first)


def class_chosen_by(view: Any) -> Any:
    # Code of the project's, which may want more of a request than there is.
    with suppress(Exception):
        return made_plain(view.get_serializer_class())
    return None


def view_on(view: Any, request: Any, action: str = "") -> Any:
    """Return a view as it is when it handles a request: no permission or throttle is asked."""
    if isinstance(view, ViewSetMixin):
        view.action_map = {"get": action}
    view.setup(request)
    view.request = view.initialize_request(request)
    view.headers = view.default_response_headers
    for name in ("perform_authentication", "check_permissions", "check_throttles"):
        setattr(view, name, lambda request: None)
    # As they are where `initial()` of the project's wants more of a request than there is.
    view.format_kwarg = None
    view.request.version = view.request.versioning_scheme = None
    with suppress(Exception):
        view.initial(view.request)
    return view


def page_size_of(view: Any) -> int | None:
    """Return how many rows a page of a view has; None where it has no pages, or can't say."""
    paginator = getattr(view, "paginator", None)
    for name in ("get_page_size", "get_limit"):
        with suppress(Exception):
            size = getattr(paginator, name)(view.request)
            if isinstance(size, int) and size > 0:
                return size
    return None


def context_given_by(view: Any) -> dict[str, Any]:
    """Return what a view gives its serializers, or what DRF's own gives them where it can't."""
    context: dict[str, Any] = {"request": view.request, "format": None, "view": view}
    with suppress(Exception):
        context = {**context, **view.get_serializer_context()}
    return context
