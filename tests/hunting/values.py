"""Strategies for values of every type, and for the objects that have them."""

import datetime
import uuid
from decimal import Decimal
from zoneinfo import ZoneInfo

from dateutil import tz
from hypothesis import strategies as st

from tests.hunting.descriptions import Call
from tests.hunting.things import COLLECTIONS, NAMED, THINGS, many, named, thing
from tests.values import UTC

# How often what is drawn does not fit, the same throughout one example: with a misfit in every
# third place, hardly an example would get past its errors.
proportions = st.shared(st.sampled_from([0, 0, 20, 5]), key="proportion of misfits")


@st.composite
def misfits(draw):
    """Whether to draw something that does not fit."""
    proportion = draw(proportions)
    return proportion > 0 and draw(st.integers(1, proportion)) == proportion


def mostly(fitting, other):
    """Draw from `fitting`, and from `other` where a misfit is due."""
    return misfits().flatmap(lambda misfit: other if misfit else fitting)


def calls(function, *strategies):
    """Draw calls of a function with what is drawn."""
    return st.tuples(*strategies).map(lambda arguments: Call(function, *arguments))


WORDS = ["", " ", "a", "red", "H", "True", "no", "null", "NaN"]
NUMBERS = ["12", "3.5", " 3.50 ", "1e3", "1 00:00:00", str(uuid.UUID(int=5))]
MOMENTS = ["2024-02-29", "2024-07-01T12:30:00Z", "12:30"]
ADDRESSES = ["a@example.org", "https://example.org/?a=b&c", "127.0.0.1", "::1"]
CHARACTERS = ["žluťoučký \u2028 🐎", "<b>&amp;", "\ud800", "\x00"]
texts = st.text(max_size=8) | st.sampled_from(
    [*WORDS, *NUMBERS, *MOMENTS, *ADDRESSES, *CHARACTERS]
)
integers = st.integers(-(2**63), 2**63) | st.sampled_from([0, 1, 2, 12, 2**53 + 1, 2**64, 2**70])
floats = st.floats() | st.sampled_from([0.0, -0.0, 1.0, 2.5, 1e16, 1e-7, 5e-324, 1e300])
decimals = mostly(
    st.decimals(-(10**6), 10**6)
    | st.sampled_from([Decimal(text) for text in ("0", "-0.00", "3.5", "2.345", "1E+3", "1E-9")]),
    st.decimals(),
)
ZONES = ["UTC", "Etc/GMT-3", "Europe/Berlin", "Europe/Dublin", "America/St_Johns"]
ZONES += ["Asia/Kathmandu", "Africa/Monrovia", "Australia/Lord_Howe", "Africa/Casablanca"]
zones = st.sampled_from(
    [
        UTC,
        datetime.timezone(datetime.timedelta(hours=5, minutes=30)),
        datetime.timezone(datetime.timedelta(seconds=-3661), "named"),
    ]
) | st.sampled_from(
    # The latter have no hash.
    [*map(ZoneInfo, ZONES), *map(tz.gettz, ZONES)]
)
# Clocks are changed somewhere on these days.
CHANGES = ((2024, 3, 10), (2024, 3, 31), (2024, 10, 27), (1972, 1, 7))


def moment_of(day, minutes, fold):
    return datetime.datetime(*day, fold=fold) + datetime.timedelta(minutes=minutes)


def in_zone(moment, zone):
    return moment.replace(tzinfo=zone)


moments = st.one_of(
    st.datetimes(),
    st.builds(moment_of, st.sampled_from(CHANGES), st.integers(-60, 300), st.sampled_from([0, 1])),
    st.sampled_from([datetime.datetime.min, datetime.datetime.max]),
)
datetimes = st.builds(in_zone, moments, st.none() | zones)
times = st.times(timezones=st.none() | zones)
durations = st.timedeltas() | st.sampled_from(
    [datetime.timedelta(0), datetime.timedelta(seconds=-1), datetime.timedelta(days=2, hours=3)]
)
keys = st.sampled_from([1, 2, "a", uuid.UUID(int=5), None, "", True, 2**70, 1.5, b"key"])
scalars = st.one_of(
    st.none(),
    st.booleans(),
    texts,
    integers,
    floats,
    decimals,
    datetimes,
    st.dates(),
    times,
    durations,
    st.uuids(),
    st.binary(max_size=4),
    calls(named, st.sampled_from([*NAMED])),
)
documents = st.recursive(
    st.none() | st.booleans() | texts | st.integers(-5, 2**64) | floats,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(texts | st.integers(0, 3), inner, max_size=3)
    ),
    max_leaves=5,
)
PLAIN_NAMES = ["a", "b", "c", "d", "pk", "title"]
# They mean something to a mapping, a serializer or Python.
TAKEN_NAMES = ["items", "class", "data", "fields", "error", "instance", "row", "context"]
NAMES = [*PLAIN_NAMES, *TAKEN_NAMES, "{value}", "two words", "_hidden"]


def things_with(values):
    return calls(thing, st.sampled_from([*THINGS]), values)


things = things_with(st.dictionaries(st.sampled_from(["a", "b", "pk"]), scalars))
linked_things = calls(
    thing,
    st.sampled_from(["plain object", "namespace", "attributes on demand"]),
    st.fixed_dictionaries(
        {
            "pk": keys,
            "a": scalars,
            "b": calls(thing, st.just("plain object"), st.fixed_dictionaries({"a": scalars})),
        }
    ),
)
anything = st.one_of(scalars, documents, things, linked_things)


def collections_of(items):
    return calls(many, st.sampled_from([*COLLECTIONS]), st.lists(items, max_size=3).map(tuple))
