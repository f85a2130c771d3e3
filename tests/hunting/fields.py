"""Strategies for fields, with values that fit them, almost fit them, and do not."""

from __future__ import annotations

import decimal
import functools
import operator
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st
from rest_framework.settings import api_settings

from tests.hunting.descriptions import (
    ERRORS,
    ByHand,
    Called,
    Field,
    Method,
    Named,
    Nested,
    Raises,
)
from tests.hunting.named import BOOK_COLUMNS
from tests.hunting.own_fields import CUSTOM, HOOKS
from tests.hunting.queries import ordered
from tests.hunting.values import (
    anything,
    collections_of,
    datetimes,
    decimals,
    documents,
    durations,
    floats,
    integers,
    linked_things,
    misfits,
    mostly,
    related_things,
    scalars,
    texts,
    thing,
    things,
    times,
    zones,
)


class Kind(NamedTuple):
    options: st.SearchStrategy
    fits: Callable[[Field], st.SearchStrategy]
    almost: st.SearchStrategy = anything


def optional(**options):
    return st.fixed_dictionaries({}, optional=options)


def kind(fits, *almost, options=None, **optionally):
    """Return a kind of values that are drawn from `fits`, whatever its options are.

    `almost` has strategies, and values, of which a text in brackets is that of a `Named` one.
    """
    values = [Named(v[1:-1]) if is_name(v) else v for v in almost if not is_strategy(v)]
    strategies = [*filter(is_strategy, almost), *([st.sampled_from(values)] if values else [])]
    chosen = optional(**optionally) if options is None else options
    return Kind(chosen, lambda field: fits, st.one_of(strategies or [anything]))


def is_strategy(value):
    return isinstance(value, st.SearchStrategy)


def is_name(value):
    return isinstance(value, str) and value[:1] == "<" and value[-1:] == ">"


def text_kind(**options):
    named = ("<lazy text>", "<text of a subclass>", "<format>", "<safe text>")
    almost = (integers, *named, "<text with its own str()>", b"bytes", True, 2.5)
    return kind(texts, *almost, **options)


formats = st.sampled_from(
    [None, "iso-8601", "ISO-8601", "%d.%m.%Y %H:%M %z", "%Y", "", "{x}'\"\\"]
)
choices = st.sampled_from(
    [
        [("a", "A"), ("12", "Twelve"), (1, "One"), (True, "Yes"), (2.5, "Half")],
        ["a", "b", 3],
        [("Group", [("a", "A"), (2, "Two")]), ("", "Nothing")],
        [(None, "None"), ("", "Blank"), (0, "Zero")],
        *({"a": "A", "H": "Hard"}, []),
        *(Named(f"all {name}") for name in ("colours", "sizes", "formats", "grades")),
    ]
)
chosen = st.sampled_from(
    [
        *("a", "b", "12", "H", "", 1, 2, 3, 0, True, 2.5, "1", "True", "red"),
        *map(Named, ("colour", "colour of a number", "size", "format", "grade")),
    ]
)
unrelated = st.sampled_from(["text", 5, Decimal("1.0")])
relation = st.sampled_from(
    [{"read_only": True}, {"read_only": True}, {"queryset": ordered("Tag")}]
)


def merged(*strategies):
    """Draw a dict of all that the dicts have which are drawn."""
    return st.tuples(*strategies).map(lambda parts: functools.reduce(operator.or_, parts))


def one_or_many(fits):
    return lambda field: collections_of(fits) if "many" in field.options else fits


def related_kind(*options, **optionally):
    """A relation's options, and perhaps `many`."""
    return Kind(
        merged(relation, *options, optional(**optionally)),
        one_or_many(related_things),
        unrelated | documents,
    )


many = st.just(True)
slugs = mostly(
    st.sampled_from(["a", "pk", "b__a"]),
    st.sampled_from(["label", "name", "b.a", "missing", "class", ""]),
).map(lambda slug: {"slug_field": slug})
hyperlinks = mostly(
    st.sampled_from(
        [
            {"view_name": "book-detail"},
            {"view_name": "tag-detail", "format": "html"},
            {"view_name": "named", "lookup_url_kwarg": "name"},
            {"view_name": "book-detail", "lookup_field": "a", "lookup_url_kwarg": "pk"},
        ]
    ),
    st.sampled_from(
        [
            *({"view_name": "missing"}, {"view_name": "named"}),
            {"view_name": "book-detail", "lookup_field": "missing"},
        ]
    ),
)

KINDS = {
    "BooleanField": kind(st.booleans(), "true", "No", "", 1, 0, 1.0, "null"),
    "CharField": text_kind(trim_whitespace=st.booleans(), allow_blank=st.booleans()),
    "EmailField": text_kind(),
    "SlugField": text_kind(allow_unicode=st.booleans()),
    "URLField": text_kind(),
    "RegexField": text_kind(options=st.just({"regex": "a+"})),
    "IPAddressField": text_kind(protocol=st.sampled_from(["both", "IPv4", "ipv6"])),
    "UUIDField": kind(
        st.uuids(),
        st.uuids().map(str),
        st.uuids().map(lambda key: key.hex),
        *(5, 0, "junk", b"0" * 16, "<uuid of a subclass>"),
        format=st.sampled_from(["hex_verbose", "hex", "int", "urn"]),
    ),
    "IntegerField": kind(
        integers,
        *("12", " 7 ", True, 3.0, 3.7, Decimal("4"), float("nan"), "3.0"),
        *("<grade>", "<size>", "<integer of a subclass>"),
    ),
    "BigIntegerField": kind(
        integers,
        *("12", True, 3.7, "junk", "<size>", "<integer of a subclass>"),
        coerce_to_string=st.booleans(),
    ),
    "FloatField": kind(
        floats,
        *(1, True, "2.5", "nan", "junk", Decimal("1.1"), 2**1100, "<float of a subclass>"),
    ),
    "DecimalField": kind(
        decimals,
        *(1, 2.5, "3.5", " 3.50 ", "junk", "NaN", float("inf"), True, 10**30),
        "<decimal of a subclass>",
        options=st.fixed_dictionaries(
            {
                "max_digits": mostly(st.none() | st.integers(12, 20), st.integers(1, 5)),
                "decimal_places": st.none() | st.integers(0, 10),
            },
            optional={
                **dict.fromkeys(
                    ("coerce_to_string", "localize", "normalize_output"), st.booleans()
                ),
                "rounding": st.sampled_from(
                    [None, decimal.ROUND_UP, decimal.ROUND_DOWN, decimal.ROUND_HALF_EVEN]
                ),
            },
        ),
    ),
    "DateTimeField": kind(
        datetimes,
        st.dates(),
        *("2024-07-01T12:30:00Z", "", "<datetime of a subclass>", "<datetime without offset>"),
        format=formats,
        default_timezone=st.none() | zones,
    ),
    "DateField": kind(
        st.dates(), datetimes, "2024-07-01", "", "<date of a subclass>", format=formats
    ),
    "TimeField": kind(
        times,
        datetimes,
        *("12:30", "", "<time of a subclass>", "<time without offset>"),
        format=formats,
    ),
    "DurationField": kind(durations, 5, "1 00:00:00", "<duration of a subclass>"),
    "ChoiceField": kind(
        chosen,
        scalars,
        options=st.fixed_dictionaries(
            {"choices": choices}, optional={"allow_blank": st.booleans()}
        ),
    ),
    "MultipleChoiceField": kind(
        collections_of(chosen) | st.lists(chosen, max_size=3),
        *("a12", {1}, {"a": 1}, 5, "<generator>", "<frozen set>"),
        st.lists(anything, max_size=2),
        options=st.fixed_dictionaries(
            {"choices": choices}, optional={"allow_empty": st.booleans()}
        ),
    ),
    "FilePathField": kind(
        st.sampled_from([str(Path(__file__).with_name("test_hunt.py")), "elsewhere"]),
        scalars,
        options=st.just({"path": str(Path(__file__).parent), "match": r"^test_.*\.py$"}),
    ),
    "FileField": kind(
        st.sampled_from([Named("file"), Named("no file"), Named("file elsewhere")]),
        *("", "text", "<file without url>", "<path>", 0, 5),
        use_url=st.booleans(),
    ),
    "ImageField": kind(
        st.sampled_from([Named("file"), Named("no file")]),
        *("", "text", "<file without url>"),
        use_url=st.booleans(),
    ),
    "ListField": Kind(
        st.deferred(lambda: optional(child=children(), allow_empty=st.booleans())),
        lambda field: (
            st.lists(child_values(field), max_size=3) | collections_of(child_values(field))
        ),
        st.sampled_from(
            ["text", {"a": 1}, 5, Named("generator"), Named("manager"), ordered("Tag")]
        ),
    ),
    "DictField": Kind(
        st.deferred(lambda: optional(child=children())),
        lambda field: st.dictionaries(texts | st.integers(0, 3), child_values(field), max_size=3),
        things() | st.sampled_from([[], "text", Named("dict of a subclass")]),
    ),
    "HStoreField": kind(
        st.dictionaries(texts, st.none() | texts, max_size=3),
        *(st.dictionaries(texts | integers, scalars, max_size=3), [], "text"),
    ),
    "JSONField": kind(documents, binary=st.booleans()),
    "ReadOnlyField": kind(anything),
    "HiddenField": kind(anything, options=st.fixed_dictionaries({"default": st.just(5)})),
    "ModelField": kind(
        anything,
        options=st.fixed_dictionaries(
            {"model_field": st.sampled_from([Named(name) for name in BOOK_COLUMNS])}
        ),
    ),
    "StringRelatedField": Kind(optional(many=many), one_or_many(anything)),
    "PrimaryKeyRelatedField": related_kind(
        many=many, pk_field=st.sampled_from([Field("UUIDField"), Field("CharField")])
    ),
    "SlugRelatedField": related_kind(slugs, many=many)._replace(
        fits=one_or_many(linked_things), almost=related_things
    ),
    "HyperlinkedRelatedField": related_kind(hyperlinks, many=many),
    "HyperlinkedIdentityField": kind(scalars, options=hyperlinks),
    "ManyRelatedField": kind(
        collections_of(related_things),
        documents,
        options=st.fixed_dictionaries(
            {
                "child_relation": st.sampled_from(
                    [
                        Field("StringRelatedField"),
                        Field("PrimaryKeyRelatedField", {"read_only": True}),
                        Field("SlugRelatedField", {"slug_field": "a", "read_only": True}),
                    ]
                )
            }
        ),
    ),
    "FieldOfTheInstance": kind(scalars),
    "RenamedField": text_kind(),
}
FITTING = {
    "name": texts,
    "made": datetimes,
    "day": st.dates(),
    "price": decimals,
    "size": integers,
}
KINDS |= {
    cls.__name__: kind(FITTING[name], scalars)
    for name, classes in CUSTOM.items()
    for cls in classes
}
if "DURATION_FORMAT" in api_settings.defaults:  # from DRF 3.17 on
    KINDS["DurationField"] = KINDS["DurationField"]._replace(
        options=optional(format=st.sampled_from([None, "iso-8601", "ISO-8601", "django"]))
    )
else:
    del KINDS["BigIntegerField"]

# A `ModelField` reads nothing but attributes: hardly any object of the others has the right one.
FREE_KINDS = [kind for kind in KINDS if kind != "ModelField"]
READ_ONLY_KINDS = {"ReadOnlyField", "StringRelatedField", "HyperlinkedIdentityField"}

OWN_NAME = st.none()
common_options = st.sampled_from(
    [
        *({}, {}, {}, {"required": False}, {"allow_null": True}),
        *({"required": False, "allow_null": True}, {"default": 5, "allow_null": True}),
        *({"default": value} for value in (None, "5", 5, Called(7))),
        *({"default": Called(Raises(error))} for error in ("KeyError", "SkipField")),
        *({"read_only": True}, {"read_only": True, "default": 5}, {"write_only": True}),
    ]
)

# Paths that hardly any object has: what a field gives in place of its value is asked for.
missing_sources = st.sampled_from(["missing", "a.missing", "missing.a", "pk.missing.a"])
hooks = st.sampled_from([()] * 24 + [(name,) for name in HOOKS]) | st.sampled_from(
    [()] * 4 + [("RepresentsMore", name) for name in HOOKS if name != "RepresentsMore"]
)


@st.composite
def plain_fields(draw, sources=OWN_NAME, kinds=tuple(KINDS)):
    """Fields that hold no serializer."""
    kind = draw(st.sampled_from(kinds))
    own = draw(KINDS[kind].options)
    common = draw(common_options)
    if kind in READ_ONLY_KINDS or "read_only" in own:
        common = {name: value for name, value in common.items() if name != "write_only"}
    if kind in READ_ONLY_KINDS | {"HiddenField"} or "queryset" in own:
        common = {name: value for name, value in common.items() if name != "read_only"}
    if kind == "HyperlinkedIdentityField":
        sources = OWN_NAME
    elif sources is not OWN_NAME and ("default" in common or not common.get("required", True)):
        sources = st.one_of(sources, sources, missing_sources)
    source = draw(sources)
    options = {**common, **own, **({} if source is None else {"source": source})}
    return Field(kind, options, draw(hooks))


def children():
    """Fields within a `ListField` or a `DictField`."""
    return plain_fields(
        kinds=[kind for kind in FREE_KINDS if kind not in ("ListField", "HiddenField")]
    )


def child_values(field):
    return values_of(field.options["child"]) if "child" in field.options else anything


@st.composite
def values_of(draw, field):
    """Values of which most fit `field`."""
    almost = fits = anything
    if isinstance(field, Nested):
        one = things_for(field.shape)
        fits = collections_of(one) if field.options.get("many") else one
    elif isinstance(field, Field):
        almost, fits = KINDS[field.kind].almost, KINDS[field.kind].fits(field)
    if draw(misfits()):
        return draw(almost | anything | st.builds(Called, anything))
    value = draw(fits)
    how = draw(st.sampled_from(["as it is"] * 18 + ["nothing", "called"]))
    return {"as it is": value, "nothing": None, "called": Called(value)}[how]


def path_of(name, field):
    if isinstance(field, Method | ByHand):
        return []
    if isinstance(field, Field) and field.kind == "ModelField":
        return [BOOK_COLUMNS[field.options["model_field"].name]]
    source = field.options.get("source", name)
    return [] if source == "*" else source.split(".")


@st.composite
def things_for(draw, shape):
    """Objects that have most of the attributes that `shape` reads."""
    return draw_thing(draw, attributes_of(shape))


def attributes_of(shape):
    """Return the fields of a shape as a tree of the attributes that lead to them."""
    tree = {}
    for name, reading in shape.fields.items():
        path = path_of(name, reading)
        if not path and isinstance(reading, Nested):
            tree = {**attributes_of(reading.shape), **tree}
        if not path:
            continue
        branch = tree
        for step in path[:-1]:
            if not isinstance(branch.get(step), dict):
                branch[step] = {}
            branch = branch[step]
        branch.setdefault(path[-1], reading)
    return tree


def draw_thing(draw, tree):
    values = {}
    for name, branch in tree.items():
        if draw(misfits()):
            error = draw(st.sampled_from([None, *ERRORS]))
            if error is not None:
                values[name] = Raises(error)
        elif isinstance(branch, dict):
            values[name] = draw_thing(draw, branch)
        else:
            values[name] = draw(values_of(branch))
    return thing(draw, values)
