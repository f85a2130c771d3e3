"""drf-flex-fields: fields that a request chooses, expands and leaves out."""

from __future__ import annotations

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.serializers import ModelSerializer
from rest_framework.test import APIRequestFactory

from fastserializers import read_only
from tests.differential import FAST_FORMS, on_the_fast_base, with_the_mixin
from tests.relations.comparison import (
    assert_no_more_queries,
    assert_same_everywhere,
    assert_same_rows,
)
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
    "fields=title",
    "fields=title,kind",
    "fields=nothing",
    "omit=title,made",
    "omit=nothing",
    "expand=authors",
    "expand=sequel_to,notes",
    "expand=authors.home,credits.author",
    "expand=credits.author.home,credits.author.works",
    "expand=credits&fields=title,credits.role",
    "expand=authors&omit=authors.name,id",
    "expand[]=authors&expand[]=notes",
    "expand=authors&fields=authors.name,authors.home",
    "expand=nothing.at.all",
    "expand=*&omit=names",
    "expand=~all&fields=notes,title",
    "fields=*&expand=notes",
]


def context_of(query):
    return {"request": Request(APIRequestFactory().get(f"/?{query}"))}


@pytest.mark.parametrize("query", QUERIES)
class TestTheQueryOfARequest:
    def test_chooses_and_expands(self, query):
        assert_same_rows(works, lambda: Work.objects.order_by("pk"), context=context_of(query))

    def test_chooses_and_expands_behind_the_mixin(self, query):
        assert_no_more_queries(
            works_of_the_package,
            lambda: Work.objects.prefetch_related("authors__home").order_by("pk"),
            context=context_of(query),
            forms=[with_the_mixin],
        )

    def test_is_asked_of_the_outermost_serializer_alone(self, query):
        def make(base):
            work = works(base)
            return flexible(base, Work, ["title"], {"sequel_to": work(), "sequel": work()})

        assert_no_more_queries(
            make, lambda: Work.objects.order_by("pk"), context=context_of(query)
        )


def works_of_the_package(base):
    """On the package's own class, whatever `base` is."""

    class WorkSerializer(FlexFieldsModelSerializer):
        class Meta:
            model = Work
            fields = ["id", "title", "made", "authors", "sequel_to"]
            expandable_fields = {
                "authors": (AuthorSerializer, {"many": True}),
                "sequel_to": serializers.StringRelatedField,
                "notes": (serializers.StringRelatedField, {"many": True}),
            }

    return WorkSerializer


class AuthorSerializer(FlexFieldsModelSerializer):
    class Meta:
        model = Author
        fields = ["name", "home"]
        expandable_fields = {"home": PlaceSerializer}


ARGUMENTS = [
    {"fields": ["title"]},
    {"omit": ["title", "authors"]},
    {"expand": ["authors"]},
    {"expand": ["authors.home"], "fields": ["id", "authors"]},
    {"expand": ["credits.author"], "omit": ["credits.author.name"]},
]


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
class TestArguments:
    @pytest.mark.parametrize("many", [False, True])
    def test_choose_and_expand(self, arguments, many):
        def make(base):
            work = works(base)
            return flexible(base, Work, ["id"], {"work": work(source="*", **arguments)})

        assert_same_rows(make, lambda: Work.objects.order_by("pk"))
        rows = Work.objects.order_by("pk")
        source = rows if many else rows[0]
        expected = works(ModelSerializer)(source, many=many, **arguments).data
        for form in FAST_FORMS:
            assert form(works, ModelSerializer)(source, many=many, **arguments).data == expected

    def test_differ_from_one_serializer_to_the_next(self, arguments):
        """The class is one: what one serializer has chosen is not what the next one has."""
        rows = Work.objects.order_by("pk")
        for form in FAST_FORMS:
            reference, fast = works(ModelSerializer), form(works, ModelSerializer)
            for options in ({}, arguments, {"fields": ["id"]}, arguments, {}):
                for _ in range(2):
                    expected = reference(rows, many=True, **options).data
                    assert fast(rows, many=True, **options).data == expected
                assert fast(rows[0], **options).data == reference(rows[0], **options).data


@pytest.mark.parametrize("permitted", [[], ["authors"], ["notes", "nothing"]], ids=str)
def test_only_permitted_fields_are_expanded(permitted):
    for query in ("expand=authors,notes", "expand=*"):
        assert_same_everywhere(
            works,
            lambda: Work.objects.order_by("pk"),
            context={**context_of(query), "permitted_expands": permitted},
        )


def test_what_may_not_be_expanded_is_refused_alike():
    def make(base):
        limits = {"maximum_expansion_depth": 1, "recursive_expansion_permitted": False}
        return type(base)("LimitedSerializer", (works(base),), limits)

    for query in ("expand=authors.home", "expand=authors.authors", "expand=authors"):
        assert_no_more_queries(make, lambda: Work.objects.all(), context=context_of(query))
    with pytest.raises(ValidationError, match="Expansion depth exceeded"):
        on_the_fast_base(make, ModelSerializer)(Work(), context=context_of("expand=authors.home"))


def test_a_twin_reads_what_is_chosen_and_does_not_write():
    twin = read_only(works(ModelSerializer))
    row = twin(Work(title="T"), context=context_of("fields=title")).data
    assert row == {"title": "T"}
    with pytest.raises(TypeError, match="WorkSerializer is read-only"):
        twin(data={})
