"""What a serializer makes of a source, by which queries, and what it leaves of a queryset."""

from __future__ import annotations

import operator
from contextlib import contextmanager
from traceback import walk_tb
from typing import Any, NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import Model, QuerySet

from tests.differential import INCIDENTAL, spelled_out, without_addresses
from tests.hunting.descriptions import made
from tests.hunting.pages import page_of
from tests.rendering.values import outcome as returned_or_raised
from tests.rows.snapshots import snapshot_of


class Place(NamedTuple):
    """One of the sources of an example, or the list of all."""

    source: Any
    many: bool
    number: int


class Outcome(NamedTuple):
    """What a serializer made of its source: data, or an exception, in words."""

    text: str
    queries: tuple[int, ...]
    """How many there were, and how many when the same queryset was read again."""
    data: object = None
    left: str = ""
    """What it has left of a queryset, and made of it once more."""
    failed: bool = False
    unmade: bool = False
    """Whether Django could not make a value of what a column holds."""


def outcome(serializer_class, example, place):
    """Return an outcome, and leave the database as it was before it."""
    with of_a_test():
        ContentType.objects.clear_cache()
        found = outcome_here(serializer_class, example, place)
        transaction.set_rollback(True)
    return found


def of_a_test():
    """Return a transaction that, as those around a test, is none of the project's."""
    block = transaction.atomic()
    block._from_testcase = True
    return block


@contextmanager
def counted_queries():
    """Count without Django's log of queries, which a long search would fill."""
    queries = []

    def count(execute, *args):
        queries.append(args)
        return execute(*args)

    with connection.execute_wrapper(count):
        yield queries


def outcome_here(serializer_class, example, place):
    def data():
        with of_a_test():
            return data_of(serializer_class, example, place, source)

    with counted_queries() as queries:
        try:
            source = made(place.source)
            first = data()
            # The text of an instance is a project's code, too.
            text = without_addresses(spelled_out(first))
        except RecursionError as error:
            # Its message tells where the stack ended, which is another place.
            return Outcome(without_addresses(type(error)), (len(queries),), failed=True)
        except Exception as error:
            words, unmade = without_addresses((type(error), str(error))), is_of_a_converter(error)
            return Outcome(words, (len(queries),), failed=True, unmade=unmade)
        if not (isinstance(source, QuerySet) or is_of_instances(source)):
            return Outcome(text, (len(queries),), first)
        before = len(queries)
        # Of several instances of one row, the order of the database tells which is which.
        left = returned_or_raised(
            lambda: snapshot_of(source, is_same=operator.eq, follows=is_of_itself)
        )
        again = returned_or_raised(lambda: spelled_out(data()))
        counts = before, len(queries) - before
        return Outcome(
            text, counts, first, without_addresses((left, again)), issubclass(again[0], Exception)
        )


def is_of_a_converter(error):
    frames = walk_tb(error.__traceback__)
    return any(frame.f_code.co_name == "apply_converters" for frame, _ in frames)


def is_of_instances(source):
    return type(source) is list and all(isinstance(item, Model) for item in source)


def is_of_itself(instance, name):
    """Return whether a relation is not one that an instance has from a multi-table parent.

    Which of the two a field has read first decides whether both lead to one object.
    """
    field = next((field for field in instance._meta.fields if field.name == name), None)
    link = field and instance._meta.get_ancestor_link(field.model)
    return not (link and link.is_cached(instance))


def data_of(serializer_class, example, place, source):
    if example.paged and isinstance(source, QuerySet):
        source = page_of(source, example.paged)
    context = made(example.context)
    if "user" in context:
        # Each source is that of another user's request.
        context["user"] += place.number
    return serializer_class(source, many=place.many, context=context).data


def rendered(renderer, outcome):
    body = returned_or_raised(lambda: renderer().render(outcome.data))
    if type(body) is tuple:
        return without_addresses(body)
    return INCIDENTAL.sub("", body.decode()).encode()
