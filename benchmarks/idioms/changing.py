"""Serializers that change with each request: other fields, options, names or classes each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, cycle
from random import Random
from typing import Any

from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from benchmarks.wide import FIELD_NAMES, wide_model
from bookshop.models import Book

Request = Callable[[], Any]
Changing = Callable[..., Request]
"""Takes base classes, with the mixin or without; returns what answers request after request."""

OBJECT = 0
"""The size of a request for one object."""


class ChoosesFields:
    """Keeps the fields that a request has asked for, as `?fields=` does."""

    def __init__(self, *args: Any, wanted: set[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields  # type: ignore[attr-defined]
        for name in set(fields) - wanted:
            fields.pop(name)


def field_sets(columns: int, size: int) -> Iterator[set[str]]:
    """Yield sets of fields without end, each of them at random."""
    random = Random(columns * 1_000 + size)  # noqa: S311
    names = FIELD_NAMES[:columns]
    while True:
        yield set(random.sample(names, random.randint(1, columns)))


def wide_serializer(columns: int, *bases: type) -> Any:
    class WideSerializer(*bases, ModelSerializer):  # type: ignore[misc]
        class Meta:
            model = wide_model(columns)
            fields = FIELD_NAMES[:columns]

    return WideSerializer


def answer(serializer: Any, model: Any, size: int, **options: Any) -> Any:
    """Return the data of one object, or of so many rows of the database."""
    if size == OBJECT:
        return serializer(model.objects.first(), **options).data
    return serializer(model.objects.all()[:size], many=True, **options).data


def fields_at_random(columns: int, size: int) -> Changing:
    def changing(*bases: type) -> Request:
        serializer = wide_serializer(columns, ChoosesFields, *bases)
        sets = field_sets(columns, size)
        return lambda: answer(serializer, wide_model(columns), size, wanted=next(sets))

    return changing


def depth_by_turns(*bases: type) -> Request:
    class BookSerializer(*bases, ModelSerializer):  # type: ignore[misc]
        class Meta:
            model = Book
            fields = ("id", "title", "pages", "author", "publisher")
            depth = 0

    depths = cycle((0, 1))

    def request() -> Any:
        BookSerializer.Meta.depth = next(depths)
        books = Book.objects.select_related("author", "publisher").order_by("pk")[:3]
        return BookSerializer(books, many=True).data

    return request


def meta_fields_at_random(*bases: type) -> Request:
    class WideSerializer(*bases, ModelSerializer):  # type: ignore[misc]
        class Meta:
            model = wide_model(30)
            fields: tuple[str, ...] = ()

    sets = field_sets(30, 3)

    def request() -> Any:
        WideSerializer.Meta.fields = tuple(sorted(next(sets)))
        return answer(WideSerializer, wide_model(30), 3)

    return request


def a_new_name_each_time(*bases: type) -> Request:
    numbers = count()

    class WideSerializer(*bases, ModelSerializer):  # type: ignore[misc]
        class Meta:
            model = wide_model(15)
            fields = FIELD_NAMES[:10]

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.fields[f"extra_{next(numbers)}"] = serializers.CharField(source="field_1")

    return lambda: answer(WideSerializer, wide_model(15), 3)


def fields_that_are_all_changed(size: int) -> Changing:
    def changing(*bases: type) -> Request:
        class WideSerializer(*bases, ModelSerializer):  # type: ignore[misc]
            class Meta:
                model = wide_model(15)
                fields = FIELD_NAMES[:15]

            def __init__(self, *args: Any, **kwargs: Any) -> None:
                super().__init__(*args, **kwargs)
                for field in self.fields.values():
                    field.required = False

        rows = list(wide_model(15).objects.all()[: size or 1])
        if size == OBJECT:
            return lambda: WideSerializer(rows[0]).data
        return lambda: WideSerializer(rows, many=True).data

    return changing


def a_class_per_request(*bases: type) -> Request:
    return lambda: answer(wide_serializer(15, *bases), wide_model(15), 3)


def a_class_per_request_in_memory(*bases: type) -> Request:
    rows = list(wide_model(15).objects.all()[:10])
    return lambda: wide_serializer(15, *bases)(rows, many=True).data


def a_class_read_twice(*bases: type) -> Request:
    rows = list(wide_model(15).objects.all()[:3])

    def request() -> Any:
        serializer = wide_serializer(15, *bases)
        return [serializer(rows, many=True).data for _ in range(2)]

    return request


SIZES = (OBJECT, 1, 10, 100)

AT_LEAST = dict(zip(SIZES, (1, 1, 1.3, 2), strict=True))

CASES: dict[str, tuple[Changing, float]] = {
    **{
        f"{columns} columns, fields at random: {f'{size} rows' if size else 'one object'}": (
            fields_at_random(columns, size),
            AT_LEAST[size],
        )
        for columns in (15, 30, 60)
        for size in SIZES
    },
    "`Meta.depth` by turns, 3 rows": (depth_by_turns, 1),
    "`Meta.fields` at random, 3 rows": (meta_fields_at_random, 1),
    "a field with a new name each time, 3 rows": (a_new_name_each_time, 0.97),
    "`__init__()` changes all fields: one object in memory": (
        fields_that_are_all_changed(OBJECT),
        0.97,
    ),
    "`__init__()` changes all fields: 10 rows in memory": (fields_that_are_all_changed(10), 1),
    "a class made per request, 3 rows": (a_class_per_request, 0.97),
    "a class made per request, 10 rows in memory": (a_class_per_request_in_memory, 0.97),
    "a class that is read twice, 3 rows in memory": (a_class_read_twice, 0.97),
}
"""What changes, and how many times faster than REST framework it has to be at least."""
