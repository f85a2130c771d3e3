"""Values that many tests have in common."""

from __future__ import annotations

import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

UTC = datetime.timezone.utc
BERLIN = ZoneInfo("Europe/Berlin")
SUMMER = datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC)
THING = {"name": "Ruritania", "size": 5, "made": SUMMER, "price": Decimal("2.345")}
