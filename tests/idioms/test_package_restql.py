"""django-restql: the query of a request chooses, nests and renames fields."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from tests.idioms.agreement import assert_agreement, books, context_of
from tests.models import Book, Publisher, Tag
from tests.relations.serializers import serializer_of

DynamicFieldsMixin = pytest.importorskip("django_restql.mixins").DynamicFieldsMixin
fields_of_restql = pytest.importorskip("django_restql.fields")


def dynamic(base, *arguments, **options):
    mixed = type(base)("Dynamic", (DynamicFieldsMixin, base), {})
    return serializer_of(mixed, *arguments, **options)


def made_of(base, field=None):
    publisher = dynamic(base, Publisher, ["id", "name", "code"])
    tag = dynamic(base, Tag, ["id", "label"])
    declared = {"publisher": publisher(), "tags": tag(many=True)}
    return dynamic(base, Book, ["id", "title", "pages"], declared)


def test_the_query_of_a_request():
    queries = (
        "query={id, title}",
        "query={title, publisher{name}, tags{label}}",
        "query={title, publisher{-id}, *}",
        "query={name: title, tags{text: label}}",
        "query={}",
    )
    rows = assert_agreement(made_of, contexts=[context_of(query) for query in queries])
    assert rows[0] == {"id": rows[0]["id"], "title": "The Prisoner of Zenda"}


def test_arguments_and_queries_that_are_refused(agree):
    book = books()[0]
    for arguments in (
        {},
        {"fields": ["id", "tags"]},
        {"exclude": ["publisher"]},
        {"return_pk": True},
        {"query": "{title, tags{label}}"},
        {"disable_dynamic_fields": True},
    ):

        def make(base, arguments=arguments):
            class Given(made_of(base)):
                def __init__(self, *args, **kwargs):
                    super().__init__(*args, **arguments, **kwargs)

            return Given

        queries = "", "query={id, publisher{code}}", "query={nothing}", "query={title"
        contexts = [context_of(query) for query in queries]
        agree(make, book, base=serializers.ModelSerializer, contexts=contexts)


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
