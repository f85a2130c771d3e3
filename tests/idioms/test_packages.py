"""Packages of one idiom each: recursive fields, nested routers, writable nested serializers."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from tests.idioms.agreement import assert_agreement, books
from tests.models import Book, Publisher, Review, Tag
from tests.relations.serializers import serializer_of

pytestmark = pytest.mark.urls("tests.idioms.urls")


def book_with(**declared):
    return lambda base: serializer_of(base, Book, ["title"], declared)


# djangorestframework-recursive: a field that stands for the serializer that it is in.


@pytest.fixture
def recursive_field():
    return pytest.importorskip("rest_framework_recursive.fields").RecursiveField


class NodeSerializer(serializers.Serializer):
    """Is found by its name."""

    stars = serializers.IntegerField()


def test_a_list_of_what_a_row_leads_to_and_a_chain_that_ends_with_none(recursive_field):
    def make(base):
        declared = {
            "answers": recursive_field(many=True),
            "answer_to": recursive_field(allow_null=True),
        }
        # Each alone: both ways, a row leads back to itself.
        return [
            serializer_of(base, Review, ["stars"], {name: declared[name]}) for name in declared
        ]

    rows = Review.objects.order_by("-stars", "pk")
    down = assert_agreement(lambda base: make(base)[0], lambda: rows.filter(answer_to=None).all())
    assert {
        "stars": 4,
        "answers": [{"stars": 2, "answers": [{"stars": 1, "answers": []}]}],
    } in down
    up = assert_agreement(lambda base: make(base)[1], rows.all)[-1]
    assert up["answer_to"]["answer_to"] == {"stars": 4, "answer_to": None}


def test_a_list_field_of_it(recursive_field):
    def make(base):
        class TreeSerializer(base):
            name = serializers.CharField()
            children = serializers.ListField(child=recursive_field())

        return TreeSerializer

    leaf = {"name": "leaf", "children": []}
    tree = {"name": "root", "children": [leaf, {"name": "branch", "children": [leaf]}]}
    assert assert_agreement(make, lambda: [tree, leaf], base=serializers.Serializer)[0] == tree


def test_another_serializer_by_its_path(recursive_field):
    make = book_with(reviews=recursive_field(f"{__name__}.NodeSerializer", many=True))
    assert assert_agreement(make)[0]["reviews"][0] == {"stars": 4}


# drf-nested-routers: links with the keys of what a row is in.


LOOKUP = {"publisher_pk": "publisher__pk"}


def published():
    return books().exclude(publisher=None)


def test_a_link_with_the_key_of_the_parent():
    relations = pytest.importorskip("rest_framework_nested.relations")
    link = relations.NestedHyperlinkedIdentityField
    make = book_with(url=link("publisher-book", parent_lookup_kwargs=LOOKUP))
    url = assert_agreement(make, published)[0]["url"]
    book = published()[0]
    assert url.endswith(f"/publishers/{book.publisher_id}/books/{book.pk}/")

    def of_publishers(base):
        link = relations.NestedHyperlinkedRelatedField
        books = link(
            many=True, read_only=True, view_name="publisher-book", parent_lookup_kwargs=LOOKUP
        )
        return serializer_of(base, Publisher, ["name"], {"books": books})

    rows = assert_agreement(
        of_publishers, lambda: Publisher.objects.prefetch_related("books").order_by("pk")
    )
    assert rows[0]["books"] == [url]


def test_a_serializer_whose_url_has_the_key_of_the_parent():
    nested = pytest.importorskip("rest_framework_nested.serializers")

    def make(base):
        class BookSerializer(nested.NestedHyperlinkedModelSerializer, base):
            parent_lookup_kwargs = LOOKUP

            class Meta:
                model = Book
                fields = ("url", "title")
                extra_kwargs = {"url": {"view_name": "publisher-book"}}

        return BookSerializer

    assert_agreement(make, published)


# drf-writable-nested: what writes nested rows reads them as ever.


def test_what_writes_nested_rows_is_read():
    mixins = pytest.importorskip("drf_writable_nested.mixins")

    def make(base):
        def mixed(*mixin):
            return type(base)("Mixed", (*mixin, base), {})

        writing = mixed(mixins.NestedCreateMixin, mixins.NestedUpdateMixin)
        unique = mixed(mixins.UniqueFieldsMixin)
        answer = serializer_of(writing, Review, ["stars"])
        answers = {"answers": answer(many=True)}
        declared = {
            "publisher": serializer_of(unique, Publisher, ["code", "name"])(),
            "tags": serializer_of(writing, Tag, ["label"])(many=True),
            "reviews": serializer_of(writing, Review, ["stars"], answers)(many=True),
        }
        return serializer_of(writing, Book, ["id"], declared)

    assert assert_agreement(make)[0]["reviews"][0]["answers"] == [{"stars": 2}]
