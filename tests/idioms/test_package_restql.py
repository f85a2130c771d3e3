"""django-restql: the query of a request chooses, nests and renames fields."""

from __future__ import annotations

from functools import partial

import pytest
from rest_framework import serializers

from tests.differential import every_form, outcome
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


QUERIES = [
    "",
    "query={id, title}",
    "query={title, publisher{name}, tags{label}}",
    "query={title, publisher{-id}, *}",
    "query={name: title, tags{text: label}}",
    "query={}",
    "query={nothing}",
    "query={title",
]


def test_the_query_of_a_request():
    contexts = [context_of(query) for query in QUERIES[:6]]
    rows = assert_agreement(made_of, contexts=contexts[1:])
    assert rows[0] == {"id": rows[0]["id"], "title": "The Prisoner of Zenda"}


def test_a_query_that_is_refused():
    for query in QUERIES[6:]:
        messages = []
        for cls in every_form(made_of, serializers.ModelSerializer):
            for _ in range(2):
                with pytest.raises(serializers.ValidationError) as error:
                    cls(books(), many=True, context=context_of(query)).data  # noqa: B018
                messages.append(error.value.detail)
        assert all(message == messages[0] for message in messages)


def test_arguments():
    reference, *forms = every_form(made_of, serializers.ModelSerializer)
    first = books()[0]
    for arguments in (
        {"fields": ["id", "tags"]},
        {"exclude": ["publisher"]},
        {"return_pk": True},
        {"query": "{title, tags{label}}"},
        {"disable_dynamic_fields": True},
    ):
        for query in ("", "query={id, publisher{code}}"):
            for options in (arguments, {}, arguments):
                given = {**options, "context": context_of(query)}
                for many in (False, 12):
                    expected = outcome(partial(reference, **given), lambda: first, many=many)
                    for fast in forms:
                        actual = outcome(partial(fast, **given), lambda: first, many=many)
                        assert actual == expected, (options, query)


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
