"""Rows of surveys, with what each column may hold."""

import datetime
import uuid
from decimal import Decimal

from django.contrib.postgres import search
from django.contrib.postgres.fields import ArrayField
from django.db.backends.postgresql.psycopg_any import DateRange, DateTimeTZRange, NumericRange
from django.db.models import Value

from tests.postgres.models import Survey
from tests.values import BERLIN, UTC

DAY = datetime.date(2024, 2, 29)
NOON = datetime.datetime(2024, 7, 1, 12, tzinfo=UTC)
TWICE = datetime.datetime(2024, 10, 27, 2, 30, tzinfo=BERLIN)
"""A time that Berlin's clocks show twice that night; `fold=1` makes it the second."""
LONG_AGO = datetime.datetime(1850, 1, 1, tzinfo=UTC)
"""When the zones of cities had seconds in their offsets."""

MOMENTS = [NOON, TWICE, TWICE.replace(fold=1), LONG_AGO, NOON.replace(microsecond=1)]

ARRAYS = [
    field.name
    for field in Survey._meta.concrete_fields
    if isinstance(field, ArrayField) and not field.generated
]
NUMERIC = ("integer", "decimal")
ROWS = {
    "nothing": {},
    "empty": {
        **{name: [] for name in ARRAYS},
        "labels": {},
        "lexemes": Value(""),
        **{f"{kind}_range": NumericRange(empty=True) for kind in NUMERIC},
        "moment_range": DateTimeTZRange(empty=True),
        "date_range": DateRange(empty=True),
        "blob": b"",
        "count": 0,
        "duration": datetime.timedelta(0),
        "encoded": {},
        "flag": False,
        "metadata": [],
        "price": 0,
        "ratio": 0,
        "time": datetime.time(0),
        "weather": "",
    },
    "full": {
        "decimals": [Decimal("3.5"), Decimal("-0.00"), Decimal("123456.78")],
        "flags": [True, False],
        "integers": [1, -2, 3],
        "matrix": [[1, 2], [3, 4]],
        "moments": MOMENTS,
        "notes": [{"a": "1"}, {}],
        "required": [2**53],
        "texts": ["a", "", "null", 'with "quotes", {braces} and \\', "žluť"],
        "uuids": [uuid.UUID(int=5)],
        "labels": {"colour": "red", "žluť": 'a "b" => c', "": ""},
        "lexemes": search.SearchVector(Value("The fat cats"), config="english"),
        "integer_range": NumericRange(1, 5),
        "decimal_range": (Decimal("0.10"), Decimal("2")),
        "moment_range": DateTimeTZRange(TWICE, NOON.replace(year=2025)),
        "date_range": DateRange(DAY, DAY, "[]"),
        "address": "2001:DB8::1",
        "blob": b"\x00\xff",
        "count": -(2**53),
        "date": DAY,
        "duration": datetime.timedelta(days=400, seconds=3, microseconds=5),
        "encoded": {"at": NOON, "price": Decimal("3.50")},
        "flag": True,
        "identity": uuid.UUID(int=5),
        "metadata": {"b": [1, 2.5, None, {"deep": "žluť"}], "a": True},
        "moment": TWICE.replace(fold=1),
        "price": Decimal("3.5"),
        "ratio": 0.1,
        "time": datetime.time(9, 30, 15, 1000),
        "weather": "R",
    },
    "with holes": {
        "flags": [None, True],
        "matrix": [[None, 1], [2, None]],
        "moments": [None, NOON],
        "notes": [{"a": None}],
        "required": [None, 2**40],
        "texts": [None],
        "labels": {"colour": None},
        "integer_range": NumericRange(None, 5),
        "decimal_range": NumericRange(Decimal("1.5"), None, "()"),
        "moment_range": DateTimeTZRange(None, TWICE, "(]"),
        "date_range": DateRange(None, None),
        "metadata": "text",
        "encoded": None,
        "moment": LONG_AGO,
        "weather": "?",
    },
}

COLUMNS = [
    field.name for field in Survey._meta.concrete_fields if field.name not in {"id", "station"}
]
RANGES = [name for name in COLUMNS if name.endswith("_range")]
