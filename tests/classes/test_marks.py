"""Serializers that a view, or the setting, makes fast: what a project's code sees of them."""

import pytest
from django.test import override_settings
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from fastserializers import FastSerializerMixin
from fastserializers.reading.replaced import replace
from tests.differential import spelled_out
from tests.models import Book, Publisher
from tests.relations.serializers import serializer_of

replace()


@pytest.fixture(params=[{"EVERYWHERE": True}, {"EVERYWHERE": True, "ENABLED": False}], ids=str)
def everywhere(request):
    """A context in which all serializers read fast; or would, if the library was not off."""
    return override_settings(FASTSERIALIZERS=request.param)


PublisherSerializer = serializer_of(ModelSerializer, Publisher, ["id", "name", "code"])


class BookSerializer(ModelSerializer):
    publisher = serializers.SerializerMethodField()
    maker = PublisherSerializer(source="publisher", read_only=True)

    class Meta:
        model = Book
        fields = ["id", "title", "publisher", "maker"]

    def get_publisher(self, book):
        return PublisherSerializer(book.publisher, context=self.context).data


@pytest.fixture
def books(db):
    publishers = [Publisher.objects.create(name=f"P{code}", code=code) for code in "012"]
    Book.objects.bulk_create(Book(title=f"T{p.code}", price=1, publisher=p) for p in publishers)
    return Book.objects.select_related("publisher").order_by("pk")


MAKES = {
    "an object": lambda cls, books: cls(books[0], context={"mark": 1}),
    "a queryset": lambda cls, books: cls(books.all(), many=True),
    "a list": lambda cls, books: cls(list(books), many=True),
    "no object": lambda cls, books: cls(),
    "no list": lambda cls, books: cls(many=True),
}


def test_whatever_makes_a_serializer(everywhere, books):
    def answers():
        made = {name: make(BookSerializer, books) for name, make in MAKES.items()}
        shown = {name: (spelled_out(one.data), repr(one)) for name, one in made.items()}
        return shown, spelled_out(BookSerializer().to_representation(books[1]))

    expected = answers()
    with everywhere:
        assert answers() == expected
    assert answers() == expected


def test_validating_and_writing_are_rest_framework_s(everywhere, db):
    def written():
        made = PublisherSerializer(data={"name": "n", "code": "c"})
        assert made.is_valid()
        publisher = made.save()
        part = PublisherSerializer(publisher, data={"name": "part"}, partial=True)
        assert part.is_valid()
        assert part.save().name == part.data["name"] == "part"
        publisher.delete()
        wrong = PublisherSerializer(data={})
        listed = PublisherSerializer(data=[{"name": "a"}, {}], many=True)
        assert [wrong.is_valid(), listed.is_valid()] == [False, False]
        shown = made.data["code"], made.validated_data, wrong.data, wrong.errors, listed.errors
        return [*map(spelled_out, shown), repr(made), repr(listed)]

    expected = written()
    with everywhere:
        assert written() == expected


class FastPublisherSerializer(FastSerializerMixin, PublisherSerializer): ...


class NestingSerializer(FastSerializerMixin, BookSerializer):
    maker = FastPublisherSerializer(source="publisher")

    class Meta(BookSerializer.Meta):
        fields = ["title", "maker", "pages", "price"]

    def create(self, validated_data):
        maker = Publisher.objects.create(**validated_data.pop("publisher"))
        return Book.objects.create(publisher=maker, **validated_data)


def test_a_class_that_reads_fast_and_writes(db):
    maker = {"name": "m", "code": "m"}
    made = NestingSerializer(data={"title": "T", "pages": 5, "price": 1, "maker": maker})
    assert made.is_valid(), made.errors
    book = made.save()
    assert made.data == NestingSerializer(book).data
    assert made.data["maker"] == {"id": book.publisher.pk, **maker}


# `.data` of one object, by a class that may write.


class CitySerializer(FastSerializerMixin, serializers.Serializer):
    name = serializers.CharField()


CITY = {"name": "Dublin"}


def test_a_base_that_is_patched_after_the_first_use(monkeypatch):
    assert CitySerializer(CITY).data == CITY
    monkeypatch.setattr(serializers.Serializer, "data", property(lambda self: "patched"))
    assert CitySerializer(CITY).data == "patched"


@pytest.mark.parametrize(("given", "shown"), [("Sligo", "Galway"), ("", "")], ids=["valid", "not"])
def test_data_that_was_validated(given, shown):
    serializer = CitySerializer({"name": "Galway"}, data={"name": given})
    assert serializer.is_valid() is bool(given)
    assert serializer.data == {"name": shown}
