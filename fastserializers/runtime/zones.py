"""Datetimes in the active time zone, and their ISO 8601 text."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.core.signals import setting_changed
from django.utils import timezone
from msgspec import to_builtins

from fastserializers.runtime.clock import CLOCK, UTC

# Time zones whose offset for a moment never changes. Zones of other libraries can differ.
KNOWN_ZONES = frozenset({CLOCK.timezone, ZoneInfo})


def active_zone() -> datetime.tzinfo:
    """Return `timezone.get_current_timezone()`, and `datetime.timezone.utc` for the zone "UTC".

    Datetimes from the database are in `datetime.timezone.utc` and then need no conversion.
    """
    # If no zone is active, `get_current_timezone()` raises and catches AttributeError, which takes
    # 2 µs, as long as the rest of a serializer call. `override()` leaves an empty dict behind.
    activation = activated(None)
    if activation is None or getattr(activation, "data", activation) == {}:
        return default_zone()
    return same_zone(timezone.get_current_timezone())


@lru_cache(maxsize=1)
def default_zone() -> datetime.tzinfo:
    return same_zone(timezone.get_default_timezone())


def same_zone(zone: datetime.tzinfo) -> datetime.tzinfo:
    return UTC if type(zone) is ZoneInfo and zone.key == "UTC" else zone


def forget_default_zone(**kwargs: object) -> None:
    default_zone.cache_clear()


setting_changed.connect(forget_default_zone, dispatch_uid="fastserializers.forget_default_zone")


def look_into(local: object) -> Callable[[None], object]:
    """Return a function that returns the storage of one of Django's context-local variables.

    The storage is another object after each change in one thread.
    """
    storage = getattr(local, "_storage", None)
    variable = getattr(storage, "_data", None)
    return variable.get if isinstance(variable, ContextVar) else lambda default: object()


activated = look_into(getattr(timezone, "_active", None))


def in_zone(value: object, zone: datetime.tzinfo) -> datetime.datetime | None:
    """Return an aware datetime in `zone`; None if DRF's `enforce_timezone()` has to decide."""
    if type(value) is not CLOCK.datetime or type(value.tzinfo) not in KNOWN_ZONES:
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
    if type(value) is CLOCK.datetime and value.tzinfo is UTC and type(zone) in KNOWN_ZONES:
        offset = day_offsets(zone)[value.toordinal()]
        if offset is not None:
            text: str = to_builtins(value + offset.delta)
            return text[:-1] + offset.text
    local = in_zone(value, zone)
    return None if local is None else iso_text(local)


def utc_text_in_zone(value: datetime.datetime, zone: datetime.tzinfo) -> str | None:
    """Return the text that `text_in_zone()` makes of a naive datetime that is in UTC."""
    if type(zone) in KNOWN_ZONES:
        offset = day_offsets(zone)[value.toordinal()]
        if offset is not None:
            text: str = to_builtins(value + offset.delta)
            return text + offset.text
    return text_in_zone(value.replace(tzinfo=UTC), zone)


def iso_text(value: datetime.datetime) -> str:
    offset = value.utcoffset() if type(value.tzinfo) in KNOWN_ZONES else None
    if offset is None or offset.seconds % 60 or offset.microseconds:
        # msgspec rounds offsets to minutes. Local mean time, before 1900, has seconds.
        text = value.isoformat()
        return f"{text[:-6]}Z" if text.endswith("+00:00") else text
    encoded: str = to_builtins(value)
    return encoded


class Offset(NamedTuple):
    """The offset of a zone from UTC, and its text."""

    delta: datetime.timedelta
    text: str


class DayOffsets(dict[int, Offset | None]):
    """The offset of a zone by UTC day; None for a day on which it changes, or has seconds."""

    # The bound of this cache: eleven years of days.
    most = 4096

    def __init__(self, zone: datetime.tzinfo) -> None:
        self.zone = zone

    def __missing__(self, ordinal: int) -> Offset | None:
        offset = day_offset(self.zone, ordinal)
        if len(self) < self.most:
            self[ordinal] = offset
        return offset


day_offsets = lru_cache(maxsize=64)(DayOffsets)


def day_offset(zone: datetime.tzinfo, ordinal: int) -> Offset | None:
    """Return the offset that `zone` has from the first to the last moment of a UTC day."""
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
    return Offset(delta, text.removeprefix(text[:19]))


# The same for what PostgreSQL has written: days are "yyyy-mm-dd", minutes "hh:mm".


class Clocks(dict[str, tuple[int, str]]):
    """By the minute in UTC: the local time, and by how many days the local date differs."""

    def __init__(self, offset: Offset) -> None:
        self.offset = offset
        self.text = offset.text

    def __missing__(self, minute: str) -> tuple[int, str]:
        ahead = self.offset.delta // CLOCK.timedelta(minutes=1)
        days, minutes = divmod(int(minute[:2]) * 60 + int(minute[3:]) + ahead, 24 * 60)
        return self.setdefault(minute, (days, "T{:02}:{:02}".format(*divmod(minutes, 60))))


@lru_cache(maxsize=1024)
def day_after(day: str, days: int) -> str:
    """Return the day that is `days` after `day`."""
    return (CLOCK.date.fromisoformat(day) + CLOCK.timedelta(days)).isoformat()


clocks_of = lru_cache(maxsize=1024)(Clocks)


class ClocksByDay(dict[str, Clocks | None]):
    """The clocks of a zone by UTC day; None for a day without one offset, or another text."""

    def __init__(self, zone: datetime.tzinfo) -> None:
        self.offsets = day_offsets(zone)

    def __missing__(self, day: str) -> Clocks | None:
        if day[4] != "-":
            return None
        offset = self.offsets[CLOCK.date.fromisoformat(day).toordinal()]
        clocks = offset and clocks_of(offset)
        if len(self) < self.offsets.most:
            self[day] = clocks
        return clocks


clocks_by_day = lru_cache(maxsize=64)(ClocksByDay)


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
    if len(text) in (29, 22) and text[-3:] == "+00" and type(zone) in KNOWN_ZONES:
        day = text[:10]
        clocks = clocks_by_day(zone)[day]
        if clocks is not None:
            days, clock = clocks[text[11:16]]
            if days:
                day = day_after(day, days)
            return f"{day}{clock}{text[16:-3]}{clocks.text}"
    moment = naive_moment_of(text)
    if moment is None:
        return None
    return f"{to_builtins(moment)}Z" if zone is UTC else utc_text_in_zone(moment, zone)
