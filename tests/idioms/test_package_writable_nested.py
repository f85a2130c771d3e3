"""drf-writable-nested: what writes nested rows reads them as ever."""

from __future__ import annotations

import pytest

from tests.idioms.agreement import assert_agreement
from tests.models import Book, Publisher, Review, Tag
from tests.relations.serializers import serializer_of

writable = pytest.importorskip("drf_writable_nested")
mixins = pytest.importorskip("drf_writable_nested.mixins")


def nested(base):
    def mixed(*mixin):
        return type(base)("Mixed", (*mixin, base), {})

    writing = mixed(mixins.NestedCreateMixin, mixins.NestedUpdateMixin)
    unique = mixed(mixins.UniqueFieldsMixin)
    answer = serializer_of(writing, Review, ["stars"])
    review = serializer_of(writing, Review, ["stars", "answers"], {"answers": answer(many=True)})
    declared = {
        "publisher": serializer_of(unique, Publisher, ["code", "name"])(),
        "tags": serializer_of(writing, Tag, ["label"])(many=True),
        "reviews": review(many=True),
    }
    return serializer_of(writing, Book, ["id"], declared)


def test_is_read():
    row = assert_agreement(nested)[0]
    assert row["reviews"][0]["answers"] == [{"stars": 2}]
