"""Datetimes in the active time zone, and their ISO 8601 text."""

from __future__ import annotations

import datetime
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from msgspec import to_builtins


class Clock(NamedTuple):
    """The classes of `datetime` themselves, even where a test has put others in their place.

    Libraries that freeze time replace them in `datetime`, and wherever a module has one of them
    for an attribute. These were found at import, and are attributes of no module.
    """

    date: type[datetime.date]
    datetime: type[datetime.datetime]
    time: type[datetime.time]
    timedelta: type[datetime.timedelta]
    timezone: type[datetime.timezone]


def genuine(cls: type) -> type:
    """Return the class of Python's own that `cls` is, or that stands behind it."""
    return next(base for base in cls.__mro__ if base.__module__ == "datetime")


CLOCK = Clock(*(genuine(getattr(datetime, name)) for name in Clock._fields))
UTC = CLOCK.timezone.utc

# Time zones whose offset for a moment never changes. Zones of other libraries can differ.
STEADY_ZONES = frozenset({CLOCK.timezone, ZoneInfo})


def active_zone() -> datetime.tzinfo:
    """Return `timezone.get_current_timezone()`, and `datetime.timezone.utc` for the zone "UTC".

    Datetimes from the database are in `datetime.timezone.utc` and then need no conversion.
    """
    # If no zone is active, `get_current_timezone()` raises and catches AttributeError, which takes
    # 2 µs, as long as the rest of a serializer call. `override()` leaves an empty dict behind.
    activation = activated(None)
    if activation is None or getattr(activation, "data", activation) == {}:
        return same_zone(timezone.get_default_timezone())
    return same_zone(timezone.get_current_timezone())


def same_zone(zone: datetime.tzinfo) -> datetime.tzinfo:
    return UTC if type(zone) is ZoneInfo and zone.key == "UTC" else zone


# asgiref's storage of the active zone: another object after each change in one thread.
STORAGE = getattr(getattr(getattr(timezone, "_active", None), "_storage", None), "_data", None)
activated = STORAGE.get if isinstance(STORAGE, ContextVar) else lambda default: object()


def in_zone(value: object, zone: datetime.tzinfo) -> datetime.datetime | None:
    """Return an aware datetime in `zone`; None if DRF's `enforce_timezone()` has to decide."""
    if type(value) is not CLOCK.datetime or type(value.tzinfo) not in STEADY_ZONES:
        return None
    try:
        local = value.astimezone(zone)
    except OverflowError:
        return None
    # Zones of other libraries can return a subclass of datetime.
    return local if type(local) is CLOCK.datetime else None


def text_in_zone(value: object, zone: datetime.tzinfo) -> str | None:
    """Return the ISO 8601 text of an aware datetime in `zone`, as `DateTimeField` writes it.

    None if DRF's `enforce_timezone()` has to decide.
    """
    if type(value) is CLOCK.datetime and value.tzinfo is UTC and type(zone) in STEADY_ZONES:
        offset = day_offset(zone, value.toordinal())
        if offset is not None:
            in_utc: str = to_builtins(value + offset.delta)
            return in_utc[:-1] + offset.text
    local = in_zone(value, zone)
    if local is None:
        return None
    text = local.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def utc_text_in_zone(value: datetime.datetime, zone: datetime.tzinfo) -> str | None:
    """Return the text that `text_in_zone()` makes of a naive datetime that is in UTC."""
    if type(zone) in STEADY_ZONES:
        offset = day_offset(zone, value.toordinal())
        if offset is not None:
            text: str = to_builtins(value + offset.delta)
            return text + offset.text
    return text_in_zone(value.replace(tzinfo=UTC), zone)


class Offset(NamedTuple):
    """The offset of a zone from UTC, and its text."""

    delta: datetime.timedelta
    text: str


# As many days as 22 years have.
@lru_cache(maxsize=8192)
def day_offset(zone: datetime.tzinfo, ordinal: int) -> Offset | None:
    """Return the offset that `zone` has from the first to the last moment of a UTC day.

    None for a day on which it changes, or has seconds, as local mean time before 1900: msgspec
    rounds them to minutes.
    """
    if not 3 < ordinal < CLOCK.date.max.toordinal() - 3:
        return None
    midnight = CLOCK.time(tzinfo=UTC)
    first, last = (
        CLOCK.datetime.combine(CLOCK.date.fromordinal(day), midnight).astimezone(zone)
        for day in (ordinal, ordinal + 1)
    )
    delta = first.utcoffset()
    if delta is None or delta != last.utcoffset() or delta.seconds % 60 or delta.microseconds:
        return None
    text: str = to_builtins(first)
    return Offset(delta, text[19:])


# What PostgreSQL has written of a `timestamptz`, in UTC.


def moment_of(text: str) -> datetime.datetime | None:
    """Return what psycopg makes of the text; None for one that is written in another way."""
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
    moment = naive_moment_of(text)
    return None if moment is None else utc_text_in_zone(moment, zone)
