"""Strategies for querysets of every kind, and for what the database holds."""

from __future__ import annotations

from django.db import connection, models
from hypothesis import strategies as st

from tests.hunting.descriptions import Row
from tests.hunting.models import COLUMNS, MODELS, PLAIN_COLUMNS, RELATIONS, STORED, relation_names
from tests.hunting.queries import Content, Expression, Prefetched, Queryset, Raw, Step, ordered
from tests.hunting.values import (
    datetimes,
    decimals,
    documents,
    durations,
    floats,
    misfits,
    mostly,
    texts,
)

ANNOTATIONS = ("a", "b", "extra", "count", "shout")
TO_ATTRIBUTES = ("a", "b", "found", "named_tags")
FETCH_MODES = [name for name in ("FETCH_ONE", "FETCH_PEERS") if hasattr(models, name)]


@st.composite
def querysets(draw, model, levels=3):
    """Querysets in an order that does not depend on the database's mood."""
    steps = [Step("all")]
    for kind in draw(st.lists(st.sampled_from(list(STEPS)), unique=True, max_size=4)):
        steps += draw(STEPS[kind](model, levels))
    steps.append(Step("order_by", draw(orders(model))))
    if levels > 1 and draw(st.integers(0, 5)) == 0:
        steps += draw(st.sampled_from(LAST))
    elif draw(st.integers(0, 5)) == 0:
        steps.append(Step("slice", draw(slices)))
    return Queryset(model, tuple(steps))


@st.composite
def listed_querysets(draw, model):
    """Querysets as a list is given them: with owners, evaluated, of values, as managers."""
    rows = draw(querysets(model))
    how = draw(st.sampled_from(["as it is"] * 16 + ["owned"] * 3 + ["manager", *AS_OTHERS]))
    if how == "manager":
        return Queryset(model)
    if how == "owned":
        owners = owners_of(model)
        if owners:
            owner, name = draw(st.sampled_from(owners))
            steps = rows.steps if draw(st.booleans()) else ()
            return Queryset(model, steps, (owner, name, draw(indexes)))
    return Queryset(model, (*rows.steps, *([Step(how)] if how in AS_OTHERS else [])))


AS_OTHERS = (
    *("evaluate", "count first", "look at the first"),
    *("values", "values_list", "raw", "as a list"),
)


@st.composite
def loaded(draw, model):
    """Querysets of all rows of a model, whose columns and relations are loaded in any way."""
    steps = []
    kinds = st.sampled_from(["joined", "deferred", "prefetched", "annotated"])
    for kind in draw(st.lists(kinds, unique=True)):
        steps += draw(STEPS[kind](model, 2))
    return ordered(model, *steps)


LAST = (
    *([Step(method)] for method in ("reverse", "distinct", "unite", "none")),
    [Step("using", ("default",))],
)
slices = st.sampled_from([(None, 1), (None, 2), (1, None), (1, 3), (None, 0)])
indexes = st.integers(0, STORED - 1)


def owners_of(model):
    return [
        (owner, name)
        for owner, relations in RELATIONS.items()
        for name, relation in relations.items()
        if relation.model == model and relation.many
    ]


@st.composite
def orders(draw, model):
    columns = draw(st.lists(st.sampled_from(PLAIN_COLUMNS[model]), unique=True, max_size=1))
    return tuple(f"{draw(st.sampled_from(['', '-']))}{name}" for name in [*columns, "pk"])


# Steps: each a strategy for a list of them, of a model and of the levels that may follow.


@st.composite
def one_path(draw, model, length=3):
    """Names of relations to one row, one behind the other."""
    path = []
    for _ in range(draw(st.integers(1, length))):
        names = relation_names(model, many=False)
        if not names:
            break
        path.append(draw(st.sampled_from(names)))
        model = RELATIONS[model][path[-1]].model
    return "__".join(path)


@st.composite
def joined(draw, model, levels):
    paths = draw(st.lists(one_path(model), max_size=3))
    return [Step("select_related", tuple(dict.fromkeys(filter(None, paths))))]


LOOKED_AT = {"Country", "Keeper"}
"""By managers of related rows: a deferred column is loaded once somebody asks for these."""


@st.composite
def deferred(draw, model, levels):
    if model in LOOKED_AT:
        return []
    method = draw(st.sampled_from(["only", "defer"]))
    names = draw(st.lists(st.sampled_from(COLUMNS[model]), unique=True, min_size=1, max_size=4))
    steps = []
    path = draw(one_path(model, 1))
    related = RELATIONS[model][path].model if path else None
    if related not in {None, *LOOKED_AT} and draw(st.booleans()):
        far = draw(st.sampled_from(COLUMNS[related]))
        steps.append(Step("select_related", (path,)))
        names += [path, f"{path}__{far}"] if method == "only" else [f"{path}__{far}"]
        names = [name for name in names if method == "only" or name != path]
    return [*steps, Step(method, tuple(dict.fromkeys(names)))]


@st.composite
def prefetched(draw, model, levels):
    lookups = [draw(prefetches(model, levels)) for _ in range(draw(st.integers(1, 3)))]
    return [Step("prefetch_related", tuple(lookup for lookup in lookups if lookup))]


@st.composite
def prefetches(draw, model, levels):
    """A lookup through some relations, as a text or with what is to be done at its end."""
    path = []
    target = model
    for _ in range(draw(st.integers(1, 3))):
        if not RELATIONS[target]:
            break
        path.append(draw(st.sampled_from(list(RELATIONS[target]))))
        target = RELATIONS[target][path[-1]].model
    lookup = "__".join(path)
    if not path or levels == 1 or draw(st.integers(0, 3)) == 0:
        return lookup
    queryset = draw(st.none() | querysets(target, levels - 1) | querysets(target, levels - 1))
    to_attr = draw(st.none() | st.sampled_from(TO_ATTRIBUTES))
    return Prefetched(lookup, queryset, to_attr)


@st.composite
def annotated(draw, model, levels):
    name = draw(st.sampled_from(ANNOTATIONS))
    many = relation_names(model, many=True)
    kind = draw(st.sampled_from([*ANNOTATED, *(["count"] * 3 if many else ())]))
    return [Step("annotate", (), {name: Expression(kind, draw(ANNOTATED_WITH[kind](model)))})]


def column(model):
    return st.sampled_from(COLUMNS[model])


ANNOTATED_WITH = {
    "count": lambda model: st.sampled_from(relation_names(model, many=True)),
    "column": column,
    "upper": column,
    "greatest": column,
    **dict.fromkeys(("text", "number", "nothing", "sql"), lambda model: st.just("")),
    **dict.fromkeys(("exists", "subquery"), st.just),
    **{f"declared {kind}": column for kind in ("an integer", "a decimal", "a text", "a moment")},
    "greatest, declared a text": column,
}
ANNOTATED = [kind for kind in ANNOTATED_WITH if kind != "count"]


@st.composite
def filtered(draw, model, levels):
    names = list(RELATIONS[model])
    if names and draw(st.booleans()):
        name = draw(st.sampled_from(names))
        return [Step("filter", (), {f"{name}__isnull": draw(st.booleans())})]
    return [Step(draw(st.sampled_from(["filter", "exclude"])), (), {"pk__isnull": False})]


@st.composite
def filtered_relation(draw, model, levels):
    names = relation_names(model, many=False)
    return [Step("filtered relation", (draw(st.sampled_from(names)),))] if names else []


@st.composite
def selected_otherwise(draw, model, levels):
    selected = {draw(st.sampled_from(ANNOTATIONS)): draw(st.sampled_from(["1", "'x'", "NULL"]))}
    return [Step("extra", (), {"select": selected})]


SELDOM = (
    Step("select_for_update"),
    Step("alias", (), {"aliased": Expression("column", "pk")}),
    *(Step("fetch mode", (mode,)) for mode in FETCH_MODES),
)


STEPS = {
    "joined": joined,
    "deferred": deferred,
    "prefetched": prefetched,
    "prefetched once more": prefetched,
    "annotated": annotated,
    "filtered": filtered,
    "filtered relation": filtered_relation,
    "selected otherwise": selected_otherwise,
    "seldom": lambda model, levels: st.tuples(st.sampled_from(SELDOM)),
}


# What the database holds.

STORABLE = {
    models.IntegerField: st.integers(-(2**31), 2**31 - 1),
    models.BigIntegerField: st.integers(-(2**63), 2**63 - 1),
    models.FloatField: floats,
    models.DecimalField: decimals,
    models.DateTimeField: datetimes,
    models.DateField: st.dates(),
    models.TimeField: st.times(),
    models.DurationField: durations,
    models.BooleanField: st.booleans(),
    models.UUIDField: st.uuids(),
    models.JSONField: documents,
    models.BinaryField: st.binary(max_size=4),
    models.GenericIPAddressField: st.sampled_from(["::1", "127.0.0.1", "::ffff:1.2.3.4"]),
}
# What SQLite may have in a column of another type, and Django can make something of. Nothing of a
# column that is not read is made: what raises there is not missed.
MOMENTS = ("2024-07-01 12:30:00", "2024-07-01T12:30:00+02:00", "2024-07-01", "text", "")
ODD = {
    models.DateTimeField: MOMENTS,
    models.DateField: MOMENTS[2:],
    models.TimeField: ("12:30", "12:30:00.5", "text"),
    models.DecimalField: (5, 2.5, 1e6, -1),
    models.DurationField: (5, 0, -1),
    models.JSONField: ('"text"', "5", "null", "[1, {}]", "1e400", "NaN", str(2**70)),
    models.UUIDField: ("0" * 32, "{" + "1" * 32 + "}"),
    models.BinaryField: (b"bytes",),
    models.Field: ("text", "", "12", 5, 2.5, 2, -1, 1.0),
}


@st.composite
def contents(draw, model):
    """Values for columns of some rows of a model, and of those that it is related to."""
    near = [model, *(relation.model for relation in RELATIONS[model].values())]
    return tuple(draw(content(draw(st.sampled_from(near)))) for _ in range(draw(counts)))


counts = st.sampled_from([0, 0, 1, 2, 4])


@st.composite
def content(draw, model):
    names = [*CHANGEABLE[model]]
    name = draw(st.sampled_from(names))
    index = draw(st.integers(0, 3 if model in ("Book", "Work") else STORED - 1))
    return Content(model, index, name, draw(stored_values(model, name)))


CHANGEABLE = {
    name: [
        field.name
        for field in (*model._meta.concrete_fields, *model._meta.local_many_to_many)
        if not field.primary_key
        and not getattr(field, "generated", False)
        and not getattr(field.remote_field, "through_fields", None)
        and not (field.many_to_many and not field.remote_field.through._meta.auto_created)
    ]
    for name, model in MODELS.items()
}


@st.composite
def stored_values(draw, model, name):
    field = MODELS[model]._meta.get_field(name)
    if field.many_to_many:
        rows = st.builds(Row, st.just(ordered(RELATIONS[model][name].model)), indexes)
        return draw(st.lists(rows, max_size=2).map(tuple))
    if connection.vendor == "sqlite" and draw(misfits()) and field.remote_field is None:
        odd = next(ODD[base] for base in type(field).__mro__ if base in ODD)
        return Raw(draw(st.sampled_from(odd)))
    if field.remote_field is not None:
        related = field.related_model
        known = [other for other, cls in MODELS.items() if cls is related]
        rows = [Row(ordered(known[0]), index) for index in range(STORED)] if known else []
        return draw(mostly(st.sampled_from([None, *rows]), st.just(Raw(999))))
    kinds = [STORABLE[base] for base in type(field).__mro__ if base in STORABLE]
    return draw(st.none() | kinds[0] if field.null and kinds else kinds[0] if kinds else texts)
