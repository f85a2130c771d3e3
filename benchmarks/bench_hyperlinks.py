"""What does a row cost that links to itself and to another one, and what if it is rendered?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.reverse import reverse
from rest_framework.test import APIRequestFactory

from benchmarks.work import Contender, Work, in_turns
from bookshop.models import Book
from fastserializers import FastReadOnlyMixin
from fastserializers.renderers import OrjsonRenderer

DRF = "DRF HyperlinkedModelSerializer"
ONE_REVERSAL = "reverse() alone, for one of the two links"


class BookSerializer(serializers.HyperlinkedModelSerializer):
    class Meta:
        model = Book
        fields = ("url", "title", "publisher")
        read_only_fields = fields


class FastBookSerializer(FastReadOnlyMixin, BookSerializer):
    pass


def request() -> Any:
    return APIRequestFactory().get("/", HTTP_HOST="localhost")


def data_of(serializer_class: type[serializers.Serializer]) -> Callable[[list[Book]], Any]:
    return lambda books: serializer_class(books, many=True, context={"request": request()}).data


def reversals(books: list[Book]) -> list[str]:
    known = request()
    return [reverse("book-detail", kwargs={"pk": book.pk}, request=known) for book in books]


HYPERLINKS = Work(
    title="HyperlinkedModelSerializer(books, many=True).data, 1,000 books with two links",
    unit="µs per row",
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, data_of(BookSerializer), units=1_000),
        Contender(ONE_REVERSAL, reversals, units=1_000, like_drf=False),
        Contender(
            "FastReadOnlyMixin", data_of(FastBookSerializer), units=1_000, calls=5, at_most=1 / 15
        ),
    ),
)


def body_of(
    renderer_class: type[JSONRenderer], serializer_class: type[serializers.Serializer]
) -> Callable[[list[Book]], Any]:
    data = data_of(serializer_class)
    return lambda books: renderer_class().render(data(books))


HYPERLINKS_TO_BYTES = Work(
    title="1,000 books with two links to bytes: JSONRenderer, OrjsonRenderer",
    unit="µs per row",
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, body_of(JSONRenderer, BookSerializer), units=1_000),
        Contender(
            "FastReadOnlyMixin, JSONRenderer",
            body_of(JSONRenderer, FastBookSerializer),
            units=1_000,
            calls=5,
        ),
        Contender(
            "FastReadOnlyMixin, OrjsonRenderer",
            body_of(OrjsonRenderer, FastBookSerializer),
            units=1_000,
            calls=5,
            at_most=1 / 15,
        ),
    ),
)


def test_outputs_of_hyperlinks_are_equal(books):
    HYPERLINKS.check_outputs(books)
    HYPERLINKS_TO_BYTES.check_outputs(books)


@in_turns(HYPERLINKS, HYPERLINKS_TO_BYTES)
def test_hyperlinks(benchmark, work, contender, books):
    work.measure_time(benchmark, contender, books)
