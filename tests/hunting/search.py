"""A search for serializers of which ours represents something else than DRF's own does."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import ExitStack
from contextvars import copy_context
from pprint import pformat
from random import Random
from typing import NamedTuple

from django.db import connection, transaction
from django.test import override_settings
from django.urls import include, path
from django.utils import timezone, translation
from freezegun import freeze_time
from hypothesis import HealthCheck, Phase, given, seed, settings
from rest_framework.renderers import JSONRenderer

from fastserializers.renderers import OrjsonRenderer
from tests.differential import spelled_out
from tests.hunting.classes import classes_of
from tests.hunting.counts import shapes_in
from tests.hunting.descriptions import Many, Rows
from tests.hunting.examples import free_examples, model_examples
from tests.hunting.hierarchies import hierarchies, outcomes
from tests.hunting.overriding import PREPARATIONS
from tests.hunting.things import made
from tests.hunting.values import MODELS
from tests.models import AudioBook, Blurb, Book, Country, Publisher, Review, Shelf, Tag


def page(request, **kwargs):
    raise AssertionError("the hunt reverses addresses, and requests none")


addresses = [
    path(f"{route}<pk>{suffix}", page, name=f"{model.lower()}-detail")
    for model in MODELS
    for route in (f"{model.lower()}/", f"<version>/{model.lower()}/")
    for suffix in ("/", ".<format>")
]
urlpatterns = [
    *addresses,
    path("by-name/<name>/", page, name="named"),
    path("v1/", include((addresses, "v1"))),
]


# What is compared.


class Outcome(NamedTuple):
    """What a serializer made of its source: data, or an exception, in words."""

    text: str
    queries: int
    data: object = None


class Difference(AssertionError):
    pass


def assert_no_difference(example):
    """Assert that DRF and this library agree on an example; return how many values they have."""
    with ExitStack() as stack:
        classes = classes_of(example.shape) if example.defined_before else None
        surround(stack, example.surroundings)
        classes = classes or classes_of(example.shape)
        values = 0
        for number, place in enumerate((*range(len(example.sources)), "listed")):
            if number == int(example.patched_late):
                classes.patch()
            values += assert_same_outcome(example, classes, place)
        return values


def surround(stack, surroundings):
    stack.enter_context(
        override_settings(
            ROOT_URLCONF=__name__,
            REST_FRAMEWORK=surroundings.rest_framework,
            **surroundings.settings,
        )
    )
    if surroundings.zone is not None:
        stack.enter_context(timezone.override(surroundings.zone))
    if surroundings.language is not None:
        stack.enter_context(translation.override(surroundings.language))
    if surroundings.is_frozen:
        stack.enter_context(freeze_time("2024-01-01 12:00"))


def assert_same_outcome(example, classes, place):
    expected = outcome(classes.reference, example, place)
    json = rendered(JSONRenderer, expected)
    for name, variant in classes.variants.items():
        actual = outcome(variant, example, place)
        if actual.text != expected.text:
            raise difference(example, place, name, expected.text, actual.text)
        if actual.queries > expected.queries:
            counts = (f"{outcome.queries} queries" for outcome in (expected, actual))
            raise difference(example, place, name, *counts)
        if not is_same_json(actual_json := rendered(OrjsonRenderer, actual), json):
            raise difference(example, place, f"OrjsonRenderer after {name}", json, actual_json)
    return expected.text.count("<class ")


def outcome(serializer_class, example, place):
    """Return an outcome, and leave the zone and the language as they were before it."""
    return copy_context().run(outcome_here, serializer_class, example, place)


def outcome_here(serializer_class, example, place):
    queries = []

    def count(execute, *args):
        queries.append(args)
        return execute(*args)

    try:
        with connection.execute_wrapper(count), transaction.atomic():
            serializer = serializer_class(
                source_of(example, place),
                many=place == "listed",
                context=context_of(example, place),
            )
            PREPARATIONS[example.first](getattr(serializer, "child", serializer))
            data = serializer.data
            return Outcome(in_words(spelled_out(data)), len(queries), data)
    except RecursionError as error:
        # Its message tells where the stack ended, which is another place.
        return Outcome(in_words(type(error)), len(queries))
    except Exception as error:
        return Outcome(in_words((type(error), str(error))), len(queries))


def source_of(example, place):
    if place != "listed":
        return made(example.sources[place])
    if isinstance(example.listed, Rows):
        return made(example.listed)
    return made(Many(example.listed, example.sources))


def context_of(example, place):
    """Return the context of an example: each of its places is the request of another user."""
    context = made(example.context)
    if "user" in context and place != "listed":
        context["user"] += place
    return context


def in_words(outcome):
    return without_addresses(repr(outcome))


def without_addresses(text):
    return re.sub(r"(?: |%20)at(?: |%20)0x[0-9a-f]+", "", text, flags=re.IGNORECASE)


def rendered(renderer, outcome):
    try:
        return without_addresses(renderer().render(outcome.data).decode()).encode()
    except Exception as error:
        return in_words((type(error), str(error)))


# What `OrjsonRenderer` says of itself: a float may be spelled in another way where `json.dumps`
# writes an exponent, and a member of a plain enum has JSON.
TEXT_OR_FLOAT = re.compile(rb'"(?:[^"\\]|\\.)*"|\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)')
NO_ENUM = in_words((TypeError, "Object of type Colour is not JSON serializable"))


def is_same_json(actual, expected):
    if actual == expected or expected == NO_ENUM:
        return True
    if not (isinstance(actual, bytes) and isinstance(expected, bytes)):
        return False
    return with_floats_alike(actual) == with_floats_alike(expected)


def with_floats_alike(json):
    def alike(found):
        return found[0] if found[0].startswith(b'"') else repr(float(found[0])).encode()

    return TEXT_OR_FLOAT.sub(alike, json)


def difference(example, place, name, expected, actual):
    source = example.listed if place == "listed" else example.sources[place]
    return Difference(
        f"{name} differs from DRF's own serializer.\n\n{pformat(example, width=99)}\n\n"
        f"source: {source!r}\nDRF:    {expected}\nfast:   {actual}"
    )


# The search.


def store_rows():
    """Fill the database with at least `STORED` rows of each model."""
    country = Country.objects.create(name="Ruritania")
    Country.objects.create(name="Strelsau")
    first = Publisher.objects.create(name="Hentzau Press", code="hp", country=country)
    second = Publisher.objects.create(name="Zenda Books", code="zb")
    tags = [Tag.objects.create(label=label) for label in ("swords", "castles")]
    shelves = [Shelf.objects.create(label=label) for label in ("top", "hidden")]
    for model, title in (
        (Book, "The Prisoner"),
        (Book, "Rupert"),
        (AudioBook, "Sophy"),
        (AudioBook, "Rassendyll"),
    ):
        book = model.objects.create(
            title=title,
            price="12.50",
            isbn=f"{len(title):032}",
            added="2024-07-01T12:30:00Z",
            published="1894-04-01",
            opens="09:30",
            format="H",
            grade=2,
            metadata={"shelves": [1, None]},
            publisher=first,
            by_code=second,
            cover="covers/a b.png",
        )
        book.tags.set(tags)
        book.shelves.set(shelves)
        review = Review.objects.create(book=book)
        Review.objects.create(book=book, stars=1, answer_to=review)
    for book in Book.objects.all()[:2]:
        Blurb.objects.create(book=book, text="Swash!")
    Book.objects.create(title="Bare", price=1, isbn=f"{9:032}")


SEARCH = settings(
    max_examples=200,
    deadline=None,
    database=None,
    report_multiple_bugs=False,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


class Tried(NamedTuple):
    serializers: int
    values: int
    shapes: Counter[str]


def hunt(first):
    """Try a batch of examples, and return how much was tried. Raises `Difference`."""
    values = []
    shapes: Counter[str] = Counter()

    @seed(first)
    @SEARCH
    @given(example=(free_examples, model_examples)[first % 2]())
    def search(example):
        values.append(assert_no_difference(example))
        shapes.update(shapes_in(example))

    search()
    of_hierarchies = [count for count in map(hierarchy_values, range(first, first + 20)) if count]
    shapes["class hierarchies alone"] += len(of_hierarchies)
    return Tried(len(values) + len(of_hierarchies), sum(values) + sum(of_hierarchies), shapes)


def hierarchy_values(first):
    """Assert that a hierarchy of random classes does the same; return how many values it has."""
    classes = hierarchies(Random(first))  # noqa: S311
    if classes is None:
        return 0
    expected, actual = map(outcomes, classes)
    if actual != expected:
        names = [base.__name__ for base in classes[1].__mro__]
        raise Difference(
            f"hierarchies(Random({first})) differs.\n\n{names}\n\n"
            f"DRF:    {expected}\nfast:   {actual}"
        )
    return repr(expected).count("<class ")
