"""What do the idioms of real projects gain, and what does a serializer lose that gains nothing?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest
from django.db.models import QuerySet

from benchmarks import idioms
from benchmarks.books import LOADED_BOOKS, DRFBookSerializer
from benchmarks.classes import importable
from benchmarks.differences import first_difference
from benchmarks.pages import REQUESTS
from benchmarks.tables import IDIOMS, MADE, Table, figure, verdict
from benchmarks.turns import ROUNDS, times_faster
from bookshop.models import Book
from fastserializers import FastSerializerMixin

ROWS = 100
FEW_ROWS = 20
CONTEXT = {"request": REQUESTS.get("/", HTTP_HOST="localhost")}


class Idiom(NamedTuple):
    serializer_class: Any
    at_least: float
    """How many times faster a list is to be."""
    of_request: Callable[[Any], Any] = lambda made: made
    """Returns the class of a request."""


CASES: dict[str, Idiom] = {
    "plain nested serializers, for comparison": Idiom(DRFBookSerializer, 6),
    "nested serializers whose __init__() takes fields=": Idiom(idioms.OfArgumentsSerializer, 6),
    "nested many=True with get_fields()": Idiom(idioms.OfMethodsSerializer, 6),
    "two fields with an own to_representation()": Idiom(idioms.LabelledSerializer, 3),
    "a DecimalField with own messages and digits": Idiom(idioms.PricedSerializer, 7),
    "one field of twelve with an own get_attribute()": Idiom(idioms.MostlyColumnsSerializer, 4),
    "a list class with a loop of its own": Idiom(idioms.LoopingSerializer, 3),
    "a list class and a hyperlink that call super()": Idiom(idioms.LinkedSerializer, 8),
    "sources that are methods of the model": Idiom(idioms.CallingSerializer, 3),
    "attributes that are all missing": Idiom(idioms.MissingSerializer, 1),
    "__init__() that changes all fields": Idiom(idioms.ChangingAllSerializer, 1),
    "all fields with an own get_attribute()": Idiom(idioms.ReadingSerializer, 1),
    "to_representation() without super()": Idiom(idioms.FormlessSerializer, 0.95),
    "nested BaseSerializers": Idiom(idioms.OfBareSerializer, 1),
    "a serializer that nests itself": Idiom(idioms.NestingSerializer, 1),
    "`Meta.depth` by turns": Idiom(idioms.DepthSerializer, 1, idioms.class_of_next_depth),
    "other `Meta.fields` for each request": Idiom(
        idioms.ChangingSerializer, 0.95, idioms.class_of_next_fields
    ),
    "a class made per request": Idiom(idioms.PricedSerializer, 0.95, idioms.class_of_a_request),
    "14 nested serializers that add their fields": Idiom(idioms.FourteenSerializer, 0.95),
    **{name: Idiom(made, 2.5) for name, made in idioms.OWN_REPRESENTATIONS.items()},
}


def answers(name: str) -> list[Callable[[Any], Any]]:
    """Return what gives .data of an object or a list: by REST framework, and by the mixin."""
    case = CASES[name]
    fast = importable(
        f"Fast{case.serializer_class.__name__}", FastSerializerMixin, case.serializer_class
    )
    drf = importable(f"Plain{case.serializer_class.__name__}", case.serializer_class)
    return [partial(data, case.of_request, made) for made in (drf, fast)]


def data(of_request: Callable[[Any], Any], made: Any, source: Any) -> Any:
    many = not isinstance(source, Book)
    source = source.all() if isinstance(source, QuerySet) else source
    return of_request(made)(source, many=many, context=CONTEXT).data


@pytest.mark.parametrize("name", CASES)
def test_outputs_are_equal(name: str, books: list[Book]) -> None:
    for source in (books[0], books[:ROWS], LOADED_BOOKS[:ROWS]):
        drf, fast = answers(name)
        for _ in range(2):  # The second time, a class may be read in another way.
            assert not first_difference(drf(source), fast(source))


def test_idioms(books: list[Book]) -> None:
    MADE.append(
        Table(
            section=IDIOMS,
            title="Idioms of real projects, next to REST framework",
            unit="times faster",
            rows=[row(name, books) for name in CASES],
            how=f"CPU time of .data, of instances in memory or a queryset, {ROUNDS} rounds",
            baseline="REST framework",
        )
    )


def row(name: str, books: list[Book]) -> dict[str, str]:
    sources = {
        "one object": books[0],
        "1 row": books[:1],
        f"{FEW_ROWS} rows": books[:FEW_ROWS],
        f"{ROWS} rows": books[:ROWS],
        f"a queryset of {FEW_ROWS}": LOADED_BOOKS[:FEW_ROWS],
        f"a queryset of {ROWS}": LOADED_BOOKS[:ROWS],
    }
    faster = {title: times_faster_than_drf(name, source) for title, source in sources.items()}
    at_least = CASES[name].at_least
    return {
        "": name,
        **{title: figure(times) for title, times in faster.items()},
        "target": verdict("≥", at_least, faster[f"{ROWS} rows"] >= at_least),
    }


def times_faster_than_drf(name: str, source: Any) -> float:
    return times_faster(*(partial(answer, source) for answer in answers(name)))
