"""A search for serializers of which ours represents something else than DRF's own does."""

from __future__ import annotations

import itertools
import operator
import platform
import re
import sys
import time
import warnings
from contextlib import ExitStack, contextmanager
from pprint import pformat
from traceback import walk_tb
from typing import Any, NamedTuple

import django
import rest_framework
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import override_settings
from django.urls import path
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Flaky
from rest_framework.renderers import JSONRenderer

from fastserializers import FastReadOnlyMixin
from fastserializers.compiler.economy import paid
from fastserializers.renderers import OrjsonRenderer
from tests.differential import spelled_out
from tests.hunting.changing import CHANGING_OVERRIDES
from tests.hunting.classes import classes_of
from tests.hunting.descriptions import Call, made
from tests.hunting.examples import free_examples, model_examples, queryset_examples
from tests.hunting.models import MODELS, order_rows, store_rows
from tests.hunting.pages import page_of
from tests.hunting.queries import is_of_a_key, store
from tests.hunting.things import many
from tests.prices import PRICES
from tests.rendering.test_renderers import with_one_spelling_of_floats
from tests.rendering.values import outcome as returned_or_raised
from tests.rows.snapshots import snapshot_of


def page(request, **kwargs):
    raise AssertionError("the hunt reverses addresses, and requests none")


urlpatterns = [
    path("by-name/<name>/", page, name="named"),
    *(
        path(f"{model.lower()}/<pk>{suffix}", page, name=f"{model.lower()}-detail")
        for model in MODELS
        for suffix in ("/", ".<format>")
    ),
]


# What is compared.


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


class Difference(AssertionError):
    pass


SETTINGS = {"ROOT_URLCONF": __name__, "FASTSERIALIZERS": {"ROWS": True}}


def assert_no_difference(example):
    """Assert that DRF and this library agree on an example; return how many values they have."""
    with ExitStack() as stack:
        classes = classes_of(example.shape) if example.before else None
        stack.enter_context(override_settings(**SETTINGS))
        places = places_of(example)
        if example.before == "read":
            reference, variants = classes
            for cls, place in itertools.product([reference, *variants.values()], places):
                outcome(cls, example, place)
        for context in made(example.surroundings):
            stack.enter_context(context)
        classes = classes or classes_of(example.shape)
        # What a class reads first may be left to REST framework.
        return sum(assert_same_outcome(example, classes, at) for at in (places[0], *places))


def places_of(example):
    alone = [Place(source, False, number) for number, source in enumerate(example.sources)]
    listed = example.listed
    source = Call(many, listed, example.sources) if isinstance(listed, str) else listed
    return [*alone, Place(source, True, 0)]


SEEN_BEFORE = "lookup was already seen with a different queryset"


def assert_same_outcome(example, classes, place):
    """Assert the same data, queryset afterwards and JSON, by no more queries than DRF needs."""
    reference, variants = classes
    expected = outcome(reference, example, place)
    json = rendered(JSONRenderer, expected)
    for name, variant in variants.items():
        actual = outcome(variant, example, place)
        if expected.unmade and actual.text != expected.text:
            # A value that no field reads need not be made.
            continue
        if SEEN_BEFORE in expected.text:
            # Not noticed where Django prefetches from several places.
            continue
        if actual.text != expected.text:
            raise difference(example, place, name, expected.text, actual.text)
        if actual.left != expected.left and not uses(example, *WRITING, *FIELDS_BY_ROW):
            raise difference(example, place, f"what {name} leaves", expected.left, actual.left)
        if not may_ask_more(example, place, expected):
            for most, count in zip(expected.queries, actual.queries, strict=True):
                if count > most:
                    raise difference(example, place, name, f"{most} queries", f"{count} queries")
        actual_json = rendered(OrjsonRenderer, actual)
        if not is_same_json(actual_json, json):
            raise difference(example, place, f"OrjsonRenderer after {name}", json, actual_json)
    return expected.text.count("<class ")


# By these, and by fields that change between rows, a relation is read of some rows alone, or taken
# from one.
WRITING = ("takes related rows away", "stores the row")
FIELDS_BY_ROW = (*CHANGING_OVERRIDES, "HidesAFieldByTurns")
# By these a row loses what was fetched for all rows, takes it from elsewhere, or leaves it out.
WITHOUT_WHAT_WAS_FETCHED = (
    *WRITING,
    "moves to another",
    "reads the row again",
    "prefetches",
    # The relation of the child was loaded for all rows before the method read that of the parent.
    "names what the parent is related to",
    "looks for what the parent has",
    *FIELDS_BY_ROW,
)


def may_ask_more(example, place, expected):
    """Return whether an example may need more queries than DRF does for it."""
    return (
        # What is read of all rows is fetched before the first of them is represented.
        expected.failed
        # What a key leads to that leads nowhere is looked for once more.
        or any(map(is_of_a_key, example.contents))
        or (place.many and uses(example, *WITHOUT_WHAT_WAS_FETCHED))
        # `list(page)` passes over the error of its first fetch: Django starts from the beginning.
        or (example.paged and re.search(r"Prefetch\(.*__getitem__", repr(example)))
    )


def uses(example, *names):
    """Return whether an example has one of these methods or overrides."""
    return any(repr(name) in repr(example) for name in names)


def outcome(serializer_class, example, place):
    """Return an outcome, and leave the database as it was before it."""
    with of_a_test():
        store(example.contents)
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
            text = in_words(spelled_out(first))
        except RecursionError as error:
            # Its message tells where the stack ended, which is another place.
            return Outcome(in_words(type(error)), (len(queries),), failed=True)
        except Exception as error:
            words, unmade = in_words((type(error), str(error))), is_of_a_converter(error)
            return Outcome(words, (len(queries),), failed=True, unmade=unmade)
        if not isinstance(source, QuerySet):
            return Outcome(text, (len(queries),), first)
        before = len(queries)
        # Of several instances of one row, the order of the database tells which is which.
        left = returned_or_raised(
            lambda: snapshot_of(source, is_same=operator.eq, follows=is_of_itself)
        )
        again = returned_or_raised(lambda: spelled_out(data()))
        counts = before, len(queries) - before
        return Outcome(text, counts, first, without_frozen_classes(in_words((left, again))))


def is_of_itself(instance, name):
    """Return whether a relation is not one that an instance has from a multi-table parent.

    Which of the two a field has read first decides whether both lead to one object.
    """
    field = next((field for field in instance._meta.fields if field.name == name), None)
    link = field and instance._meta.get_ancestor_link(field.model)
    return not (link and link.is_cached(instance))


def is_of_a_converter(error):
    frames = walk_tb(error.__traceback__)
    return any(frame.f_code.co_name == "apply_converters" for frame, _ in frames)


def data_of(serializer_class, example, place, source):
    if example.paged and isinstance(source, QuerySet):
        is_fast = issubclass(serializer_class, FastReadOnlyMixin)
        source = page_of(source, example.paged, is_fast=is_fast)
    context = made(example.context)
    if "user" in context:
        # Each source is that of another user's request.
        context["user"] += place.number
    return serializer_class(source, many=place.many, context=context).data


def without_frozen_classes(text):
    """Return a text that tells no moment which a driver has made while time stood still."""
    return re.sub(r"(freezegun\.api\.)?FakeDate(time)?", r"datetime.date\2", text)


def in_words(outcome):
    return without_addresses(repr(outcome))


def without_addresses(text):
    return re.sub(r"(?: |%20)at(?: |%20)0x[0-9a-f]+", "", text, flags=re.IGNORECASE)


def rendered(renderer, outcome):
    body = returned_or_raised(lambda: renderer().render(outcome.data))
    return in_words(body) if type(body) is tuple else without_addresses(body.decode()).encode()


# A member of a plain enum has JSON.
NO_ENUM = in_words((TypeError, "Object of type Colour is not JSON serializable"))


def is_same_json(actual, expected):
    jsons = map(with_one_spelling_of_floats, (actual, expected))
    return expected == NO_ENUM or operator.eq(*jsons)


def difference(example, place, name, expected, actual):
    pairs = enumerate(zip(expected, actual, strict=False))
    start = max(0, next((at for at, (one, other) in pairs if one != other), 0) - 300)
    return Difference(
        f"{name} differs from DRF's own serializer.\n\n{pformat(example, width=99)}\n\n"
        f"source: {place.source!r}\nDRF:    {shortened(expected, start)}\n"
        f"fast:   {shortened(actual, start)}"
    )


def shortened(text, start):
    """Return what is around the first character that differs."""
    return f"{'… ' if start else ''}{text[start:][:1500]}{' …' if text[start + 1500 :] else ''}"


# The search.


SEARCH = settings(
    max_examples=200,
    deadline=None,
    database=None,
    report_multiple_bugs=False,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


COMPILED = ("at once", "fields", "nothing", "no plan")

# Querysets have the most that may be put together.
EXAMPLES = (free_examples, queryset_examples, model_examples, queryset_examples)


def search(first, deadline):
    """Try batches of examples until the deadline. Exits with the least example that differs."""
    store_rows()
    order_rows()
    # As in the test suite: a warning that only one of the two gives is a difference.
    warnings.simplefilter("error")
    tried = []
    while time.monotonic() < deadline:
        try:
            tried += hunt(first)
        except Difference as difference:
            sys.exit(f"{difference}\n\nFound by: python -m tests.hunt --seed {first}")
        first += 1
    sys.stdout.write(
        f"Python {platform.python_version()}, Django {django.__version__}, "
        f"REST framework {rest_framework.VERSION}: "
        f"{len(tried):,} serializers, {sum(tried):,} values, no difference.\n"
    )


def hunt(first):
    """Try a batch of examples; return how many values each of them has. Raises `Difference`."""
    values = []

    @seed(first)
    @SEARCH
    @given(example=EXAMPLES[first % len(EXAMPLES)]())
    def compare(example):
        values.append(assert_no_difference(example))

    # Rows are read field by field in some batches, and by REST framework's fields in others.
    prices = PRICES[COMPILED[first // len(EXAMPLES) % len(COMPILED)]]
    try:
        with paid(prices):
            compare()
    except Flaky as flaky:
        found = "\n\n".join(map(str, getattr(flaky, "exceptions", (flaky,))))
        raise Difference(f"Found once, and not again:\n\n{found}") from flaky
    return values
