"""Holds an idiom's classes together: alone, in lists, nested, and with what was kept before."""

from __future__ import annotations

from functools import partial

from rest_framework.request import Request
from rest_framework.serializers import ModelSerializer, Serializer
from rest_framework.test import APIRequestFactory

from tests.differential import FAST_BASES, FAST_FORMS, outcome
from tests.models import Book
from tests.relations.comparison import CONTEXT, assert_same_everywhere


def books():
    return (
        Book.objects.select_related("publisher", "blurb")
        .prefetch_related("tags", "reviews")
        .order_by("pk")
    )


def context_of(query="", **more):
    """Return the context of a request for what `query` asks for."""
    return {"request": Request(APIRequestFactory().get(f"/?{query}")), **more}


def assert_agreement(make, make_rows=books, *, base=ModelSerializer, contexts=(CONTEXT,)):
    """Assert that the forms of a class make the same, in each context, of rows in every place.

    Return what they make of the rows in the first context.
    """
    first, *others = [
        assert_same_everywhere(make, make_rows, base, context) for context in contexts
    ]
    assert_long_lists_agree(make, make_rows, base, contexts[0])
    if others:
        assert_agreement_in_turn(make, make_rows, base=base, contexts=contexts)
    return first


def assert_long_lists_agree(make, make_rows, base, context):
    """Assert the same of so many rows that a plan is made of what the first ones have shown."""

    def rows():
        return [row for _ in range(4) for row in make_rows()]

    def nesting(outer):
        declared = {"rows": make(base if outer is Serializer else FAST_BASES[base])(many=True)}
        return type(outer)("NestingSerializer", (outer,), declared)

    for form in FAST_FORMS:
        reference, fast = (
            partial(serializer, many=True, context=context)
            for serializer in (make(base), form(make, base))
        )
        expected = outcome(reference, rows)
        # Fields that are seen for the first time are not worth a plan.
        assert [outcome(fast, rows) for _ in range(3)] == [expected] * 3
        expected = outcome(nesting(Serializer), lambda: {"rows": rows()}, context)
        nested = form(nesting, Serializer)
        for _ in range(3):
            assert outcome(nested, lambda: {"rows": rows()}, context) == expected


def assert_agreement_in_turn(make, make_rows=books, *, base=ModelSerializer, contexts):
    """Assert that one class makes the same as DRF's, whatever context came before."""
    for form in FAST_FORMS:
        reference, fast = make(base), form(make, base)
        for context in (*contexts, *contexts):
            for options in ({"many": True}, {"many": False}):

                def source(options=options):
                    rows = make_rows()
                    return rows if options["many"] else rows[0]

                expected, actual = (
                    outcome(partial(serializer, context=context, **options), source)
                    for serializer in (reference, fast)
                )
                assert actual == expected


def serializer_class(base, model, fields, declared=None, **options):
    """Return a serializer class of `model` on `base`, with the attributes that are `declared`."""
    declared = declared or {}
    meta = type("Meta", (), {"model": model, "fields": fields, **options})
    return type(base)(f"{model.__name__}Serializer", (base,), {**declared, "Meta": meta})
