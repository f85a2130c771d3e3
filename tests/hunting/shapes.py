"""Strategies for serializers of any objects."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.hunting.descriptions import Method, Nested, Shape
from tests.hunting.fields import FREE_KINDS, KINDS, common_options, plain_fields
from tests.hunting.overriding import CALM_METHODS, METHODS, OVERRIDES
from tests.hunting.values import NAMES, mostly

FREE_SOURCES = ("a", "b", "c", "a.b", "b.a", "c.a.b", "pk", "a.pk", "title")
ODD_SOURCES = ("missing", "missing.deeper", "*", "a.", "a..b", "a.upper", "a.class", "a.items")


@st.composite
def shapes(draw, levels=3):
    """Serializers with nested ones, `levels` deep at most."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=5))
    fields = {
        name: draw(any_fields(sources_apart_from(name), levels, shapes, FREE_KINDS))
        for name in names
    }
    # Its method would be `get_fields()`.
    if isinstance(fields.get("fields"), Method):
        del fields["fields"]
    return Shape(fields, overrides=draw(overrides))


overrides = st.sampled_from([None] * 100 + [*OVERRIDES])


def sources_apart_from(name, fitting=FREE_SOURCES, odd=ODD_SOURCES):
    def one_of(sources):
        return st.sampled_from([source for source in sources if source != name])

    return mostly(st.none() | st.none() | one_of(fitting), one_of(odd))


@st.composite
def any_fields(draw, sources, levels, shapes, kinds=tuple(KINDS), methods=CALM_METHODS):
    what = draw(
        st.sampled_from(
            ["field"] * 6
            + ["method"] * (1 if methods is CALM_METHODS else 3)
            + ["nested"] * (3 if levels > 1 else 0)
        )
    )
    if what == "field":
        return draw(plain_fields(sources, kinds))
    if what == "method":
        return Method(draw(mostly(st.sampled_from(methods), st.sampled_from([*METHODS]))))
    options = dict(draw(common_options))
    if draw(st.booleans()):
        options["many"] = True
    source = draw(sources)
    if source is not None:
        options["source"] = source
    return Nested(draw(shapes(levels - 1)), options)
