"""Datetimes in the active time zone, and their ISO 8601 text."""

from __future__ import annotations

import datetime
from contextvars import ContextVar
from functools import lru_cache
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from msgspec import to_builtins


def genuine(cls: type) -> type:
    """Return the class of Python's own that `cls` is, or that stands behind it."""
    return next(base for base in cls.__mro__ if base.__module__ == "datetime")


CLASSES = ("date", "datetime", "time", "timedelta", "timezone")
# Libraries that freeze time replace these classes in `datetime`, and in each module that has one
# of them for an attribute. Here they are attributes of no module.
CLOCK = SimpleNamespace(**{name: genuine(getattr(datetime, name)) for name in CLASSES})
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
    is_default = activation is None or getattr(activation, "data", activation) == {}
    zone = timezone.get_default_timezone() if is_default else timezone.get_current_timezone()
    return UTC if type(zone) is ZoneInfo and zone.key == "UTC" else zone


# asgiref's storage of the active zone: another object after each change in one thread.
STORAGE = getattr(getattr(getattr(timezone, "_active", None), "_storage", None), "_data", None)
activated = STORAGE.get if isinstance(STORAGE, ContextVar) else lambda default: object()


def in_zone(value: Any, zone: datetime.tzinfo) -> datetime.datetime | None:
    """Return an aware datetime in `zone`; None if DRF's `enforce_timezone()` has to decide."""
    if type(value) is not CLOCK.datetime or type(value.tzinfo) not in STEADY_ZONES:
        return None
    try:
        local = value.astimezone(zone)
    except OverflowError:
        return None
    # Zones of other libraries can return a subclass of datetime.
    return local if type(local) is CLOCK.datetime else None


def text_in_zone(value: Any, zone: datetime.tzinfo) -> str | None:
    """Return the ISO 8601 text of an aware datetime in `zone`, as `DateTimeField` writes it.

    None if DRF's `enforce_timezone()` has to decide.
    """
    if type(value) is CLOCK.datetime and value.tzinfo is UTC and type(zone) in STEADY_ZONES:
        offset = day_offset(zone, value.toordinal())
        if offset is not None:
            delta, text_of_offset = offset
            in_utc: str = to_builtins(value + delta)
            return in_utc[:-1] + text_of_offset
    local = in_zone(value, zone)
    if local is None:
        return None
    text = local.isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


# As many days as 22 years have.
@lru_cache(maxsize=8192)
def day_offset(zone: datetime.tzinfo, ordinal: int) -> tuple[datetime.timedelta, str] | None:
    """Return the offset that `zone` has from the first to the last moment of a UTC day, and its
    text.

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
    return delta, text[19:]


# What PostgreSQL has written of a `timestamptz`, in UTC.


def moment_of(text: str) -> datetime.datetime | None:
    """Return what psycopg makes of the text; None for one that is written in another way."""
    if text[-3:] != "+00" or text[4] != "-" or not 21 < len(text) < 30:
        return None
    plain = text[:-3]
    if len(plain) not in (19, 26):
        # PostgreSQL leaves zeros at the end of a fraction out.
        plain = plain.ljust(26, "0")
    moment: datetime.datetime = CLOCK.datetime.fromisoformat(f"{plain}+00:00")
    return moment


def written_in_zone(text: str, zone: datetime.tzinfo) -> str | None:
    """Return the ISO 8601 text in `zone` of what `moment_of()` returns, where that is known."""
    return text_in_zone(moment_of(text), zone)
