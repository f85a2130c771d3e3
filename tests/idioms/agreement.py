"""Holds an idiom's classes together: alone, in lists, nested, and with what was kept before."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import ModelSerializer, Serializer
from rest_framework.test import APIRequestFactory

from fastserializers.renderers import OrjsonRenderer
from tests.differential import FAST_BASES, FORMS_THAT_DIFFER, spelled_out, with_the_mixin
from tests.models import Book
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
    """Assert that the forms of a class make the same of rows that DRF represents without an error.

    Return what DRF's own class makes of the rows in the first context.
    """
    contexts = contexts or [context_of()]
    assert_same_readings(make, make_rows, base=base, contexts=contexts)
    data = with_the_mixin(make, base)(make_rows(), many=True, context=contexts[0]).data
    rows = make(base)(make_rows(), many=True, context=contexts[0]).data
    assert OrjsonRenderer().render(data) == JSONRenderer().render(rows)
    return rows


def assert_same_readings(
    make, make_rows, *, base=ModelSerializer, contexts=None, forms=FORMS_THAT_DIFFER
):
    """Assert the same of rows in every place and each context, by no more queries than DRF's."""
    contexts = contexts or [context_of()]
    in_turn = [*contexts, contexts[0]] if len(contexts) > 1 else contexts
    expected = readings(make(base), nesting(make, base, Serializer), make_rows, in_turn)
    for form in forms:
        nested = form(lambda outer: nesting(make, base, outer), Serializer)
        found = readings(form(make, base), nested, make_rows, in_turn)
        for one, other in zip(found, expected, strict=True):
            place, outcome, queries = one
            assert (form.__name__, place, outcome) == (form.__name__, *other[:2])
            assert queries <= other[2], (form.__name__, place)


def nesting(make, base, outer):
    inner = make(base if outer is Serializer else FAST_BASES[base])
    return type(outer)("Nesting", (outer,), {"one": inner(), "rows": inner(many=True)})


def readings(serializer_class, nesting_class, make_rows, contexts):
    """Return what becomes of rows in each place and context, and by how many queries."""
    return [
        (place, *read(cls, source, many, context))
        for context in contexts
        for place, cls, source, many in (
            ("list of a queryset", serializer_class, make_rows, True),
            ("one", serializer_class, lambda: next(iter(make_rows())), False),
            ("another", serializer_class, lambda: list(make_rows())[-1], False),
            # Of so many rows fields of a serializer's own are compiled, the second time.
            ("long list", serializer_class, lambda: a_dozen(make_rows), True),
            ("long list again", serializer_class, lambda: a_dozen(make_rows), True),
            ("nested", nesting_class, lambda: nested(make_rows), False),
            ("nested again", nesting_class, lambda: nested(make_rows), False),
        )
    ]


def nested(make_rows):
    rows = a_dozen(make_rows)
    return {"one": rows[-1], "rows": rows}


def a_dozen(make_rows):
    rows = list(make_rows())
    return rows * (1 + 11 // len(rows))


def read(serializer_class, make_source, many, context):
    options = {"many": True} if many else {}
    with CaptureQueriesContext(connection) as queries:
        try:
            outcome = spelled_out(serializer_class(make_source(), context=context, **options).data)
        except Exception as error:
            outcome = type(error), str(error)
    return outcome, len(queries)
