"""The classes of `datetime` themselves, even where a test has put others in their place.

Libraries that freeze time replace them in `datetime`, and wherever a module has one of them for an
attribute. What is asked for here was found at import, and is an attribute of no module.
"""

from __future__ import annotations

import datetime
from typing import NamedTuple


class Clock(NamedTuple):
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
