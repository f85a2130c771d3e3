"""Does one more field, level or nested row cost what the others did?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest
from django.db import models
from rest_framework import serializers

from benchmarks.growth import at_each, growth
from benchmarks.users import DRF, FAST, data_of_many
from benchmarks.wide import FIELD_NAMES, wide_rows, wide_serializer
from benchmarks.work import Work, in_turns
from bookshop import catalogue
from bookshop.models import Author, Book, Publisher
from fastserializers import FastReadOnlyModelSerializer

BASES = {DRF: serializers.ModelSerializer, FAST: FastReadOnlyModelSerializer}
ROWS = 50
BORN = date(1901, 2, 3)

pytestmark = pytest.mark.thorough


class Level(models.Model):
    number = models.IntegerField()
    name = models.CharField(max_length=20)
    born = models.DateField()
    parent = models.ForeignKey("self", models.CASCADE)

    class Meta:
        app_label = "bookshop"
        managed = False

    def __str__(self) -> str:
        return self.name


def level_serializer(base: Any, depth: int) -> Any:
    parent = {"parent": level_serializer(base, depth - 1)(read_only=True)} if depth > 1 else {}
    meta = {"model": Level, "fields": ["number", "name", "born", *parent]}
    return type(base)(
        f"Level{depth}Serializer",
        (base,),
        {"__module__": __name__, "Meta": type("Meta", (), meta), **parent},
    )


def level(number: int, depth: int) -> Level:
    """An object with all that is nested in it, as many levels as there are to be."""
    parent = level(number + 1, depth - 1) if depth > 1 else None
    return Level(pk=number, number=number, name=f"level {depth}", born=BORN, parent=parent)


def publisher_serializer(base: Any) -> Any:
    class BookSerializer(base):
        class Meta:
            model = Book
            fields = ("id", "title", "pages", "price", "published")
            read_only_fields = fields

    class PublisherSerializer(base):
        books = BookSerializer(many=True, read_only=True)

        class Meta:
            model = Publisher
            fields = ("id", "name", "books")
            read_only_fields = fields

    return PublisherSerializer


def publisher(width: int) -> Publisher:
    """A publisher with as many books as that, prefetched."""
    random = Random(width)  # noqa: S311
    publisher, author = Publisher(pk=1, name="Nordlys Press"), Author(pk=1, name="Ada Brontë")
    books = Book.objects.all()
    books._result_cache = [catalogue.make_book(random, publisher, author) for _ in range(width)]
    books._prefetch_done = True
    publisher._prefetched_objects_cache = {"books": books}
    return publisher


def growth_of(
    axis: str,
    title: str,
    unit: str,
    sizes: tuple[int, ...],
    baseline: int,
    representing: Callable[[Any, int], Callable[[Any], Any]],
    microseconds: float = 5,
) -> Work:
    contenders = (
        contender
        for name, base in BASES.items()
        for size in sizes
        for contender in at_each(
            [size],
            name,
            representing(base, size),
            units=ROWS,
            microseconds=microseconds if base is serializers.ModelSerializer else 0.3,
            baseline=baseline,
            at_most=1.5 if name == FAST else None,
        )
    )
    chart = f"growth_{axis.replace(' ', '_')}"
    return growth(title, unit, chart, baseline, *contenders, axis=axis)


FIELDS = growth_of(
    "fields",
    f"Fields: Serializer(rows, many=True).data, {ROWS} rows",
    "µs per field of a row",
    (1, 2, 5, 10, 20, 50, 100, 200),
    10,
    lambda base, size: data_of_many(wide_serializer(base, FIELD_NAMES[:size])),
)
DEPTH = growth_of(
    "levels",
    f"Depth: objects nested in one another, {ROWS} rows of three fields a level",
    "µs per level of a row",
    (1, 2, 3, 4, 5),
    2,
    lambda base, size: data_of_many(level_serializer(base, size)),
)
WIDTH = growth_of(
    "nested rows",
    f"Width: prefetched rows in each of {ROWS} rows",
    "µs per nested row",
    (1, 2, 5, 10, 20, 50, 100),
    10,
    lambda base, size: data_of_many(publisher_serializer(base)),
    microseconds=15,
)
SOURCES = {
    FIELDS: lambda size: wide_rows(ROWS),
    DEPTH: lambda size: [level(row, size) for row in range(ROWS)],
    WIDTH: lambda size: [publisher(size) for _ in range(ROWS)],
}


@pytest.fixture(scope="module")
def sources(database: None) -> dict[Work, dict[int, list[Any]]]:
    """The rows of each work, by size."""
    return {
        work: {size: rows_of(size) for size in {contender.at for contender in work.contenders}}
        for work, rows_of in SOURCES.items()
    }


@pytest.mark.parametrize("work", SOURCES, ids=lambda work: work.axis)
def test_outputs_of_any_shape_are_equal(work, sources):
    work.check_outputs(sources[work])


@in_turns(*SOURCES)
def test_growth(benchmark, work, contender, sources):
    work.measure_time(benchmark, contender, sources[work])
