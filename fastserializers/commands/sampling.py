"""The rows, the view and the request of `compare` and `profile`.

A serializer reads rows of the view that uses it, or else of its model. A view handles a `GET`
request, without permissions. The user is anonymous without `--user`.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from asgiref.sync import async_to_sync, iscoroutinefunction
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import CommandError
from django.db import connections, models
from django.db.models import QuerySet
from django.db.models.manager import BaseManager
from django.urls import Resolver404, resolve
from django.utils.module_loading import import_string
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from fastserializers.commands.lookup import views_named
from fastserializers.commands.printer import Options
from fastserializers.project.naming import path_to, raised
from fastserializers.project.serializers import SerializerClass, model_of
from fastserializers.project.views import STOCK_ACTIONS, Use, chooses_by_code, view_function

Rows: TypeAlias = "QuerySet[Any]"

Read: TypeAlias = Callable[[], Any]
"""Reads anew, with nothing that was loaded before; returns the data."""


class NotCompared(Exception):
    """A serializer can't be compared: the message says why."""


class Sample(NamedTuple):
    """The rows for a serializer, which are not read yet, and the context that a view gives it."""

    subject: SerializerClass
    queryset: Rows
    context: dict[str, Any]
    source: str
    """Whose rows these are: the name of a view, or of a model."""
    remark: str = ""
    """Why these are rows of a model and not of a view, if they are."""

    def read(self) -> Any:
        # A queryset that is not evaluated, as a view gives it.
        queryset, context = self.queryset.all(), dict(self.context)
        return self.subject(queryset, many=True, context=context).data


# How many rows are read by default.
ROWS = 100

OPTIONS: dict[str, tuple[str, str]] = {
    "--view": (
        "VIEW",
        "Read what a view reads for a GET request: its name, or an address, such as /books/.",
    ),
    "--queryset": (
        "EXPRESSION",
        'Other rows, in Python with all models at hand: "Book.objects.filter(pages=12)".',
    ),
    "--query": ("QUERY", 'A query string to send: "extended=1".'),
    "--user": ("ID", "The primary key of the user to log in."),
    "--request-factory": (
        "PATH",
        "A callable that makes the request: it is given the address to get.",
    ),
    "--context-manager": (
        "PATH",
        "A callable that makes what is entered while rows are read: a tenant, a scope.",
    ),
}


def add_sampling_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--rows",
        type=positive,
        metavar="N",
        help=f"How many rows to read ({ROWS}).",
    )
    parser.add_argument(
        "--database",
        choices=tuple(connections),
        help="The database to read; the project's routers decide if none is given.",
    )
    for option, (metavar, text) in OPTIONS.items():
        parser.add_argument(option, metavar=metavar, help=text)


def positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no number of rows: give 1 or more.")


def sample_of(serializer: SerializerClass, use: Use | None, options: Options) -> Sample:
    """Return rows for a serializer.

    Raises `NotCompared` if neither a view nor a model has rows for it.
    """
    view = view_for(serializer, use, request_for(options))
    queryset, source, remark = rows_for(serializer, use, view, options)
    if options["database"] is not None:
        queryset = queryset.using(options["database"])
    if not queryset.ordered and not queryset.query.is_sliced:
        # The database may give the rows in another order the second time.
        queryset = queryset.order_by("pk")
    rows = queryset[: options["rows"] or ROWS]
    context: dict[str, Any] = {"request": view.request, "format": None, "view": view}
    # Without the view's own context, that of REST framework.
    with suppress(Exception):
        context = {**context, **view.get_serializer_context()}
    return Sample(serializer, rows, context, source, remark)


def rows_of_model(remark: str) -> str:
    """Return a sentence about rows that are not those of a view, with the reason."""
    return (
        f"rows of the model, because {remark}. An endpoint may prefetch, and make fewer queries: "
        f"--user and --queryset give its rows, and --view runs all of it."
    )


WHAT_A_REQUEST_LACKS = "Give the request more: a --user, a --query, or --view with an address"


def entering(options: Options) -> AbstractContextManager[object]:
    """Return the context manager that the command line names."""
    path = options["context_manager"]
    return nullcontext() if path is None else named_callable("--context-manager", path)()


# The rows.


def rows_for(
    serializer: SerializerClass, use: Use | None, view: Any, options: Options
) -> tuple[Rows, str, str]:
    """Return rows for a serializer, whose rows they are, and why they are not a view's."""
    if options["queryset"] is not None:
        queryset = evaluated(options["queryset"])
        is_filtered = options["query"] and hasattr(view, "filter_queryset")
        return view.filter_queryset(queryset) if is_filtered else queryset, "--queryset", ""
    model = model_of(serializer)
    remark = "no view in the URLconf is known to use it"
    if use is not None:
        found, remark = rows_of_view(use, view, model, options)
        if found is not None:
            return found, use.view.__name__, ""
    if model is None:
        raise NotCompared("it has no model, and no view of it has a queryset")
    return model._default_manager.all(), model._meta.label, remark


def rows_of_view(use: Use, view: Any, model: Any, options: Options) -> tuple[Rows | None, str]:
    """Return what a view lists, with its filters and prefetches; or None, and the reason."""
    name = use.view.__name__
    try:
        queryset = view.get_queryset()
    except Exception as error:
        # The view may need more of a request than this one has.
        return None, f"{name}.get_queryset() raises {raised(error)}"
    if not isinstance(queryset, QuerySet):
        return None, f"{name}.get_queryset() returns no queryset"
    # An action may have a serializer for other objects than the rows of its view.
    kin = (queryset.model, queryset.model._meta.concrete_model)
    if model and not (issubclass(queryset.model, model) or issubclass(model, kin)):
        return None, f"{name} lists {queryset.model._meta.label}"
    # Filters that fail leave all rows.
    with suppress(*() if options["query"] else (Exception,)):
        found = view.filter_queryset(queryset)
        queryset = found if isinstance(found, QuerySet) else queryset
    if model and is_empty_without_user(use, queryset, options):
        return None, f"{name} has no rows for an anonymous request"
    return queryset, ""


def is_empty_without_user(use: Use, queryset: Rows, options: Options) -> bool:
    """Return whether a view has no rows for an anonymous request. A user may have some."""
    if options["user"] is not None or options["request_factory"] is not None or options["query"]:
        return False
    has_rows = use.queryset is None or use.queryset.using(options["database"]).exists()
    return has_rows and not queryset.using(options["database"]).exists()


def evaluated(expression: str) -> Rows:
    names = {name: getattr(models, name) for name in models.__all__}
    names |= {model.__name__: model for model in apps.get_models()}
    try:
        found = eval(expression, names)  # noqa: S307
    except Exception as error:
        raise CommandError(f"--queryset: {raised(error)}") from error
    if isinstance(found, BaseManager):
        found = found.all()
    if not isinstance(found, QuerySet):
        raise CommandError(f"--queryset gives no queryset, but {found!r}.")
    return found


# The request, and the view that handles it.


def named_callable(option: str, path: str) -> Any:
    try:
        found = import_string(path)
    except ImportError as error:
        raise CommandError(f"{option}: {error}.") from error
    if not callable(found):
        raise CommandError(f"{option}: {path} is not a callable, but {found!r}.")
    return found


def request_for(options: Options, path: str = "/") -> Any:
    """Return the request that the command line asks for.

    Raises `CommandError` for a user that does not exist.
    """
    query, key = options["query"], options["user"]
    address = f"{path}{'&' if '?' in path else '?'}{query}" if query else path
    if options["request_factory"] is not None:
        request = named_callable("--request-factory", options["request_factory"])(address)
    else:
        # A host that the project allows, for links and the addresses of files.
        allowed = (pattern.removeprefix(".") for pattern in settings.ALLOWED_HOSTS)
        host = next((name for name in allowed if name != "*"), "localhost")
        request = APIRequestFactory(SERVER_NAME=host).get(address)
    if key is not None:
        model = get_user_model()
        try:
            request.user = model._default_manager.get(pk=key)
        except (model.DoesNotExist, ValueError, TypeError) as error:
            label = model._meta.label
            raise CommandError(f"--user: there is no {label} with the key {key}.") from error
        force_authenticate(request, request.user)
    return request


def view_for(serializer: SerializerClass, use: Use | None, request: Any) -> Any:
    """Return the view that uses a serializer, in the action for which the view chooses it."""
    if use is None:
        return view_on(APIView(), request)
    reading = sorted(use.reading, key=lambda action: (action != "list", action))
    # Another route of the view may have the action that chooses the serializer.
    others = sorted(action for action in STOCK_ACTIONS if hasattr(use.view, action))
    actions = dict.fromkeys([*reading, *sorted(use.writing), *others]) or ("",)
    views = (view_on(use.view(**use.options), request, action) for action in actions)
    first = next(views)
    for view in (first, *views) if chooses_by_code(use.view) else ():
        # The view may need more of a request than this one has.
        with suppress(Exception):
            if view.get_serializer_class() is serializer:
                return view
    return first


class Viewed(NamedTuple):
    """A view, and what reads the data of its response to a `GET` request for an address."""

    subject: type
    source: str
    """The address."""
    read: Read
    respond: Read
    """Reads, and returns the bytes that the view's own renderer makes."""
    remark: str = ""


def viewed(options: Options) -> Viewed:
    """Return the view that the command line asks for. Raises `CommandError` if there is none."""
    if options["rows"] or options["database"] or options["queryset"]:
        raise CommandError("With --view, the view decides what is read: give no other rows.")
    name = options["view"] or ""
    address = name if name.startswith("/") else address_of(name)
    try:
        match = resolve(address.partition("?")[0])
        function = view_function(match.func)
    except (Resolver404, AttributeError) as error:
        raise CommandError(f"No view of REST framework's handles {address}.") from error
    action = (getattr(function, "actions", None) or {}).get("get", "get")
    if not hasattr(function.cls, action):
        raise CommandError(f"{path_to(function.cls)} answers no GET request for {address}.")

    def handled() -> tuple[Any, Any]:
        made = function.cls(**function.initkwargs)
        view = view_on(made, request_for(options, address), action, match.kwargs)
        handler = getattr(view, action)
        handler = async_to_sync(handler) if iscoroutinefunction(handler) else handler
        return view, handler(view.request, **match.kwargs)

    def read() -> Any:
        _, response = handled()
        # Django's own responses, streams among them, have bytes alone.
        return response.data if hasattr(response, "data") else b"".join(response)

    def respond() -> bytes:
        view, response = handled()
        response = view.finalize_response(view.request, response, **match.kwargs)
        return b"".join(response.render() if hasattr(response, "render") else response)

    return Viewed(function.cls, address, read, respond)


def address_of(name: str) -> str:
    """Return the first address of a view that has no arguments, and that the view reads for."""
    for routed in views_named(name):
        address = "/" + re.sub(r"[\^$]", "", routed.route)
        if routed.reading and not re.search(r"[<(\\]", address):
            return address
    raise CommandError(f"{name} has no address without arguments: give one, as --view /books/1/")


def view_on(
    view: Any, request: Any, action: str = "", arguments: Mapping[str, Any] = MappingProxyType({})
) -> Any:
    """Return a view in the state in which it handles a request, without permissions."""
    if isinstance(view, ViewSetMixin):
        view.action_map = {"get": action}
    view.setup(request, **arguments)
    view.request = view.initialize_request(request)
    view.headers = view.default_response_headers
    for name in ("perform_authentication", "check_permissions", "check_throttles"):
        setattr(view, name, lambda request: None)
    # The values that stay if the project's `initial()` fails for this request.
    view.format_kwarg = None
    view.request.version = view.request.versioning_scheme = None
    with suppress(Exception):
        view.initial(view.request, **arguments)
    return view
