"""drf-flex-fields: fields that a request chooses, expands and leaves out."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.serializers import ModelSerializer

from tests.differential import every_form, on_the_fast_base
from tests.idioms.agreement import assert_agreement, assert_same_readings, context_of
from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import serializer_of

flex_fields = pytest.importorskip("rest_flex_fields")
FlexFieldsModelSerializer = flex_fields.FlexFieldsModelSerializer
FlexFieldsSerializerMixin = pytest.importorskip(
    "rest_flex_fields.serializers"
).FlexFieldsSerializerMixin

pytestmark = pytest.mark.usefixtures("stored")


def flexible(base, *arguments, **options):
    """Return a model serializer class with the mixin of the package before `base`."""
    bases = (FlexFieldsSerializerMixin, base)
    return serializer_of(type(base)("FlexFields", bases, {}), *arguments, **options)


class PlaceSerializer(FlexFieldsModelSerializer):
    """Is found by its path."""

    class Meta:
        model = Place
        fields = ["id", "code", "name"]


def works(base):
    author = flexible(
        base,
        Author,
        ["id", "name", "home", "works"],
        expandable_fields={
            "home": f"{__name__}.PlaceSerializer",
            "works": (serializer_of(base, Work, ["title"]), {"many": True}),
        },
    )
    credit = flexible(
        base, Credit, ["role", "author"], expandable_fields={"author": author, "work": author}
    )
    return flexible(
        base,
        Work,
        ["id", "title", "made", "authors", "sequel_to"],
        {"kind": serializers.ReadOnlyField()},
        expandable_fields={
            "authors": (author, {"many": True}),
            "credits": (credit, {"many": True, "fields": ["role", "author"]}),
            "names": (serializers.SlugRelatedField, {"slug_field": "name", "many": True}),
            "sequel_to": (serializer_of(base, Work, ["title"]), {"read_only": True}),
            "notes": (serializers.StringRelatedField, {"many": True}),
        },
    )


QUERIES = [
    "",
    "fields=title,kind",
    "expand=sequel_to,notes&omit=title,nothing",
    "expand=credits.author.home,credits.author.works",
    "expand=credits&fields=title,credits.role",
    "expand[]=authors&expand[]=notes&omit=authors.name,id",
    "expand=nothing.at.all",
    "expand=*&omit=names",
    "expand=~all&fields=notes,title",
]


def in_order():
    return Work.objects.order_by("pk")


def test_the_query_of_a_request_chooses_and_expands():
    contexts = [context_of(query) for query in QUERIES]
    # A view permits some of what may be expanded.
    contexts += [
        {**context_of("expand=authors,notes"), "permitted_expands": permitted}
        for permitted in ([], ["notes", "nothing"])
    ]
    assert_agreement(works, in_order, contexts=contexts)


def test_the_query_of_a_request_is_asked_of_the_outermost_serializer_alone():
    def make(base):
        work = works(base)
        return flexible(base, Work, ["title"], {"sequel_to": work(), "sequel": work()})

    assert_same_readings(make, in_order, contexts=[context_of(query) for query in QUERIES[1::3]])


def test_arguments_differ_from_one_serializer_to_the_next():
    """The class is one: what one serializer has chosen is not what the next one has."""
    rows = in_order()
    reference, *forms = every_form(works, ModelSerializer)
    for arguments in (
        {"omit": ["title", "authors"]},
        {"expand": ["authors.home"], "fields": ["id", "authors"]},
        {"expand": ["credits.author"], "omit": ["credits.author.name"]},
    ):
        for options in ({}, arguments, {"fields": ["id"]}, arguments):
            expected = reference(rows, many=True, **options).data
            for fast in forms:
                assert fast(rows, many=True, **options).data == expected
                assert fast(rows[0], **options).data == expected[0]


def test_what_may_not_be_expanded_is_refused_alike():
    def make(base):
        limits = {"maximum_expansion_depth": 1, "recursive_expansion_permitted": False}
        return type(base)("LimitedSerializer", (works(base),), limits)

    queries = ("expand=authors.home", "expand=authors.authors", "expand=authors")
    assert_same_readings(make, in_order, contexts=[context_of(query) for query in queries])
    with pytest.raises(ValidationError, match="Expansion depth exceeded"):
        on_the_fast_base(make, ModelSerializer)(Work(), context=context_of("expand=authors.home"))
