"""A model of two hundred columns, and serializers of some of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

from django.db import models

from benchmarks.classes import importable

COLUMNS = (
    (models.IntegerField(), lambda number: number),
    (models.CharField(max_length=20), "value {}".format),
    (models.BooleanField(), lambda number: number % 2 == 0),
    (models.DateTimeField(), lambda number: START + timedelta(hours=number)),
    (models.DecimalField(max_digits=8, decimal_places=2), lambda number: Decimal(number) / 100),
)
START = datetime(2020, 1, 1, tzinfo=timezone.utc)
WIDE_FIELDS = {f"field_{number}": COLUMNS[number % len(COLUMNS)] for number in range(200)}
FIELD_NAMES = tuple(WIDE_FIELDS)


class Meta:
    app_label = "bookshop"
    managed = False


Wide = type(
    "Wide",
    (models.Model,),
    {
        "__module__": __name__,
        "Meta": Meta,
        **{name: column.clone() for name, (column, _) in WIDE_FIELDS.items()},
    },
)


def wide_rows(count: int) -> list[Any]:
    return [
        Wide(pk=row, **{name: value(row) for name, (_, value) in WIDE_FIELDS.items()})
        for row in range(count)
    ]


def wide_serializer(base: Any, names: Sequence[str], name: str = "WideSerializer") -> Any:
    meta = type("Meta", (), {"model": Wide, "fields": names, "read_only_fields": names})
    return importable(name, base, Meta=meta)
