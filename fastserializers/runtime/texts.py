"""What the database has written, taken for what it says."""

from __future__ import annotations

import datetime
import json
from typing import Any

import msgspec
from msgspec import to_builtins

from fastserializers.runtime.clock import CLOCK, UTC
from fastserializers.runtime.zones import (
    clocks_in,
    day_after,
    latest,
    utc_text_in_zone,
)

# Unlike orjson's, it keeps numbers of any length.
decode = msgspec.json.Decoder().decode


def json_value(text: str) -> Any:
    """Return what `django.db.models.JSONField` makes of the text in its column."""
    try:
        return decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        # What `json` takes besides: NaN, halves of a surrogate pair, numbers that are infinite.
        pass
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def moment_of(text: str) -> datetime.datetime | None:
    """Return what psycopg makes of a `timestamptz` as PostgreSQL writes it in UTC.

    None for one that is written in another way.
    """
    moment = naive_moment_of(text)
    return None if moment is None else moment.replace(tzinfo=UTC)


def naive_moment_of(text: str) -> datetime.datetime | None:
    if text[-3:] != "+00" or text[4] != "-" or not 21 < len(text) < 30:
        return None
    plain = text[:-3]
    if len(plain) not in (19, 26):
        # PostgreSQL leaves zeros at the end of a fraction out.
        plain = plain.ljust(26, "0")
    return CLOCK.datetime.fromisoformat(plain)


def written_in_zone(text: str, zone: datetime.tzinfo) -> str | None:
    """Return the ISO 8601 text in `zone` of what `moment_of()` returns, where that is known."""
    if len(text) in (29, 22) and text[-3:] == "+00":
        by_day = latest[0]
        if by_day.zone is not zone:
            by_day = clocks_in(zone)
        day = text[:10]
        clocks = by_day[day]
        if clocks is not None:
            days, clock = clocks[text[11:16]]
            if days:
                day = day_after(day, days)
            return f"{day}{clock}{text[16:-3]}{clocks.text}"
    moment = naive_moment_of(text)
    if moment is None:
        return None
    return f"{to_builtins(moment)}Z" if zone is UTC else utc_text_in_zone(moment, zone)
