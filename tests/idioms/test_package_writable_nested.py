"""drf-writable-nested: what writes nested rows reads them as ever."""

from __future__ import annotations

import pytest

from fastserializers import read_only
from tests.idioms.agreement import assert_agreement, books, serializer_class
from tests.models import Book, Publisher, Review, Tag

writable = pytest.importorskip("drf_writable_nested")
mixins = pytest.importorskip("drf_writable_nested.mixins")


def nested(base):
    def mixed(*mixin):
        return type(base)("Mixed", (*mixin, base), {})

    writing = mixed(mixins.NestedCreateMixin, mixins.NestedUpdateMixin)
    unique = mixed(mixins.UniqueFieldsMixin)
    answer = serializer_class(writing, Review, ["stars"])
    review = serializer_class(
        writing, Review, ["stars", "answers"], {"answers": answer(many=True)}
    )
    declared = {
        "publisher": serializer_class(unique, Publisher, ["code", "name"])(),
        "tags": serializer_class(writing, Tag, ["label"])(many=True),
        "reviews": review(many=True),
    }
    return serializer_class(writing, Book, ["id", *declared], declared)


def test_is_read():
    row = assert_agreement(nested)[0]
    assert row["reviews"][0]["answers"] == [{"stars": 2}]


def test_a_twin_reads_and_does_not_write():
    class TagSerializer(writable.WritableNestedModelSerializer):
        class Meta:
            model = Tag
            fields = ("label",)

    class BookSerializer(writable.WritableNestedModelSerializer):
        tags = TagSerializer(many=True)

        class Meta:
            model = Book
            fields = ("title", "tags")

    twin = read_only(BookSerializer)
    assert twin(books(), many=True).data == BookSerializer(books(), many=True).data
    with pytest.raises(TypeError, match="BookSerializer is read-only"):
        twin(data={"title": "T", "tags": []})
