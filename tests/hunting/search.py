"""A search for serializers of which ours represents something else than DRF's own does."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pprint import pformat
from typing import NamedTuple

from django.db import connection, transaction
from django.test import override_settings
from django.urls import include, path
from django.utils import timezone, translation
from hypothesis import HealthCheck, Phase, given, reject, seed, settings
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from fastserializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    read_only,
)
from fastserializers.renderers import OrjsonRenderer
from tests.differential import spelled_out
from tests.hunting.descriptions import Many, Method, Nested, Rows
from tests.hunting.examples import free_examples, model_examples
from tests.hunting.overriding import METHODS, OVERRIDES, PREPARATIONS
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


PLAIN = {
    "Serializer": (serializers.Serializer,),
    "ModelSerializer": (serializers.ModelSerializer,),
    "HyperlinkedModelSerializer": (serializers.HyperlinkedModelSerializer,),
}
FAST = {
    "Serializer": (FastReadOnlySerializer,),
    "ModelSerializer": (FastReadOnlyModelSerializer,),
    "HyperlinkedModelSerializer": (FastReadOnlyMixin, serializers.HyperlinkedModelSerializer),
}

# The bases of a serializer, and of those that are nested in it.
MIXTURES = {
    "fast": (FAST, FAST),
    "fast with DRF's own inside": (FAST, PLAIN),
    "DRF's own with fast inside": (PLAIN, FAST),
}


def assert_no_difference(example):
    """Assert that DRF and this library agree on an example; return how many values they have."""
    with ExitStack() as stack:
        classes = classes_of(example.shape) if example.defined_before else None
        surround(stack, example.surroundings)
        reference, variants = classes or classes_of(example.shape)
        return sum(
            assert_same_outcome(example, reference, variants, place)
            for place in (*range(len(example.sources)), "listed")
        )


def classes_of(shape):
    """Return the class on DRF's own base, and by name those that should represent the same."""
    try:
        reference = serializer_class(shape, PLAIN, PLAIN)
    except Exception:
        # Some fields can't be made.
        reject()
    has_nested = any(isinstance(field, Nested) for field in shape.fields.values())
    variants = {
        name: serializer_class(shape, own, inside)
        for name, (own, inside) in MIXTURES.items()
        if has_nested or name == "fast"
    }
    return reference, {**variants, "read_only()": read_only(reference)}


def serializer_class(shape, own, inside):
    attributes = {}
    for name, field in shape.fields.items():
        if isinstance(field, Method):
            attributes[name] = serializers.SerializerMethodField()
            attributes[f"get_{name}"] = METHODS[field.does]
        elif isinstance(field, Nested):
            nested = serializer_class(field.shape, inside, inside)
            attributes[name] = nested(**made(field.options))
        else:
            attributes[name] = made(field)
    if shape.meta:
        attributes["Meta"] = type("Meta", (), {**shape.meta, "model": MODELS[shape.meta["model"]]})
    overrides = (OVERRIDES[shape.overrides],) if shape.overrides else ()
    bases = (*overrides, *own[shape.base])
    return type(serializers.Serializer)("ExampleSerializer", bases, attributes)


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


def assert_same_outcome(example, reference, variants, place):
    expected = outcome(reference, example, place)
    json = rendered(JSONRenderer, expected)
    for name, variant in variants.items():
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
    queries = []

    def count(execute, *args):
        queries.append(args)
        return execute(*args)

    try:
        with connection.execute_wrapper(count), transaction.atomic():
            serializer = serializer_class(
                source_of(example, place), many=place == "listed", context=made(example.context)
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


def hunt(first):
    """Try a batch of examples, and return how much was tried. Raises `Difference`."""
    tried = []

    @seed(first)
    @SEARCH
    @given(example=(free_examples, model_examples)[first % 2]())
    def search(example):
        tried.append(assert_no_difference(example))

    search()
    return Tried(len(tried), sum(tried))
