"""django-restql: the query of a request chooses, nests and renames fields."""

from __future__ import annotations

from functools import partial

import pytest
from rest_framework import serializers

from tests.differential import FAST_FORMS, outcome
from tests.idioms.agreement import assert_agreement, books, context_of, serializer_class
from tests.models import Book, Publisher, Tag

DynamicFieldsMixin = pytest.importorskip("django_restql.mixins").DynamicFieldsMixin
fields_of_restql = pytest.importorskip("django_restql.fields")


def dynamic(base, *arguments, **options):
    mixed = type(base)("Dynamic", (DynamicFieldsMixin, base), {})
    return serializer_class(mixed, *arguments, **options)


def made_of(base, field=None):
    publisher = dynamic(base, Publisher, ["id", "name", "code"])
    tag = dynamic(base, Tag, ["id", "label"])
    declared = {"publisher": publisher(), "tags": tag(many=True)}
    return dynamic(base, Book, ["id", "title", "pages", *declared], declared)


QUERIES = [
    "",
    "query={id, title}",
    "query={title, publisher{name}, tags{label}}",
    "query={-pages, -tags}",
    "query={title, publisher{-id}, *}",
    "query={name: title, tags{text: label}}",
    "query={}",
    "query={nothing}",
    "query={title",
]


def test_the_query_of_a_request():
    contexts = [context_of(query) for query in QUERIES[:7]]
    rows = assert_agreement(made_of, contexts=contexts[1:])
    assert rows[0] == {"id": rows[0]["id"], "title": "The Prisoner of Zenda"}


@pytest.mark.parametrize("query", QUERIES[7:])
def test_a_query_that_is_refused(query):
    for form in FAST_FORMS:
        messages = []
        for cls in (
            made_of(serializers.ModelSerializer),
            form(made_of, serializers.ModelSerializer),
        ):
            with pytest.raises(serializers.ValidationError) as error:
                cls(books(), many=True, context=context_of(query)).data  # noqa: B018
            messages.append(error.value.detail)
        assert messages[0] == messages[1]


@pytest.mark.parametrize(
    "arguments",
    [
        {"fields": ["id", "tags"]},
        {"exclude": ["publisher"]},
        {"return_pk": True},
        {"query": "{title, tags{label}}"},
        {"disable_dynamic_fields": True},
    ],
    ids=str,
)
def test_arguments(arguments):
    for form in FAST_FORMS:
        reference = made_of(serializers.ModelSerializer)
        fast = form(made_of, serializers.ModelSerializer)
        for query in ("", "query={id, publisher{code}}", "query={id}"):
            for options in (arguments, {}, arguments):
                for many in (False, True):
                    given = {**options, "context": context_of(query)}
                    expected, actual = (
                        outcome(partial(serializer, **given), first, many=many)
                        for serializer in (reference, fast)
                    )
                    assert actual == expected


def first():
    return books()[0]


def test_nested_fields_and_methods_that_know_the_query():
    def make(base):
        publisher = dynamic(base, Publisher, ["id", "name"])
        tag = dynamic(base, Tag, ["id", "label"])

        class BookSerializer(DynamicFieldsMixin, base):
            publisher_row = fields_of_restql.NestedField(
                publisher, source="publisher", exclude=["id"], read_only=True
            )
            tags = fields_of_restql.NestedField(tag, many=True, fields=["label"], read_only=True)
            same_tags = fields_of_restql.DynamicSerializerMethodField()

            class Meta:
                model = Book
                fields = ("id", "publisher_row", "tags", "same_tags")

            def get_same_tags(self, book, parsed_query):
                return tag(book.tags.all(), many=True, parsed_query=parsed_query).data

        return BookSerializer

    contexts = [context_of(), context_of("query={id, same_tags{label}}")]
    assert assert_agreement(make, contexts=contexts)[0]["tags"][0] == {"label": "Novel"}
