"""A nested serializer that no row leads to is not asked for its fields, as by REST framework."""

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from tests.models import Book, Publisher


class ChoosingSerializer(serializers.ModelSerializer):
    asked = 0

    class Meta:
        model = Publisher
        fields = ["name"]

    def get_fields(self):
        type(self).asked += 1
        return super().get_fields()


@pytest.fixture(autouse=True)
def nothing_asked():
    ChoosingSerializer.asked = 0


class OfMappings(FastReadOnlySerializer):
    title = serializers.CharField()
    publisher = ChoosingSerializer()


class OfBooks(FastReadOnlyModelSerializer):
    publisher = ChoosingSerializer()

    class Meta:
        model = Book
        fields = ["title", "publisher"]


def test_no_row_of_a_list_has_an_object():
    rows = [{"title": "T", "publisher": None}] * 10
    assert OfMappings(rows, many=True).data == rows
    assert OfBooks([Book(title="T") for _ in range(10)], many=True).data == rows
    assert ChoosingSerializer.asked == 0


def test_an_object_that_was_set_without_its_key_is_represented():
    book = Book(title="T")
    book.publisher = Publisher(name="P")
    assert OfBooks([book] * 10, many=True).data[0] == {"title": "T", "publisher": {"name": "P"}}


def test_one_mapping_of_a_list_has_an_object():
    rows = [{"title": "T", "publisher": None}, {"title": "U", "publisher": Publisher(name="P")}]
    assert OfMappings(rows * 5, many=True).data[1] == {"title": "U", "publisher": {"name": "P"}}
    assert ChoosingSerializer.asked == 1


def test_no_row_of_the_database_has_an_object(db, django_assert_num_queries):
    for number in range(3):
        Book.objects.create(title=f"T{number}", price=1, pages=1)
    with django_assert_num_queries(1):
        data = OfBooks(Book.objects.order_by("pk"), many=True).data
    assert data == [{"title": f"T{number}", "publisher": None} for number in range(3)]
    assert ChoosingSerializer.asked == 0


def test_a_method_gives_a_row_an_object_that_the_database_does_not_have(db):
    class GivenSerializer(OfBooks):
        given = serializers.SerializerMethodField()

        class Meta(OfBooks.Meta):
            fields = ["given", "publisher"]

        def get_given(self, book):
            book.publisher = Publisher(name="P")
            return True

    Book.objects.create(title="T", price=1, pages=1)
    data = GivenSerializer(Book.objects.all(), many=True).data
    assert data == [{"given": True, "publisher": {"name": "P"}}]
