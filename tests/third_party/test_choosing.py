"""Serializers with the fields that a request or a context chooses: three packages."""

import itertools
from functools import partial

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.serializers import ModelSerializer

from fastserializers.views import reading_fast
from tests.differential import assert_alike, outcomes
from tests.idioms.agreement import (
    assert_agreement,
    assert_same_readings,
    books,
    context_of,
    mixed_in,
)
from tests.models import Book, Country, Publisher, Review, Tag
from tests.relations.serializers import serializer_of

flex_fields = pytest.importorskip("rest_flex_fields.serializers")
restql = pytest.importorskip("django_restql.mixins")
fields_of_restql = pytest.importorskip("django_restql.fields")
extensions = pytest.importorskip("rest_framework_serializer_extensions.serializers")

pytestmark = pytest.mark.urls("tests.idioms.urls")


def assert_chosen_alike(make, contexts, arguments=({},)):
    """Assert that one class makes the same in each context, with arguments of each serializer.

    What one serializer has chosen is not what the next one has.
    """
    book, cls = books()[0], make(ModelSerializer)
    for context, given in [*itertools.product(contexts, arguments)] * 2:
        assert_alike(outcomes, partial(cls, **given), lambda: book, context)


# drf-flex-fields.

flexible = mixed_in(flex_fields.FlexFieldsSerializerMixin)


class CountrySerializer(flex_fields.FlexFieldsModelSerializer):
    """Is found by its path."""

    class Meta:
        model = Country
        fields = ["id", "name"]


def flexible_books(base):
    title = serializer_of(base, Book, ["title"])
    publisher = flexible(
        base,
        Publisher,
        ["id", "name", "country", "books"],
        expandable_fields={
            "country": f"{__name__}.CountrySerializer",
            "books": (title, {"many": True}),
        },
    )
    review = flexible(
        base,
        Review,
        ["stars", "by"],
        {"by": serializers.PrimaryKeyRelatedField(source="book.publisher", read_only=True)},
        expandable_fields={"by": (publisher, {"source": "book.publisher"}), "book": title},
    )
    return flexible(
        base,
        Book,
        ["id", "title", "pages", "publisher", "tags"],
        {"shout": serializers.ReadOnlyField()},
        expandable_fields={
            "publisher": (publisher, {"read_only": True}),
            "tags": (flexible(base, Tag, ["id", "label"]), {"many": True}),
            "reviews": (review, {"many": True, "fields": ["stars", "by"]}),
            "labels": (serializers.SlugRelatedField, {"slug_field": "label", "many": True}),
            "texts": (serializers.StringRelatedField, {"many": True, "source": "reviews"}),
        },
    )


QUERIES = [
    "",
    "fields=title,shout",
    "expand=publisher,texts&omit=title,nothing",
    "expand=reviews.by.country,reviews.by.books",
    "expand=reviews&fields=title,reviews.stars",
    "expand[]=tags&expand[]=texts&omit=tags.label,id",
    "expand=nothing.at.all",
    "expand=*&omit=labels",
    "expand=~all&fields=texts,title",
]


def test_a_request_chooses_and_expands():
    contexts = [context_of(query) for query in QUERIES]
    # A view permits some of what may be expanded.
    contexts += [
        {**context_of("expand=tags,texts"), "permitted_expands": permitted}
        for permitted in ([], ["texts", "nothing"])
    ]
    rows = assert_agreement(flexible_books, contexts=contexts)
    assert [*rows[0]] == ["id", "title", "pages", "publisher", "tags", "shout"]


def test_a_request_asks_the_outermost_serializer_alone():
    def make(base):
        return flexible(base, Review, ["stars"], {"book": flexible_books(base)()})

    contexts = [context_of(query) for query in QUERIES[1::3]]
    assert_same_readings(make, lambda: Review.objects.order_by("pk"), contexts=contexts)


def test_arguments_of_a_flexible_serializer():
    arguments = (
        {},
        {"omit": ["title", "tags"]},
        {"expand": ["publisher.country"], "fields": ["id", "publisher"]},
        {"expand": ["reviews.by"], "omit": ["reviews.by.name"]},
        {"fields": ["id"]},
    )
    assert_chosen_alike(flexible_books, [{}], arguments)


def test_what_may_not_be_expanded_is_refused_alike():
    def make(base):
        limits = {"maximum_expansion_depth": 1, "recursive_expansion_permitted": False}
        return type(base)("LimitedSerializer", (flexible_books(base),), limits)

    too_deep, *queries = "publisher.country", "publisher.publisher", "publisher"
    contexts = [context_of(f"expand={query}") for query in (too_deep, *queries)]
    assert_same_readings(make, books, contexts=contexts)
    with reading_fast(), pytest.raises(ValidationError, match="Expansion depth exceeded"):
        make(ModelSerializer)(Book(), context=contexts[0])


# django-restql.

dynamic = mixed_in(restql.DynamicFieldsMixin)


def dynamic_books(base):
    publisher = dynamic(base, Publisher, ["id", "name", "code"])
    tag = dynamic(base, Tag, ["id", "label"])
    declared = {"publisher": publisher(), "tags": tag(many=True)}
    return dynamic(base, Book, ["id", "title", "pages"], declared)


def test_the_query_of_a_request_chooses_nests_and_renames():
    queries = (
        "query={id, title}",
        "query={title, publisher{name}, tags{label}}",
        "query={title, publisher{-id}, *}",
        "query={name: title, tags{text: label}}",
        "query={}",
    )
    rows = assert_agreement(dynamic_books, contexts=[context_of(query) for query in queries])
    assert rows[0] == {"id": rows[0]["id"], "title": "The Prisoner of Zenda"}


def test_arguments_of_a_dynamic_serializer_and_queries_that_are_refused():
    arguments = (
        {},
        {"fields": ["id", "tags"]},
        {"exclude": ["publisher"]},
        {"return_pk": True},
        {"query": "{title, tags{label}}"},
        {"disable_dynamic_fields": True},
    )
    queries = "", "query={id, publisher{code}}", "query={nothing}", "query={title"
    assert_chosen_alike(dynamic_books, [context_of(query) for query in queries], arguments)


def test_nested_fields_and_methods_that_know_the_query():
    def make(base):
        publisher = dynamic(base, Publisher, ["id", "name"])
        tag = dynamic(base, Tag, ["id", "label"])

        def get_same_tags(serializer, book, parsed_query):
            return tag(book.tags.all(), many=True, parsed_query=parsed_query).data

        nested = partial(fields_of_restql.NestedField, read_only=True)
        declared = {
            "publisher_row": nested(publisher, source="publisher", exclude=["id"]),
            "tags": nested(tag, many=True, fields=["label"]),
            "same_tags": fields_of_restql.DynamicSerializerMethodField(),
            "get_same_tags": get_same_tags,
        }
        return dynamic(base, Book, ["id"], declared)

    contexts = [context_of(), context_of("query={id, same_tags{label}}")]
    assert assert_agreement(make, contexts=contexts)[0]["tags"][0] == {"label": "Novel"}


# djangorestframework-serializer-extensions.

extended = mixed_in(extensions.SerializerExtensionsMixin)


def extended_books(base):
    tag = extended(base, Tag, ["id", "label"])
    return extended(
        base,
        Book,
        ["id", "title", "pages"],
        expandable_fields={
            "publisher": extended(base, Publisher, ["id", "name", "code"]),
            "tags": {"serializer": tag, "many": True},
            "reviews": {"serializer": extended(base, Review, ["id", "stars"]), "many": True},
            "same": {"serializer": tag, "many": True, "source": "tags", "id_source": False},
        },
    )


def test_a_context_expands_leaves_out_and_refuses():
    contexts = [
        {"expand": {"publisher", "tags"}},
        {},
        {"expand": {"reviews"}, "expand_id_only": {"tags"}},
        {"only": {"title", "publisher__name"}, "expand": {"publisher"}},
        {"exclude": {"title", "publisher__id"}, "expand": {"publisher", "same"}},
        {"expand": {"nothing"}},
        {"only": {"nothing"}},
    ]
    assert_chosen_alike(extended_books, [context_of(**context) for context in contexts])
