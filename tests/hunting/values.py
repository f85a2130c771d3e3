"""Strategies for values of every type, and for the objects that have them."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal
from keyword import iskeyword
from zoneinfo import ZoneInfo

from dateutil import tz
from hypothesis import strategies as st

from tests.hunting.descriptions import Called, Many, Named, Row, Thing, Unsaved
from tests.hunting.named import NAMED
from tests.hunting.queries import ordered
from tests.hunting.things import LATE_THINGS, LAZY_COLLECTIONS, THINGS, WITH_IDENTIFIERS
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


texts = st.text(max_size=8) | st.sampled_from(
    [
        *("", " ", "12", "3.5", " 3.50 ", "1e3", "True", "no", "null", "NaN", "a", "red", "H"),
        *("a@example.org", "https://example.org/?a=b&c", "127.0.0.1", "::1", "2024-02-29"),
        *("žluťoučký \u2028 🐎", "<b>&amp;", "\ud800", "\x00", str(uuid.UUID(int=5))),
    ]
)
integers = st.integers(-(2**70), 2**70) | st.sampled_from([0, 1, 2, 12, 2**53 + 1, 2**63, 2**64])
floats = st.floats() | st.sampled_from([0.0, -0.0, 1.0, 2.5, 1e16, 1e-7, 5e-324, 1e300])
decimals = mostly(
    st.decimals(-(10**6), 10**6)
    | st.sampled_from([Decimal(text) for text in ("0", "-0.00", "3.5", "2.345", "1E+3", "1E-9")]),
    st.decimals(),
)
ZONES = (
    *("UTC", "Etc/GMT-3", "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/St_Johns"),
    *("Asia/Kathmandu", "Africa/Monrovia", "Australia/Lord_Howe", "Pacific/Apia"),
    *("Africa/Casablanca", "Antarctica/Troll"),
)
zones = st.sampled_from(
    [
        UTC,
        *map(ZoneInfo, ZONES),
        datetime.timezone(datetime.timedelta(hours=5, minutes=30)),
        datetime.timezone(datetime.timedelta(seconds=-3661), "named"),
        datetime.timezone(datetime.timedelta(microseconds=1)),
        datetime.timezone(datetime.timedelta(0)),
        datetime.timezone(datetime.timedelta(0), "zero"),
        # These have no hash.
        *map(tz.gettz, ZONES),
    ]
)
# Days when clocks are changed somewhere.
CHANGES = ((2024, 3, 10), (2024, 3, 31), (2024, 10, 27), (1972, 1, 7), (2011, 12, 30))
around_a_change = st.builds(
    lambda day, minutes, fold: (
        datetime.datetime(*day, fold=fold) + datetime.timedelta(minutes=minutes)
    ),
    st.sampled_from(CHANGES),
    st.integers(-60, 300),
    st.sampled_from([0, 1]),
)
datetimes = st.one_of(
    st.datetimes(timezones=st.none() | zones),
    st.builds(
        lambda moment, zone: moment.replace(tzinfo=zone), around_a_change, st.none() | zones
    ),
    st.sampled_from(
        [
            datetime.datetime(2024, 7, 1, 12, 30, tzinfo=UTC),
            datetime.datetime.max.replace(tzinfo=UTC),
            datetime.datetime.min.replace(tzinfo=UTC),
        ]
    ),
)
times = st.times(timezones=st.none() | st.none() | zones)
durations = st.timedeltas() | st.sampled_from(
    [datetime.timedelta(0), datetime.timedelta(seconds=-1), datetime.timedelta(days=2, hours=3)]
)
named = st.sampled_from([Named(name) for name in NAMED])
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
    named,
)
documents = st.recursive(
    st.none() | st.booleans() | texts | st.integers(-5, 2**64) | floats,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(texts | st.integers(0, 3), inner, max_size=3)
    ),
    max_leaves=5,
)
# Names of attributes, also such as mean something to a mapping, a serializer, Python, a template,
# or the generated functions.
NAMES = (
    *("a", "b", "c", "d", "pk", "title", "items", "keys", "class", "type", "str", "Decimal"),
    *("data", "fields", "format", "context", "value", "initial", "attribute", "default", "error"),
    *("instance", "instances", "serializer", "row", "rows", "row_", "zone", "skipped", "related"),
    *("columns", "prefetched", "delegate", "a_serializer", "represent_a", "a_quantum", "step_1"),
    *("{value}", "quote's", "back\\", "two words", "1st", "_hidden", "naïve", "\ufb01eld"),
)


@st.composite
def things(draw, names=("a", "b", "pk"), values=scalars):
    chosen = draw(st.lists(st.sampled_from(names), unique=True, max_size=4))
    return thing(draw, {name: draw(values) for name in chosen})


def thing(draw, values):
    kind = draw(st.sampled_from([*THINGS, *LATE_THINGS]))
    if kind in WITH_IDENTIFIERS and not all(map(is_plain_name, values)):
        kind = "namespace"
    return Thing(kind, values)


def is_plain_name(name):
    return name.isidentifier() and not iskeyword(name) and not name.startswith("_")


linked_things = st.builds(
    Thing,
    st.sampled_from(["plain object", "namespace", "properties", "attributes on demand"]),
    st.fixed_dictionaries(
        {
            "pk": keys,
            "a": scalars,
            "b": st.fixed_dictionaries({"a": scalars}).map(
                lambda values: Thing("plain object", values)
            ),
        }
    ),
)
related_things = mostly(
    st.one_of(
        linked_things,
        st.builds(Row, st.builds(ordered, st.sampled_from(["Tag", "Publisher"]))),
        st.builds(Unsaved, st.just("Tag"), st.fixed_dictionaries({"pk": keys})),
    ),
    things(),
)
anything = st.one_of(scalars, documents, things(), related_things, st.builds(Called, scalars))


CALM_COLLECTIONS = ("list", "tuple", "generator", "values of a dict")
COLLECTION_KINDS = st.sampled_from([*CALM_COLLECTIONS * 2, *LAZY_COLLECTIONS])


def collections_of(items):
    return st.builds(Many, COLLECTION_KINDS, st.lists(items, max_size=3).map(tuple))
