"""A property `fields` of the project's is asked for each row: REST framework reads the class."""

import pytest
from rest_framework import serializers

from fastserializers import FastSerializerMixin
from tests.differential import CALLS, of_a_thing_with
from tests.models import Book, Publisher
from tests.values import THING


class KeepsAPrunedDict:
    """As Nautobot's serializers do."""

    pruned = None

    @property
    def fields(self):
        CALLS.append("fields")
        if self.pruned is None:
            self.pruned = dict(super().fields)
            del self.pruned["size"]
        return self.pruned


class PopsEachTime:
    @property
    def fields(self):
        CALLS.append("fields")
        fields = super().fields
        fields.pop("size", None)
        return fields


@pytest.mark.parametrize("mixin", [KeepsAPrunedDict, PopsEachTime])
def test_what_it_gives_and_how_often_it_is_asked(agree, mixin):
    def nesting(base):
        inner = of_a_thing_with(mixin)(base)
        return of_a_thing_with(one=inner(source="*"), rows=inner(many=True))(base)

    agree(of_a_thing_with(mixin), THING)
    agree(nesting, {**THING, "rows": [THING] * 4})


class BookSerializer(FastSerializerMixin, KeepsAPrunedDict, serializers.ModelSerializer):
    publisher = serializers.CharField(source="publisher.name")
    size = serializers.IntegerField(source="pages")

    class Meta:
        model = Book
        fields = ["title", "publisher", "size"]


def test_an_object_and_a_list_are_left_to_rest_framework(db, calls, django_assert_num_queries):
    publishers = [Publisher.objects.create(name=f"P{code}", code=code) for code in "0123"]
    Book.objects.bulk_create(Book(title=f"T{p.code}", price=1, publisher=p) for p in publishers)

    assert BookSerializer(Book.objects.first()).data["title"] == "T0"
    assert calls == ["fields"]
    with django_assert_num_queries(5):
        data = BookSerializer(Book.objects.order_by("pk"), many=True).data
    assert data[3] == {"title": "T3", "publisher": "P3"}
    assert calls == ["fields"] * 5
