"""What does a book cost with its publisher, its author and three tags, all of them in memory?"""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from benchmarks.work import Contender, Work, in_turns
from bookshop.models import Author, Book, Publisher, Tag
from fastserializers import FastReadOnlyModelSerializer
from fastserializers.renderers import OrjsonRenderer

DRF = "DRF ModelSerializer"


def book_serializer(
    base: type[serializers.ModelSerializer],
) -> type[serializers.ModelSerializer]:
    class PublisherSerializer(base):
        class Meta:
            model = Publisher
            fields = ("id", "name", "country", "website", "same_day_until")
            read_only_fields = fields

    class AuthorSerializer(base):
        class Meta:
            model = Author
            fields = ("id", "name", "born")
            read_only_fields = fields

    class TagSerializer(base):
        class Meta:
            model = Tag
            fields = ("id", "name")
            read_only_fields = fields

    class BookSerializer(base):
        publisher = PublisherSerializer(read_only=True)
        author = AuthorSerializer(read_only=True)
        tags = TagSerializer(many=True, read_only=True)

        class Meta:
            model = Book
            fields = "__all__"

    return BookSerializer


DRFBookSerializer = book_serializer(serializers.ModelSerializer)
FastBookSerializer = book_serializer(FastReadOnlyModelSerializer)


def body_by_drf(books: list[Book]) -> bytes:
    return JSONRenderer().render(DRFBookSerializer(books, many=True).data)


def body(books: list[Book]) -> bytes:
    return OrjsonRenderer().render(FastBookSerializer(books, many=True).data)


NESTED_BOOKS = Work(
    title="1,000 books with publisher, author and three tags, to bytes",
    unit="µs per book",
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, body_by_drf, units=1_000),
        Contender("FastReadOnlyModelSerializer", body, units=1_000, calls=5, at_most=1 / 8),
    ),
)


def test_bytes_of_nested_books_are_equal(books):
    NESTED_BOOKS.check_outputs(books)


@in_turns(NESTED_BOOKS)
def test_nested_books(benchmark, contender, books):
    NESTED_BOOKS.measure_time(benchmark, contender, books)
