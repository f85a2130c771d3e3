"""What does a list of a model gain whose columns are those of packages?"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import connection

from benchmarks.offers import OF_PACKAGES, PackagesOffer, PlainOffer, serializer_of, store_offers
from benchmarks.pages import drf_and_fast, page
from benchmarks.tables import IDIOMS, MADE, Table
from benchmarks.turns import next_to_drf

pytestmark = pytest.mark.usefixtures("database")

CASES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "ten columns of Django": (PlainOffer, OF_PACKAGES),
    "with an amount of money, a country, a phone number and a picture": (
        PackagesOffer,
        OF_PACKAGES,
    ),
    "the same model, without the fields of these four": (PackagesOffer, ()),
    "the same model, with the amount of money": (PackagesOffer, OF_PACKAGES[:1]),
}


def test_packages() -> None:
    store_offers(1_000)
    MADE.append(
        Table(
            section=IDIOMS,
            title=f"Columns of packages: pages from {connection.display_name}",
            unit="ms per page",
            rows=[row(name, size) for name in CASES for size in (1, 20, 100)],
            how="CPU time of the whole view, median of rounds in turns",
            baseline="REST framework, as times faster",
        )
    )


def row(name: str, size: int) -> dict[str, str]:
    model, columns = CASES[name]
    views = drf_and_fast(serializer_of(model, *columns), queryset=model.objects.order_by("pk"))
    return next_to_drf(f"{name}, {size} rows", *(partial(page, view, size) for view in views))
