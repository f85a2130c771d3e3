"""The rows of the project's own database that a serializer is tried on, and its context.

The rows are those of the view that uses it, or else of its model; the request is anonymous.
Options of the command line ask for other rows, and for another request.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, NamedTuple, TypeAlias

from django.apps import apps
from django.core.management.base import CommandError
from django.db import connections, models
from django.db.models import QuerySet
from django.db.models.manager import BaseManager

from fastserializers.classes.read_only import made_plain
from fastserializers.commands.naming import views_named
from fastserializers.commands.requests import (
    Sampling,
    context_given_by,
    named_callable,
    page_size_of,
    request_for,
    view_for,
)
from fastserializers.project.serializers import SerializerClass, model_of
from fastserializers.project.views import Use, choices_of, use_of, uses

Rows: TypeAlias = "QuerySet[Any]"


class NotCompared(Exception):
    """A serializer can't be compared: the message says why."""


class Sample(NamedTuple):
    """The rows that a serializer is tried on, not yet read, and what a view would give it."""

    serializer: SerializerClass
    queryset: Rows
    context: dict[str, Any]
    source: str
    """Whose rows these are, in words."""
    remark: str = ""
    """Why they are not those of a view, if they are those of a model."""


# How many rows are read where nothing else is asked for.
ROWS = 100

OPTIONS: dict[str, tuple[str, str]] = {
    "--view": ("VIEW", "Whose rows to read: the name or the path of a view."),
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
        help=f"How many rows to read ({ROWS}; profile reads a page of the view).",
    )
    parser.add_argument(
        "--database",
        choices=tuple(connections),
        help="The database to read; the project's routers decide if none is given.",
    )
    for option, (metavar, text) in OPTIONS.items():
        default = "" if option == "--query" else None
        parser.add_argument(option, metavar=metavar, default=default, help=text)


def positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no number of rows: give 1 or more.")


def sampling_of(options: dict[str, Any]) -> Sampling:
    return Sampling(**{name: options[name] for name in Sampling._fields})


def uses_asked_for(
    asked: Sampling, named: Iterable[SerializerClass] = ()
) -> dict[SerializerClass, Use]:
    """Return one use of each serializer that a view uses, of a list with a known queryset if any.

    The view that is asked for is looked at, or else all. A view that chooses by code uses those
    that its code names, and those that are `named`. What `read_only()` has made is a use of the
    class that it was made of, too.
    """
    known: list[Use | None] = [*uses()]
    if asked.view:
        found = views_named(asked.view)
        known = [use_of(*view, each) for view in found for each in (*named, None)]
        known += [use for view in found for use in choices_of(*view)]
    best: dict[SerializerClass, Use] = {}
    ranked = [use for use in known if use is not None]
    for use in sorted(ranked, key=rank):
        for serializer in (use.serializer, made_plain(use.serializer)):
            best.setdefault(serializer, use)
    return best


def rank(use: Use) -> tuple[bool, bool, bool]:
    return use.is_choice, use.queryset is None, "list" not in use.actions


def sample_of(
    serializer: SerializerClass, use: Use | None, asked: Sampling, *, of_page: bool = False
) -> Sample:
    """Return what to try a serializer on: `ROWS` rows, or as many as a page of the view has.

    Raises `NotCompared` where there is nothing.
    """
    view = view_for(serializer, use, request_for(asked))
    queryset, source, remark = rows_for(serializer, use, view, asked)
    if asked.database is not None:
        queryset = queryset.using(asked.database)
    if not queryset.ordered and not queryset.query.is_sliced:
        # The database may give the rows in another order the second time.
        queryset = queryset.order_by("pk")
    count = asked.rows or (of_page and page_size_of(view)) or ROWS
    return Sample(serializer, queryset[:count], context_given_by(view), source, remark)


def entering(asked: Sampling) -> AbstractContextManager[object]:
    """Return the context manager that is asked for."""
    path = asked.context_manager
    return nullcontext() if path is None else named_callable("--context-manager", path)()


# The rows.


def rows_for(
    serializer: SerializerClass, use: Use | None, view: Any, asked: Sampling
) -> tuple[Rows, str, str]:
    """Return rows for a serializer, whose they are, and why not those of a view."""
    if asked.queryset is not None:
        queryset = evaluated(asked.queryset)
        is_filtered = asked.query and hasattr(view, "filter_queryset")
        return view.filter_queryset(queryset) if is_filtered else queryset, "--queryset", ""
    model = model_of(serializer)
    remark = "no view in the URLconf is known to use it"
    if use is not None:
        found, remark = rows_of_view(use, view, model, asked)
        if found is not None:
            return found, use.view.__name__, ""
    if model is None:
        raise NotCompared("it has no model, and no view of it has a queryset")
    return model._default_manager.all(), model._meta.label, remark


def rows_of_view(use: Use, view: Any, model: Any, asked: Sampling) -> tuple[Rows | None, str]:
    """Return what a view lists, its filters and prefetches included; or None, and why not."""
    name = use.view.__name__
    try:
        queryset = view.get_queryset()
    except Exception as error:
        # Code of the project's, which may want more of a request than there is.
        return None, f"{name}.get_queryset() raises {type(error).__name__}: {error}"
    if not isinstance(queryset, QuerySet):
        return None, f"{name}.get_queryset() returns no queryset"
    # An action of a view may have a serializer for something else than the rows of the view.
    kin = (queryset.model, queryset.model._meta.concrete_model)
    if model and not (issubclass(queryset.model, model) or issubclass(model, kin)):
        return None, f"{name} lists {queryset.model._meta.label}"
    queryset = filtered(queryset, view, asked)
    if model and is_empty_without_user(use, queryset, asked):
        return None, f"{name} has no rows for a request that nobody is logged in for"
    return queryset, ""


def filtered(queryset: Rows, view: Any, asked: Sampling) -> Rows:
    """Return what the filters of a view leave of its rows; all where they fail for no query."""
    with suppress(*() if asked.query else (Exception,)):
        found = view.filter_queryset(queryset)
        return found if isinstance(found, QuerySet) else queryset
    return queryset


def is_empty_without_user(use: Use, queryset: Rows, asked: Sampling) -> bool:
    """Return whether a view has no rows for an anonymous request: it may have them for a user."""
    if asked.user is not None or asked.request_factory is not None or asked.query:
        return False
    has_rows = use.queryset is None or use.queryset.using(asked.database).exists()
    return has_rows and not queryset.using(asked.database).exists()


def evaluated(expression: str) -> Rows:
    names = {name: getattr(models, name) for name in models.__all__}
    names |= {model.__name__: model for model in apps.get_models()}
    try:
        found = eval(expression, names)  # noqa: S307
    except Exception as error:
        raise CommandError(f"--queryset: {type(error).__name__}: {error}") from error
    if isinstance(found, BaseManager):
        found = found.all()
    if not isinstance(found, QuerySet):
        raise CommandError(f"--queryset gives no queryset, but {found!r}.")
    return found
