"""Values that many tests have in common."""

import datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from zoneinfo import ZoneInfo

UTC = datetime.timezone.utc
BERLIN = ZoneInfo("Europe/Berlin")
SUMMER = datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC)
THING = {"name": "Ruritania", "size": 5, "made": SUMMER, "price": Decimal("2.345")}

MANAGE = Path(__file__).parents[1] / "example_project" / "manage.py"


class Colour(Enum):
    RED = "red"
    BLUE = 2


class Text(str):
    __slots__ = ()


class Number(int):
    __slots__ = ()


class NoOffset(datetime.tzinfo):
    def utcoffset(self, moment):
        return None

    def __repr__(self):
        return "NoOffset()"
