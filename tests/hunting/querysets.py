"""Strategies for querysets of every kind."""

from django.db import models
from django.db.models import Count, Exists, F, FilteredRelation, Max, OuterRef, Prefetch, Q, Value
from django.db.models.expressions import ExpressionWrapper, RawSQL, Subquery
from django.db.models.functions import Cast, Upper
from hypothesis import strategies as st
from rest_framework.serializers import ModelSerializer

from tests.hunting.descriptions import Call, Field, Step, Steps
from tests.hunting.fields import values_of
from tests.hunting.models import COLUMNS, PLAIN_COLUMNS, RELATIONS, STORED, relation_names
from tests.hunting.queries import LISTS, all_rows, asked, raw, related_rows, rows_of, united
from tests.hunting.values import calls

# No project keeps prefetched rows under the name of an annotation.
ANNOTATIONS = ("a", "extra", "count", "shout")
TO_ATTRIBUTES = st.none() | st.sampled_from(["b", "found", "named_tags"])


@st.composite
def querysets(draw, model, levels=3):
    """Querysets in an order that does not depend on the database's mood."""
    steps = [Step("all")]
    for kind in draw(st.lists(st.sampled_from(STEPS), max_size=4)):
        steps += draw(kind(model, levels))
    columns = draw(st.lists(st.sampled_from(PLAIN_COLUMNS[model]), max_size=1))
    order = [f"{draw(st.sampled_from(['', '-']))}{name}" for name in (*columns, "pk")]
    steps.append(Step("order_by", *order))
    if draw(st.integers(0, 3)) == 0:
        steps.append(draw(st.sampled_from(SLICES + (LAST if levels > 1 else []))))
    return Steps(Call(rows_of, model), *steps)


@st.composite
def listed_querysets(draw, model):
    """Querysets as a list is given them: with owners, evaluated, of values, as managers."""
    how = draw(st.sampled_from(WAYS))
    if how == "listed":
        return draw(lists_of_instances(model))
    rows = draw(querysets(model))
    if how == "manager":
        return Call(rows_of, model)
    if how == "other":
        return Steps(rows.start, *rows.steps, draw(st.sampled_from(AS_OTHERS)))
    owners = owners_of(model)
    if how == "owned" and owners:
        owner = Call(related_rows, *draw(st.sampled_from(owners)), draw(indexes))
        return Steps(owner, *(rows.steps if draw(st.booleans()) else ()))
    return rows


@st.composite
def lists_of_instances(draw, model):
    rows = draw(querysets(model))
    return Steps(rows.start, *rows.steps, draw(st.sampled_from(AS_LISTS)))


WAYS = [*["as it is"] * 14, *["owned"] * 3, *["listed"] * 4, "manager", "other", "other"]


@st.composite
def loaded(draw, model):
    """Querysets of all rows of a model, whose columns and relations are loaded in any way."""
    kinds = draw(st.lists(st.sampled_from(LOADING), max_size=4))
    return all_rows(model, *(step for kind in kinds for step in draw(kind(model, 2))))


SLICES = [
    Step("__getitem__", slice(start, stop))
    for start, stop in ((None, 1), (None, 2), (1, None), (1, 3), (None, 0))
]
LAST = [*(Step(name) for name in ("reverse", "distinct", "none")), Step(united)]
AS_OTHERS = (
    Step(asked, "__len__"),
    Step(asked, "count"),
    Step(asked, "first"),
    Step("values"),
    Step("values_list"),
    Step("values_list", named=True),
    Step("iterator", 2),
    Step(raw),
)
AS_LISTS = (Step(list), Step(list), Step(asked, "__len__"), *map(Step, LISTS))
indexes = st.integers(0, STORED - 1)


def owners_of(model):
    return [
        (owner, name)
        for owner, relations in RELATIONS.items()
        for name, relation in relations.items()
        if relation.model == model and relation.many
    ]


# Steps: each a strategy for a list of them, of a model and of the levels that may follow.


@st.composite
def paths(draw, model, length=3, *, many=False):
    """Names of relations, one behind the other, and the model at their end."""
    path = []
    for _ in range(draw(st.integers(1, length))):
        names = [*RELATIONS[model]] if many else relation_names(model, many=False)
        if not names:
            break
        path.append(draw(st.sampled_from(names)))
        model = RELATIONS[model][path[-1]].model
    return "__".join(path), model


@st.composite
def joined(draw, model, levels):
    drawn = [path for path, _ in draw(st.lists(paths(model), max_size=3))]
    return [Step("select_related", *dict.fromkeys(filter(None, drawn)))]


LOOKED_AT = {"Country", "Keeper"}
"""By managers of related rows: a deferred column is loaded once somebody asks for these."""


@st.composite
def deferred(draw, model, levels):
    if model in LOOKED_AT:
        return []
    method = draw(st.sampled_from(["only", "defer"]))
    names = draw(st.lists(st.sampled_from(COLUMNS[model]), min_size=1, max_size=4))
    path, related = draw(paths(model, 1))
    steps = []
    if path and related not in LOOKED_AT and draw(st.booleans()):
        far = f"{path}__{draw(st.sampled_from(COLUMNS[related]))}"
        names = [*names, path, far] if method == "only" else [*({*names} - {path}), far]
        steps.append(Step("select_related", path))
    return [*steps, Step(method, *dict.fromkeys(names))]


@st.composite
def prefetched(draw, model, levels):
    lookups = draw(st.lists(prefetches(model, levels), min_size=1, max_size=3))
    return [Step("prefetch_related", *filter(None, lookups))]


@st.composite
def prefetches(draw, model, levels):
    """A lookup through some relations, as a text or with what is to be done at its end."""
    lookup, target = draw(paths(model, many=True))
    if not lookup or levels == 1 or draw(st.integers(0, 3)) == 0:
        return lookup
    queryset = st.none() | querysets(target, levels - 1) | querysets(target, levels - 1)
    return Call(Prefetch, lookup, draw(queryset), draw(TO_ATTRIBUTES))


@st.composite
def annotated(draw, model, levels):
    name = draw(st.sampled_from(ANNOTATIONS))
    return [Step("annotate", **{name: draw(expressions(model))})]


TEXT = Call(models.TextField)
TYPES = [models.IntegerField, models.DecimalField, models.CharField, models.DateTimeField]


def expressions(model):
    """What a query may be annotated with; some is of another type than it is said to be."""
    columns, many = st.sampled_from(COLUMNS[model]), relation_names(model, many=True)
    column = calls(F, columns)
    counted = [calls(Count, st.sampled_from(many))] * 3 if many else []
    further = all_rows(model, Step("filter", pk__gt=Call(OuterRef, "pk")))
    last = all_rows(model, Step("reverse"), Step("values", "pk"), SLICES[0])
    return st.one_of(
        *counted,
        column,
        calls(Upper, calls(Cast, columns, st.just(TEXT))),
        calls(Max, columns),
        st.sampled_from(
            [
                Call(Value, "text"),
                Call(Value, 5),
                Call(RawSQL, "1", ()),
                Call(Value, None, output_field=Call(models.IntegerField)),
                Call(Exists, further),
                Call(Subquery, last),
            ]
        ),
        calls(ExpressionWrapper, column, st.sampled_from([Call(cls) for cls in TYPES])),
        columns.map(lambda name: Call(Max, name, output_field=TEXT)),
    )


@st.composite
def filtered(draw, model, levels):
    names = st.sampled_from([*RELATIONS[model], "pk"])
    condition = {f"{draw(names)}__isnull": draw(st.booleans())}
    return [Step(draw(st.sampled_from(["filter", "filter", "exclude"])), **condition)]


@st.composite
def filtered_relation(draw, model, levels):
    names = relation_names(model, many=False)
    if not names:
        return []
    name = draw(st.sampled_from(names))
    condition = Call(Q, **{f"{name}__pk__gt": 1})
    relation = Call(FilteredRelation, name, condition=condition)
    return [Step("annotate", filtered=relation), Step("select_related", "filtered")]


@st.composite
def selected_otherwise(draw, model, levels):
    selected = {draw(st.sampled_from(ANNOTATIONS)): draw(st.sampled_from(["1", "'x'", "NULL"]))}
    return [Step("extra", select=selected)]


SELDOM = [
    Step("select_for_update"),
    Step("using", "default"),
    Step("alias", aliased=Call(F, "pk")),
    *(
        Step("fetch_mode", getattr(models, name))
        for name in ("FETCH_ONE", "FETCH_PEERS")
        if hasattr(models, name)  # from Django 6.1 on
    ),
]


def seldom(model, levels):
    return st.tuples(st.sampled_from(SELDOM))


LOADING = [joined, deferred, prefetched, annotated]
STEPS = [*LOADING, prefetched, filtered, filtered_relation, selected_otherwise, seldom]


def column_values(column):
    """Values for a column, as fit the field that a serializer derives from it."""
    derived = ModelSerializer.serializer_field_mapping
    kinds = (derived[base].__name__ for base in type(column).__mro__ if base in derived)
    return values_of(Field(next(kinds, "JSONField")))
