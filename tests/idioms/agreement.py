"""Compares an idiom with REST framework: alone, in lists, nested, in several contexts by turns."""

from functools import partial

from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import ModelSerializer, Serializer
from rest_framework.test import APIRequestFactory

from fastserializers.renderers import OrjsonRenderer
from tests.differential import outcome, read_fast
from tests.models import Book
from tests.relations.comparison import executed
from tests.relations.serializers import serializer_of


def books():
    return (
        Book.objects.select_related("publisher", "blurb")
        .prefetch_related("tags", "reviews")
        .order_by("pk")
    )


def context_of(query="", **more):
    """Return the context of a request for what `query` asks for."""
    return {"request": Request(APIRequestFactory().get(f"/?{query}")), **more}


def mixed_in(*mixins):
    """Return `serializer_of()` for serializers with mixins of a package before their base."""

    def mixed(base, *arguments, **options):
        return serializer_of(type(base)("Mixed", (*mixins, base), {}), *arguments, **options)

    return mixed


def assert_agreement(make, make_rows=books, *, base=ModelSerializer, contexts=None):
    """Assert that a class makes the same of rows when it reads fast, and that DRF can read them.

    Return what DRF makes of the rows in the first context.
    """
    contexts = contexts or [context_of()]
    assert_same_readings(make, make_rows, base=base, contexts=contexts)

    def data():
        return make(base)(make_rows(), many=True, context=contexts[0]).data

    rows = data()
    assert OrjsonRenderer().render(read_fast(data)) == JSONRenderer().render(rows)
    return rows


def assert_same_readings(make, make_rows, *, base=ModelSerializer, contexts=None):
    """Assert the same of rows in every place and each context, by no more queries than DRF's."""
    contexts = contexts or [context_of()]
    in_turn = [*contexts, contexts[0]] if len(contexts) > 1 else contexts
    expected = readings(make(base), make_rows, in_turn)
    found = read_fast(readings, make(base), make_rows, in_turn)
    for (place, actual, queries), (_, wanted, most) in zip(found, expected, strict=True):
        assert (place, actual) == (place, wanted)
        assert queries <= most, place


def readings(cls, make_rows, contexts):
    """Return what becomes of rows in each place and context, and by how many queries."""
    fields = {"one": cls(), "rows": cls(many=True)}
    nesting = type(Serializer)("Nesting", (Serializer,), fields)
    places = {
        "list of a queryset": partial(read, cls, make_rows, many=True),
        "one": partial(read, cls, lambda: next(iter(make_rows()))),
        "another": partial(read, cls, lambda: list(make_rows())[-1]),
        "long list": partial(read, cls, lambda: a_dozen(make_rows), many=True),
        "nested": partial(read, nesting, lambda: nested(make_rows)),
    }
    return [
        (place, *read_it(context=context))
        for context in contexts
        for place, read_it in places.items()
    ]


def nested(make_rows):
    rows = a_dozen(make_rows)
    return {"one": rows[-1], "rows": rows}


def a_dozen(make_rows):
    rows = list(make_rows())
    return rows * (1 + 11 // len(rows))


def read(serializer_class, make_source, context, **options):
    cls = partial(serializer_class, **options)
    found, queries = executed(partial(outcome, cls, make_source, context))
    return found, len(queries)
