"""Rare rows of `docs/differences.md`: writes, documents, memory and read-only classes."""

import gc
import weakref

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework import serializers

from fastserializers.exceptions import ReadOnlySerializerError
from tests.differential import made_fast, made_of
from tests.documentation.test_differences import OfNames
from tests.models import Book, Publisher
from tests.relations.serializers import serializer_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def books():
    publisher = Publisher.objects.create(name="Hogarth", code="h")
    for title in ("Orlando", "Flush", "The Waves"):
        Book.objects.create(
            title=title, publisher=publisher, price=1, pages=1, metadata={"a": [1]}
        )


class BookSerializer(serializers.ModelSerializer):
    seen = serializers.SerializerMethodField()
    publisher = OfNames()

    class Meta:
        model = Book
        fields = ["seen", "publisher"]

    def get_seen(self, book):
        return True


class WritingSerializer(BookSerializer):
    def get_seen(self, book):
        Publisher.objects.filter(name="Nobody").update(name="Still nobody")
        return True


def as_it_is(serializer_class):
    return serializer_class


def read(serializer_class):
    with CaptureQueriesContext(connection) as queries:
        data = serializer_class(Book.objects.order_by("pk"), many=True).data
    return data, len(queries)


def test_a_method_that_writes_takes_one_query_more():
    expected, queries = read(WritingSerializer)
    assert read(made_fast(WritingSerializer)) == (expected, queries + 1)


class WritingByTheDriverSerializer(BookSerializer):
    def get_seen(self, book):
        cursor = connection.connection.cursor()
        cursor.execute("UPDATE tests_publisher SET name = upper(name)")
        return True


@pytest.mark.parametrize(("make", "name"), [(as_it_is, "HOGARTH"), (made_fast, "Hogarth")])
def test_a_method_that_writes_by_the_driver(make, name):
    data, _ = read(make(WritingByTheDriverSerializer))
    assert {book["publisher"]["name"] for book in data} == {name}


DocumentSerializer = serializer_of(serializers.ModelSerializer, Book, ["metadata"])


@pytest.mark.parametrize(("make", "is_same"), [(as_it_is, True), (made_fast, False)])
def test_a_document_that_code_changes_in_place(make, is_same):
    queryset = Book.objects.order_by("pk")
    document = make(DocumentSerializer)(queryset, many=True).data[0]["metadata"]
    assert document == queryset[0].metadata == {"a": [1]}

    document["b"] = 2

    assert ("b" in queryset[0].metadata) is is_same


class KeepingSerializer(BookSerializer):
    def get_seen(self, book):
        kept = self.context["kept"]
        kept.append(weakref.ref(book) if kept else book)
        return True


@pytest.mark.parametrize(("make", "is_kept"), [(as_it_is, False), (made_fast, True)])
def test_an_instance_that_is_kept_keeps_those_of_its_list(make, is_kept):
    kept = []
    assert make(KeepingSerializer)(Book.objects.all(), many=True, context={"kept": kept}).data
    gc.collect()
    assert (kept[1]() is not None) is is_kept


@pytest.mark.parametrize("attribute", ["errors", "validated_data"])
def test_a_read_only_class_refuses_what_belongs_to_validation(attribute):
    reference = made_of({"name": serializers.CharField()})
    with pytest.raises(AssertionError, match="is_valid"):
        getattr(reference({"name": "a"}), attribute)
    with pytest.raises(ReadOnlySerializerError, match="does not validate"):
        getattr(made_fast(reference)({"name": "a"}), attribute)
