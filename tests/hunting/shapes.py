"""Strategies for serializers of any objects, for serializers of models, and for rows of those."""

from functools import partial

from hypothesis import strategies as st

from tests.hunting.descriptions import ByHand, Call, Field, Method, Nested, Shape
from tests.hunting.fields import (
    FREE_KINDS,
    KINDS,
    common_options,
    plain_fields,
    things_for,
    values_of,
)
from tests.hunting.models import COLUMNS, MODELS, RELATIONS
from tests.hunting.overriding import CALM_METHODS, METHODS, OF_ROWS, OVERRIDES
from tests.hunting.queries import all_rows, row, unsaved
from tests.hunting.querysets import column_values, indexes, loaded, paths
from tests.hunting.values import NAMES, calls, mostly, scalars

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
    often = {"field": 6, "method": 1 if methods is CALM_METHODS else 3, "nested": 3}
    if levels == 1:
        del often["nested"]
    what = draw(st.sampled_from([what for what, times in often.items() for _ in range(times)]))
    if what == "field":
        return draw(plain_fields(sources, kinds))
    if what == "method":
        return Method(draw(mostly(st.sampled_from([*methods]), st.sampled_from([*METHODS]))))
    options = dict(draw(common_options))
    if draw(st.booleans()):
        options["many"] = True
    source = draw(sources)
    if source is not None:
        options["source"] = source
    return Nested(draw(shapes(levels - 1)), options)


KEYS_OF_BOOKS = ("publisher_id", "by_code_id", "pk.real")
METHODS_OF_BOOKS = ("page_count", "get_format_display", "get_grade_display", "title.upper")
METHODS_OF_BOOKS += ("added.isoformat", "metadata.items", "tags.count", "tags.all", "tags.first")
PROPERTIES_OF_BOOKS = ("shout", "publisher.initials", "publisher.country.name")
EXTRA_ATTRIBUTES = {
    "Book": (*KEYS_OF_BOOKS, *METHODS_OF_BOOKS, *PROPERTIES_OF_BOOKS),
    "AudioBook": ("shout", "book_ptr_id", "get_format_display", "publisher.name.title"),
    "Publisher": ("initials",),
    "ImportedPublisher": ("initials",),
    "Work": ("kind", "credit_count", "credits.count", "authors.all", "sequel.title"),
    "Author": ("kind", "home_id", "home.within.name", "works.first"),
    "Note": ("about", "about.kind", "about_id"),
}
ATTRIBUTES = {
    name: tuple(dict.fromkeys((*COLUMNS[name], *RELATIONS[name], *EXTRA_ATTRIBUTES.get(name, ()))))
    for name in MODELS
}


@st.composite
def model_sources(draw, model):
    """Paths from a model through its relations, now and then to nothing."""
    path, end = draw(st.just(("", model)) | paths(model))
    odd = st.sampled_from(["missing", "named_tags", "title.upper", "pk.real"])
    last = draw(mostly(st.sampled_from([*ATTRIBUTES[end], "pk"]), odd))
    return ".".join([*filter(None, path.split("__")), last])


@st.composite
def model_shapes(draw, model, levels=3):
    """Model serializers, and plain ones that name attributes of a model."""
    base = draw(
        st.sampled_from(["ModelSerializer"] * 6 + ["Serializer", "HyperlinkedModelSerializer"])
    )
    attributes = st.sampled_from(ATTRIBUTES[model])
    declared = {
        name: draw(declared_fields(model, name, levels))
        for name in draw(
            st.lists(attributes | st.sampled_from(NAMES[:3]), unique=True, max_size=3)
        )
    }
    project = {"overrides": draw(overrides)}
    if base == "Serializer":
        fields = declared or {"pk": Field("ReadOnlyField")}
        return Shape(fields, **project)
    derived = draw(st.lists(attributes, unique=True, max_size=5))
    if base == "HyperlinkedModelSerializer":
        derived.append("url")
    meta = {"model": model}
    which = draw(st.sampled_from(["fields", "fields", "fields", "all", "exclude"]))
    if which == "all":
        meta["fields"] = "__all__"
    elif which == "exclude":
        kept = {*declared, *RELATIONS[model]}
        meta["exclude"] = [name for name in COLUMNS[model] if name not in kept and name in derived]
    else:
        meta["fields"] = list(dict.fromkeys([*derived, *declared]))
    if draw(st.booleans()):
        meta["depth"] = draw(st.integers(0, 2))
    if draw(st.booleans()):
        meta["extra_kwargs"] = draw(
            st.dictionaries(st.sampled_from(derived or ["id"]), extra_options(model), max_size=2)
        )
    return Shape(declared, base, meta, **project)


@st.composite
def shapes_of_relations(draw, model, levels=3):
    """Model serializers that give instances to no code of a project."""
    attributes = st.sampled_from([*COLUMNS[model], *RELATIONS[model], *RELATIONS[model]])
    names = draw(st.lists(attributes, unique=True, min_size=1, max_size=4))
    declared = {
        name: draw(relation_fields(RELATIONS[model][name], levels))
        for name in names
        if name in RELATIONS[model] and draw(st.integers(0, 3))
    }
    return Shape(declared, "ModelSerializer", {"model": model, "fields": names})


@st.composite
def relation_fields(draw, relation, levels):
    many = {"many": True} if relation.many else {}
    if levels > 1 and draw(st.integers(0, 3)):
        shape = draw(shapes_of_relations(relation.model, levels - 1))
        return Nested(shape, draw(common_options) | many)
    slug = draw(st.sampled_from(COLUMNS[relation.model]))
    return Field("SlugRelatedField", {"slug_field": slug, "read_only": True, **many})


def extra_options(model):
    return st.sampled_from(
        [
            {"allow_null": True},
            {"read_only": True},
            {"write_only": True},
            {"required": False},
            {"source": COLUMNS[model][-1]},
            {"default": 5},
            {"read_only": True, "format": None},
            {"read_only": True, "coerce_to_string": None},
        ]
    )


@st.composite
def declared_fields(draw, model, name, levels):
    relation = RELATIONS[model].get(name)
    if relation is None or levels == 1 or draw(st.booleans()):
        sources = sources_apart_from(name, ATTRIBUTES[model]) | model_sources(model).filter(
            lambda source: source != name
        )
        below = partial(model_shapes, model)
        return draw(any_fields(sources, levels, below, methods=[*CALM_METHODS, *OF_ROWS]))
    shape = draw(model_shapes(relation.model, levels - 1))
    if draw(st.integers(0, 2)) == 0:
        return ByHand(shape, name, relation.many)
    return Nested(shape, draw(common_options) | ({"many": True} if relation.many else {}))


@st.composite
def model_instances(draw, shape, model):
    """Instances of a model, and now and then what else a serializer may be given."""
    changeable = mostly(st.sampled_from(COLUMNS[model]), st.sampled_from(["pk", "a", "extra"]))
    names = draw(st.lists(changeable, unique=True, max_size=3))
    changes = {name: draw(attribute_values(shape, model, name)) for name in names}
    index = draw(indexes)
    stored = loaded(model).map(lambda rows: Call(row, rows, index, **changes))
    new = Call(unsaved, model, **changes)
    of_another = calls(row, st.sampled_from([*MODELS]).flatmap(loaded))
    others = st.one_of(st.none(), things_for(shape), of_another)
    return draw(mostly(st.one_of(stored, stored, stored, st.just(new)), others))


def attribute_values(shape, model, name):
    """Values for an attribute of an instance, which its field reads or its column holds."""
    relation = RELATIONS[model].get(name)
    if relation is not None:
        stored = calls(row, st.just(all_rows(relation.model)), indexes)
        return st.none() | stored | st.just(Call(unsaved, relation.model))
    if name in shape.fields:
        return values_of(shape.fields[name])
    if name not in COLUMNS[model]:
        return scalars
    return column_values(MODELS[model]._meta.get_field(name))
