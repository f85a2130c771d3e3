"""djangorestframework-serializer-extensions: rows expanded by what the context says."""

from __future__ import annotations

import pytest
from django.test import override_settings
from rest_framework import serializers

from tests.differential import every_form, value_of
from tests.idioms.agreement import assert_agreement, books, context_of
from tests.models import Book, Publisher, Review, Tag
from tests.relations.serializers import serializer_of

extensions = pytest.importorskip("rest_framework_serializer_extensions.serializers")
fields_of_extensions = pytest.importorskip("rest_framework_serializer_extensions.fields")

pytestmark = pytest.mark.urls("tests.idioms.urls")


def extended(base, *arguments, **options):
    mixed = type(base)("Extended", (extensions.SerializerExtensionsMixin, base), {})
    return serializer_of(mixed, *arguments, **options)


def made_of(base):
    tag = extended(base, Tag, ["id", "label"])
    review = extended(base, Review, ["id", "stars"])
    publisher = extended(base, Publisher, ["id", "name", "code"])
    return extended(
        base,
        Book,
        ["id", "title", "pages"],
        expandable_fields={
            "publisher": publisher,
            "tags": {"serializer": tag, "many": True},
            "reviews": {"serializer": review, "many": True},
            "same": {"serializer": tag, "many": True, "source": "tags", "id_source": False},
        },
    )


CONTEXTS = [
    {"expand": {"publisher", "tags"}},
    {},
    {"expand": {"reviews"}, "expand_id_only": {"tags"}},
    {"only": {"title", "publisher__name"}, "expand": {"publisher"}},
    {"exclude": {"title", "publisher__id"}, "expand": {"publisher", "same"}},
]


def test_what_the_context_expands_leaves_out_and_refuses(agree):
    """Each context alone: nested in another serializer, the names would be other ones."""
    refused = {"expand": {"nothing"}}, {"only": {"nothing"}}
    contexts = [context_of(**context) for context in (*CONTEXTS, *refused, *CONTEXTS)]
    row = agree(made_of, books()[0], base=serializers.ModelSerializer, contexts=contexts)
    assert value_of(row)["title"] == "'The Prisoner of Zenda'"
    for context in contexts[: len(CONTEXTS)]:
        expected, *found = (
            cls(books(), many=True, context=context).data
            for cls in every_form(made_of, serializers.ModelSerializer)
        )
        assert found == [expected] * len(found)


def test_nested_serializers_expanded_by_their_place():
    def make(base):
        publisher = extended(base, Publisher, ["code"])
        book = extended(base, Book, ["id"], expandable_fields={"publisher": publisher})
        return extended(base, Review, ["stars", "book"], {"book": book()})

    contexts = [
        context_of(expand={"book__publisher"}, validate_expand_instructions=False),
        context_of(),
    ]

    def rows():
        return Review.objects.select_related("book__publisher").order_by("pk")

    assert assert_agreement(make, rows, contexts=contexts)[0]["book"]["publisher"] == {"code": "a"}


def test_hashed_keys_and_the_links_to_them():
    def make(base):
        declared = {
            "key": fields_of_extensions.HashIdField(source="pk"),
            "publisher_key": fields_of_extensions.HashIdField(
                source="publisher_id", model="tests.models.Publisher"
            ),
            "url": fields_of_extensions.HashIdHyperlinkedIdentityField("hashed"),
        }
        return serializer_of(base, Book, ["title"], declared)

    settings = {"HASH_IDS_SOURCE": f"{__name__}.hashed"}
    with override_settings(REST_FRAMEWORK={"SERIALIZER_EXTENSIONS": settings}):
        row = make(serializers.ModelSerializer)(books()[0], context=context_of()).data
        assert row["url"].endswith(f"/hashed/{row['key']}/")
        assert_agreement(make)


class hashed:
    @staticmethod
    def encode(*numbers):
        return "-".join(f"h{number}" for number in numbers)

    @staticmethod
    def decode(text):
        return tuple(int(part[1:]) for part in text.split("-"))
