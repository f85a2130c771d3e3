"""Strategies for fields, with values of which most fit them."""

from __future__ import annotations

import decimal
import functools
import operator
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st
from rest_framework.settings import api_settings

from tests.hunting.descriptions import CUSTOM, Call, Field, Nested
from tests.hunting.queries import all_rows, row, unsaved
from tests.hunting.things import named
from tests.hunting.values import (
    anything,
    calls,
    collections_of,
    datetimes,
    decimals,
    documents,
    durations,
    floats,
    integers,
    keys,
    linked_things,
    misfits,
    mostly,
    scalars,
    texts,
    things,
    things_with,
    times,
    zones,
)
from tests.models import Book
from tests.values import Colour


class Kind(NamedTuple):
    values: st.SearchStrategy
    options: st.SearchStrategy


def kind(values, *needed, **options):
    """Return a kind of fields: the values that fit, options that it needs, and others."""
    parts = st.tuples(*needed, optional(**options))
    return Kind(values, parts.map(lambda drawn: functools.reduce(operator.or_, drawn)))


def optional(**options):
    return st.fixed_dictionaries({}, optional=options)


def needs(**options):
    return st.fixed_dictionaries(options)


def one_of(*values):
    return st.sampled_from(values)


def of_names(*names):
    return calls(named, st.sampled_from(names))


booleans, many = st.booleans(), st.just(True)
formats = one_of(None, "iso-8601", "ISO-8601", "%d.%m.%Y %H:%M %z", "%Y", "", "{x}'\"\\")
choices = needs(
    choices=one_of(
        [("a", "A"), ("12", "Twelve"), (1, "One"), (True, "Yes"), (2.5, "Half")],
        [("Group", [("a", "A"), (2, "Two")]), ("", "Nothing")],
        [(None, "None"), ("", "Blank"), (0, "Zero")],
        [(colour, colour.name) for colour in Colour],
        Book.Format.choices,
        Book.Grade.choices,
        ["a", "b", 3],
        [],
    )
)
chosen = one_of("a", "b", "12", "H", "", 1, 2, 0, True, 2.5, "True", "red") | of_names(
    "colour", "size", "format", "grade"
)
files = of_names("file", "no file", "file elsewhere")
related = one_of({"read_only": True}, {"read_only": True}, {"queryset": all_rows("Tag")})
links = mostly(
    one_of({"view_name": "book-detail"}, {"view_name": "tag-detail", "format": "html"})
    | st.just({"view_name": "named", "lookup_url_kwarg": "name"}),
    one_of({"view_name": "missing"}, {"view_name": "book-detail", "lookup_field": "missing"}),
)
related_things = mostly(
    st.one_of(
        linked_things,
        calls(row, one_of("Tag", "Publisher").map(all_rows)),
        keys.map(lambda key: Call(unsaved, "Tag", pk=key)),
    ),
    things,
)
# What some fields make something of, and others refuse.
ALMOST_TEXTS = ["true", "No", " 7 ", "3.0", "junk", "2024-07-01T12:30:00Z", "a12", b"0" * 16]
ALMOST_NUMBERS = [0, 1, 1.0, 3.7, 10**30, 2**1100, decimal.Decimal(4)]
almost = one_of(*ALMOST_TEXTS, *ALMOST_NUMBERS, {1}, {"a": 1}, [], {}, ["a", None])

KINDS = {
    "BooleanField": kind(booleans),
    "CharField": kind(texts, trim_whitespace=booleans, allow_blank=booleans),
    **dict.fromkeys(("EmailField", "SlugField", "URLField"), kind(texts)),
    "RegexField": kind(texts, needs(regex=st.just("a+"))),
    "IPAddressField": kind(texts, protocol=one_of("both", "IPv4", "ipv6")),
    "UUIDField": kind(st.uuids(), format=one_of("hex_verbose", "hex", "int", "urn")),
    "IntegerField": kind(integers),
    "BigIntegerField": kind(integers, coerce_to_string=booleans),
    "FloatField": kind(floats),
    "DecimalField": kind(
        decimals,
        needs(
            max_digits=mostly(st.none() | st.integers(12, 20), st.integers(1, 5)),
            decimal_places=st.none() | st.integers(0, 10),
        ),
        **dict.fromkeys(("coerce_to_string", "localize", "normalize_output"), booleans),
        rounding=one_of(None, decimal.ROUND_UP, decimal.ROUND_DOWN, decimal.ROUND_HALF_EVEN),
    ),
    "DateTimeField": kind(datetimes, format=formats, default_timezone=st.none() | zones),
    "DateField": kind(st.dates(), format=formats),
    "TimeField": kind(times, format=formats),
    "DurationField": kind(durations, format=one_of(None, "iso-8601", "django")),
    "ChoiceField": kind(chosen, choices, allow_blank=booleans),
    "MultipleChoiceField": kind(collections_of(chosen), choices, allow_empty=booleans),
    "FilePathField": kind(texts, needs(path=st.just(str(Path(__file__).parent)))),
    "FileField": kind(files, use_url=booleans),
    "ImageField": kind(files, use_url=booleans),
    "ListField": kind(anything, child=st.deferred(lambda: children), allow_empty=booleans),
    "DictField": kind(anything, child=st.deferred(lambda: children)),
    "HStoreField": kind(st.dictionaries(texts, st.none() | texts, max_size=3)),
    "JSONField": kind(documents, binary=booleans),
    "ReadOnlyField": kind(anything),
    "HiddenField": kind(anything, needs(default=st.just(5))),
    "ModelField": kind(
        anything,
        needs(
            model_field=calls(
                Book._meta.get_field, one_of("title", "isbn", "price", "metadata", "blob")
            )
        ),
    ),
    "StringRelatedField": kind(anything, many=many),
    "PrimaryKeyRelatedField": kind(
        related_things, related, many=many, pk_field=one_of(Field("UUIDField"), Field("CharField"))
    ),
    "SlugRelatedField": kind(
        linked_things,
        related,
        needs(slug_field=mostly(one_of("a", "pk", "b__a"), one_of("label", "missing", "class"))),
        many=many,
    ),
    "HyperlinkedRelatedField": kind(related_things, related, links, many=many),
    "HyperlinkedIdentityField": kind(scalars, links),
    "ManyRelatedField": kind(
        collections_of(related_things),
        needs(
            child_relation=one_of(
                Field("StringRelatedField"),
                Field("PrimaryKeyRelatedField", {"read_only": True}),
                Field("SlugRelatedField", {"slug_field": "a", "read_only": True}),
            )
        ),
    ),
}
FITTING = {
    "name": texts,
    "made": datetimes,
    "day": st.dates(),
    "price": decimals,
    "size": integers,
}
KINDS |= {cls.__name__: kind(FITTING[name]) for name, own in CUSTOM.items() for cls in own}
if "DURATION_FORMAT" not in api_settings.defaults:  # before DRF 3.17
    KINDS["DurationField"] = kind(durations)
    del KINDS["BigIntegerField"]

# A `ModelField` reads nothing but attributes: hardly any object of the others has the right one.
FREE_KINDS = [name for name in KINDS if name != "ModelField"]
NEVER_WRITTEN = {"ReadOnlyField", "StringRelatedField", "HyperlinkedIdentityField"}

OWN_NAME = st.none()
common_options = one_of(
    {},
    {},
    {},
    {"required": False},
    {"allow_null": True},
    {"required": False, "allow_null": True},
    {"default": 5, "allow_null": True},
    {"default": None},
    {"default": "5"},
    {"default": 5},
    {"default": Call(named, "function")},
    {"default": Call(named, "function that raises")},
    {"read_only": True},
    {"read_only": True, "default": 5},
    {"write_only": True},
)
# Paths that hardly any object has: what a field gives in place of its value is asked for.
missing_sources = one_of("missing", "a.missing", "missing.a", "pk.missing.a")


@st.composite
def plain_fields(draw, sources=OWN_NAME, kinds=tuple(KINDS)):
    """Fields that hold no serializer."""
    kind = draw(st.sampled_from(kinds))
    own = draw(KINDS[kind].options)
    common = dict(draw(common_options))
    if kind in NEVER_WRITTEN or "read_only" in own:
        common.pop("write_only", None)
    if kind in {*NEVER_WRITTEN, "HiddenField"} or "queryset" in own:
        common.pop("read_only", None)
    if kind == "HyperlinkedIdentityField":
        sources = OWN_NAME
    elif sources is not OWN_NAME and ("default" in common or not common.get("required", True)):
        sources = st.one_of(sources, sources, missing_sources)
    source = draw(sources)
    options = {**common, **own, **({} if source is None else {"source": source})}
    return Field(kind, options)


children = plain_fields(
    kinds=[kind for kind in FREE_KINDS if kind not in ("ListField", "HiddenField")]
)
"""Fields within a `ListField` or a `DictField`."""


@st.composite
def values_of(draw, field):
    """Values of which most fit a field."""
    if draw(misfits()):
        return draw(almost | anything | of_names("function", "function that raises"))
    return None if draw(st.integers(0, 19)) == 19 else draw(fitting(field))


def fitting(field):
    """Return a strategy for the values that fit a field or a serializer."""
    if isinstance(field, Nested):
        fits = things_for(field.shape)
    elif not isinstance(field, Field):
        return anything
    elif field.kind in ("ListField", "DictField"):
        child = values_of(field.options["child"]) if "child" in field.options else scalars
        is_list = field.kind == "ListField"
        return collections_of(child) if is_list else st.dictionaries(texts, child, max_size=3)
    else:
        fits = KINDS[field.kind].values
    return collections_of(fits) if field.options.get("many") else fits


# Objects that have most of the attributes that a shape reads.


def path_of(name, field):
    if not isinstance(field, Field | Nested):
        return []
    if isinstance(field, Field) and field.kind == "ModelField":
        return field.options["model_field"].arguments
    source = field.options.get("source", name)
    return [] if source == "*" else source.split(".")


def attributes_of(shape):
    """Return the fields of a shape as a tree of the attributes that lead to them."""
    tree = {}
    for name, field in shape.fields.items():
        *path, last = path_of(name, field) or [None]
        branch = tree
        for step in path:
            if not isinstance(branch.get(step), dict):
                branch[step] = {}
            branch = branch[step]
        if last is not None:
            branch.setdefault(last, field)
        elif isinstance(field, Nested):
            tree |= {**attributes_of(field.shape), **tree}
    return tree


def things_for(shape):
    return things_of(attributes_of(shape))


def things_of(tree):
    return things_with(attributes(tree))


@st.composite
def attributes(draw, tree):
    values = {}
    for name, branch in tree.items():
        if not draw(misfits()):
            of_branch = things_of(branch) if isinstance(branch, dict) else values_of(branch)
            values[name] = draw(of_branch)
    return values
