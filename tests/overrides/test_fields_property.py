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


class KeepsBoundFields:
    kept = None

    @property
    def fields(self):
        CALLS.append("fields")
        if self.kept is None:
            self.kept = super().fields
            self.kept["more"] = serializers.IntegerField(source="size")
        return self.kept


class PopsEachTime:
    @property
    def fields(self):
        CALLS.append("fields")
        fields = super().fields
        fields.pop("size", None)
        return fields


class RepresentsBesides(KeepsAPrunedDict):
    """Changes its fields for what it represents next."""

    def to_representation(self, instance):
        represented = super().to_representation(instance)
        self.fields["size"] = serializers.IntegerField()
        self.fields["size"].bind("size", self)
        return [represented, super().to_representation(instance)]


every_property = pytest.mark.parametrize(
    "mixin", [KeepsAPrunedDict, KeepsBoundFields, PopsEachTime, RepresentsBesides]
)


@every_property
def test_what_it_gives_and_how_often_it_is_asked(agree, mixin):
    agree(of_a_thing_with(mixin), THING)


class Nesting:
    @property
    def fields(self):
        CALLS.append("outer fields")
        return super().fields


@every_property
def test_what_is_nested(agree, mixin):
    def make(base):
        inner = of_a_thing_with(mixin)(base)
        return of_a_thing_with(Nesting, one=inner(source="*"), rows=inner(many=True))(base)

    agree(make, {**THING, "rows": [THING] * 4})


class BookSerializer(FastSerializerMixin, KeepsAPrunedDict, serializers.ModelSerializer):
    publisher = serializers.CharField(source="publisher.name")
    first_name = serializers.CharField(source="publisher.name")
    size = serializers.IntegerField(source="pages")

    class Meta:
        model = Book
        fields = ["title", "publisher", "first_name", "size"]


@pytest.fixture
def four_books(db):
    for number in range(4):
        publisher = Publisher.objects.create(name=f"P{number}", code=f"{number}")
        Book.objects.create(title=f"T{number}", price=1, publisher=publisher)


def test_a_list_is_left_to_rest_framework(four_books, calls, django_assert_num_queries):
    serializer = BookSerializer(Book.objects.order_by("pk"), many=True)
    with django_assert_num_queries(5):
        data = serializer.data
    assert data[3] == {"title": "T3", "publisher": "P3", "first_name": "P3"}
    assert calls == ["fields"] * 4


def test_an_object_is_left_to_rest_framework(four_books, calls):
    assert BookSerializer(Book.objects.first()).data["title"] == "T0"
    assert calls == ["fields"]
