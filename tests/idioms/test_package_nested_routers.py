"""drf-nested-routers: links with the keys of what a row is in."""

from __future__ import annotations

import pytest

from tests.idioms.agreement import assert_agreement, books
from tests.models import Book, Publisher
from tests.relations.serializers import serializer_of

nested_relations = pytest.importorskip("rest_framework_nested.relations")
nested_serializers = pytest.importorskip("rest_framework_nested.serializers")

pytestmark = pytest.mark.urls("tests.idioms.urls")

LOOKUP = {"publisher_pk": "publisher__pk"}


def published():
    return books().exclude(publisher=None)


def test_a_link_with_the_key_of_the_parent():
    def make(base):
        link = nested_relations.NestedHyperlinkedIdentityField
        declared = {"url": link("publisher-book", parent_lookup_kwargs=LOOKUP)}
        return serializer_of(base, Book, ["title"], declared)

    row = assert_agreement(make, published)[0]
    assert "/publishers/" in row["url"]
    assert "/books/" in row["url"]


def test_links_to_many_rows():
    def make(base):
        link = nested_relations.NestedHyperlinkedRelatedField
        declared = {
            "books": link(
                many=True, read_only=True, view_name="publisher-book", parent_lookup_kwargs=LOOKUP
            )
        }
        return serializer_of(base, Publisher, ["name"], declared)

    def publishers():
        return Publisher.objects.prefetch_related("books").order_by("pk")

    assert len(assert_agreement(make, publishers)[0]["books"]) == 1


def test_a_serializer_whose_url_has_the_key_of_the_parent():
    def make(base):
        class BookSerializer(nested_serializers.NestedHyperlinkedModelSerializer, base):
            parent_lookup_kwargs = LOOKUP

            class Meta:
                model = Book
                fields = ("url", "title")
                extra_kwargs = {"url": {"view_name": "publisher-book"}}

        return BookSerializer

    assert_agreement(make, published)
