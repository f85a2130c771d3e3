"""What does a list cost whose values come from methods of the serializer?"""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from benchmarks.work import Contender, Work, in_turns
from bookshop.models import Book
from fastserializers import FastReadOnlySerializer

HAND = "the two methods called by hand"
DRF = "DRF Serializer"


def serializer_on(base: type[serializers.Serializer]) -> type[serializers.Serializer]:
    class BookSerializer(base):
        label = serializers.SerializerMethodField()
        is_long = serializers.SerializerMethodField()

        def get_label(self, book: Book) -> str:
            return f"{book.title} ({book.pages})"

        def get_is_long(self, book: Book) -> bool:
            return book.pages > 500

    return BookSerializer


PlainBookSerializer = serializer_on(serializers.Serializer)
FastBookSerializer = serializer_on(FastReadOnlySerializer)


def called_by_hand(books: list[Book]) -> list[dict[str, Any]]:
    serializer = PlainBookSerializer()
    get_label, get_is_long = serializer.get_label, serializer.get_is_long
    return [{"label": get_label(book), "is_long": get_is_long(book)} for book in books]


METHODS = Work(
    title="Serializer(books, many=True).data, 1,000 books of two SerializerMethodFields",
    unit="µs per row",
    baseline=HAND,
    drf=DRF,
    contenders=(
        Contender(HAND, called_by_hand, units=1_000, calls=20, like_drf=False),
        Contender(
            DRF, lambda books: PlainBookSerializer(books, many=True).data, units=1_000, calls=4
        ),
        Contender(
            "FastReadOnlySerializer",
            lambda books: FastBookSerializer(books, many=True).data,
            units=1_000,
            calls=20,
            at_most=1.3,
        ),
    ),
)


def test_outputs_of_methods_are_equal(books):
    METHODS.check_outputs(books)


@in_turns(METHODS)
def test_methods(benchmark, contender, books):
    METHODS.measure_time(benchmark, contender, books)
