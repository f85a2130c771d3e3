"""Packages of one idiom each: what recurs, links of nested routers, nested rows."""

from functools import partial

import pytest
from rest_framework import serializers

from tests.idioms.agreement import assert_agreement, books, mixed_in
from tests.models import Book, Publisher, Review, Tag
from tests.relations.serializers import serializer_of

RecursiveField = pytest.importorskip("rest_framework_recursive.fields").RecursiveField
nested_links = pytest.importorskip("rest_framework_nested.relations")
nested_routers = pytest.importorskip("rest_framework_nested.serializers")
writable_nested = pytest.importorskip("drf_writable_nested.mixins")

pytestmark = pytest.mark.urls("tests.idioms.urls")


def book_with(**declared):
    return lambda base: serializer_of(base, Book, ["title"], declared)


# djangorestframework-recursive: a field that stands for the serializer that it is in.


class NodeSerializer(serializers.Serializer):
    """Is found by its name."""

    stars = serializers.IntegerField()


def test_a_recursive_field_down_and_up_and_in_a_list_field_and_by_a_path():
    def reviews_with(**declared):
        return lambda base: serializer_of(base, Review, ["stars"], declared)

    rows = Review.objects.order_by("-stars", "pk")
    roots = rows.filter(answer_to=None)
    down = assert_agreement(reviews_with(answers=RecursiveField(many=True)), roots.all)
    answers = [{"stars": 2, "answers": [{"stars": 1, "answers": []}]}]
    assert {"stars": 4, "answers": answers} in down
    up = assert_agreement(reviews_with(answer_to=RecursiveField(allow_null=True)), rows.all)
    assert up[-1]["answer_to"]["answer_to"] == {"stars": 4, "answer_to": None}

    def tree_of(base):
        class TreeSerializer(base):
            name = serializers.CharField()
            children = serializers.ListField(child=RecursiveField())

        return TreeSerializer

    leaf = {"name": "leaf", "children": []}
    tree = {"name": "root", "children": [leaf, {"name": "branch", "children": [leaf]}]}
    found = assert_agreement(tree_of, lambda: [tree, leaf], base=serializers.Serializer)
    assert found == [tree, leaf]

    by_path = book_with(reviews=RecursiveField(f"{__name__}.NodeSerializer", many=True))
    assert assert_agreement(by_path)[0]["reviews"][0] == {"stars": 4}


# drf-nested-routers: links with the keys of what a row is in.


def test_links_with_the_key_of_the_parent():
    lookup = {"publisher_pk": "publisher__pk"}
    link = partial(nested_links.NestedHyperlinkedIdentityField, parent_lookup_kwargs=lookup)
    link_to_books = partial(
        nested_links.NestedHyperlinkedRelatedField, read_only=True, parent_lookup_kwargs=lookup
    )
    published = books().exclude(publisher=None)
    book = published[0]
    url = f"http://testserver/publishers/{book.publisher_id}/books/{book.pk}/"

    def of_publishers(base):
        declared = {"books": link_to_books(many=True, view_name="publisher-book")}
        return serializer_of(base, Publisher, ["name"], declared)

    def of_its_own(base):
        extra = {"url": {"view_name": "publisher-book"}}
        mixed = mixed_in(nested_routers.NestedHyperlinkedModelSerializer)
        made = mixed(base, Book, ["url", "title"], extra_kwargs=extra)
        made.parent_lookup_kwargs = lookup
        return made

    publishers = Publisher.objects.prefetch_related("books").order_by("pk")
    by_field = assert_agreement(book_with(url=link("publisher-book")), published.all)
    assert by_field[0]["url"] == url
    assert assert_agreement(of_publishers, publishers.all)[0]["books"] == [url]
    assert assert_agreement(of_its_own, published.all)[0]["url"] == url


# drf-writable-nested: what writes nested rows reads them as ever.


def test_what_writes_nested_rows_is_read():
    writing = mixed_in(writable_nested.NestedCreateMixin, writable_nested.NestedUpdateMixin)
    unique = mixed_in(writable_nested.UniqueFieldsMixin)

    def make(base):
        answers = {"answers": writing(base, Review, ["stars"])(many=True)}
        declared = {
            "publisher": unique(base, Publisher, ["code", "name"])(),
            "tags": writing(base, Tag, ["label"])(many=True),
            "reviews": writing(base, Review, ["stars"], answers)(many=True),
        }
        return writing(base, Book, ["id"], declared)

    assert assert_agreement(make)[0]["reviews"][0]["answers"] == [{"stars": 2}]
