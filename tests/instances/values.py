"""Values of the tests of model instances."""

from __future__ import annotations

import datetime

MADE = datetime.datetime(2024, 7, 1, 12, 30, tzinfo=datetime.timezone.utc)
