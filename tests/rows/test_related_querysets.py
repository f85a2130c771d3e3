"""What a method gets of a relation, and what it makes of that."""

import copy
import pickle

import pytest
from django.db.models import Count, FilteredRelation, Prefetch, Q, QuerySet

from tests.relations.models import Author, Credit, Place, Portrait, Work
from tests.relations.serializers import key, methods, shape
from tests.rows.comparison import assert_same_list
from tests.rows.snapshots import snapshot_of

pytestmark = pytest.mark.usefixtures("stored")

RELATIONS = [
    (Work, "credits"),
    (Work, "authors"),
    (Place, "parts"),
    (Author, "works"),
    (Author, "mentors"),
    (Author, "pupils"),
    # Found by another column than the primary key.
    (Place, "author_set"),
]


def as_it_is(related):
    return snapshot_of(related.all())


def texts(rows):
    return [str(row) for row in rows]


def of_each_relation(rows):
    """Return how many rows each of them is related to, once these were prefetched."""
    names = [field.name for field in rows.model._meta.many_to_many]
    return [
        [len(getattr(row, name).all()) for name in names] for row in rows.prefetch_related(*names)
    ]


def changed_in_place(rows):
    rows.query.add_filter("pk", 1)
    return texts(rows)


def slices(related):
    rows = related.all
    return [
        texts(rows()[:2]),
        list(rows()[:2].values_list("pk", flat=True)),
        str(rows()[0]) if rows() else None,
        related.model.objects.filter(pk__in=[*rows()[:1]]).count(),
    ]


def counts(related):
    rows = related.all
    return [
        rows().exists(),
        rows().count(),
        rows().aggregate(Count("pk")),
        rows().union(rows()).count(),
        related.model.objects.filter(pk__in=rows()).count(),
    ]


def others_of_the_same(related):
    rows = related.all
    return [
        texts(rows().filter(pk__gt=1)),
        str(rows().order_by("-pk").exclude(pk=2).query),
        list(rows().values("pk")),
        [(row.pk, row.n) for row in rows().annotate(n=Count("pk"))],
        of_each_relation(rows()),
        [row.get_deferred_fields() for row in rows().only("pk")],
        texts(rows().select_related()),
    ]


def single_rows(related):
    rows = related.all
    return [str(rows().first()), str(rows().last()), texts(rows().iterator())]


def copies(related):
    return [texts(copy.copy(related.all())), changed_in_place(related.all())]


def used_several_times(related):
    rows, again = related.all(), related.all()
    return [(len(rows), texts(rows), rows.count()), (bool(again), texts(again.order_by("-pk")))]


USES = [slices, counts, others_of_the_same, single_rows, copies, used_several_times]


def used(related):
    return [use(related) for use in USES]


def refined_twice(related):
    every, none = related.all(), related.all().filter(pk=0)
    return [list(none), list(every), list(every.all()), str(every.query)]


def combined(related):
    rows = related.model._default_manager
    both, found = related.all() | rows.filter(pk=1), rows.filter(pk__in=related.all())
    return [str(both.query), sorted(row.pk for row in both), str(found.query), list(found)]


def copied(related):
    found = copy.deepcopy(related.all()), pickle.loads(pickle.dumps(related.all()))  # noqa: S301
    return [(str(each.query), list(each), list(each.filter(pk=1))) for each in found]


def state(related):
    """What is on the queryset, and who owns what is fetched anew."""
    name = getattr(getattr(related, "field", None), "name", None)
    rows = list(related.all().filter(pk__gt=0))
    owned = name and [getattr(row, name) is related.instance for row in rows]
    return owned, sorted(vars(related.all()).keys() - {"_fastserializers"})


def hints(related):
    found = related.all()._hints
    return list(found), found.get("instance") is related.instance


QUESTIONS = [*USES, refined_twice, combined, copied, state]


def asking(model, name, question):
    def answer(serializer, row):
        return repr(question(getattr(row, name)))

    declared = {"read": key(many=True, source=name), **methods(before=answer, after=answer)}
    return shape(model, ["before", "read", "after"], declared)


every_relation = pytest.mark.parametrize(
    ("model", "name"), RELATIONS, ids=lambda value: getattr(value, "__name__", value)
)


def given_another_order(model, name):
    """Return a prefetch by a queryset that has another order, and not all of the rows."""
    related = model._meta.get_field(name.removesuffix("_set")).related_model
    return Prefetch(name, related.objects.exclude(pk=2).order_by("-pk"))


@every_relation
def test_what_a_relation_has(subtests, model, name):
    rows, given = model.objects.order_by("pk"), given_another_order(model, name)
    for question in (as_it_is, *QUESTIONS):
        with subtests.test(question=question.__name__):
            assert_same_list(asking(model, name, question), rows.prefetch_related(name).all)
    for question in (as_it_is, used, state):
        with subtests.test(question=question.__name__, prefetched="in another order"):
            assert_same_list(asking(model, name, question), rows.prefetch_related(given).all)


@every_relation
def test_what_a_relation_has_of_the_row_it_is_of(model, name):
    rows = model.objects.order_by("pk").prefetch_related(name)
    assert_same_list(asking(model, name, hints), rows.all)


@every_relation
def test_what_a_relation_has_that_is_not_loaded(subtests, model, name):
    """What the plan reads is loaded apart from what a method asks for."""
    rows = model.objects.order_by("pk")
    for question in (used, refined_twice, combined, copied, state):
        with subtests.test(question=question.__name__):
            assert_same_list(asking(model, name, question), rows.all, counts_queries=False)


class Marked(QuerySet):
    mark = "none"

    def _clone(self):
        clone = super()._clone()
        clone.mark = self.mark
        return clone


class Hiding(QuerySet):
    def filter(self, *args, **kwargs):
        return super().filter(*args, **kwargs).exclude(role="editor")


def marks(related):
    return getattr(related.all(), "mark", ""), getattr(related.filter(pk=1), "mark", "")


@pytest.mark.parametrize("question", [as_it_is, used, marks])
@pytest.mark.parametrize("queryset_class", [Marked, Hiding])
def test_a_queryset_class_of_the_projects_own_is_copied_as_it_says(queryset_class, question):
    given = queryset_class(Credit)
    given.mark = "given"
    assert_same_list(
        asking(Work, "credits", question),
        Work.objects.order_by("pk").prefetch_related(Prefetch("credits", given.all())).all,
    )


# Relations that a query joins under a name of its own.

TO_ONE_ROW = [
    (Work, "sequel_to"),
    (Work, "sequel"),
    (Credit, "author"),
    (Author, "portrait"),
    (Portrait, "author"),
]


def filtered_text(serializer, row):
    return str(getattr(row, "filtered", "nothing"))


@pytest.mark.parametrize(("model", "name"), TO_ONE_ROW)
def test_a_filtered_relation_is_set_on_instances_under_its_name(subtests, model, name):
    others = [other for owner, other in TO_ONE_ROW if owner is model]
    relation = FilteredRelation(name, condition=Q(**{f"{name}__pk__gt": 1}))
    rows = model.objects.order_by("pk").annotate(filtered=relation)
    for kind, declared in {"fields": {}, "method": methods(found=filtered_text)}.items():
        make = shape(model, ["pk"], declared)
        with subtests.test(declared=kind):
            # All that reads the same columns otherwise: what is known of it is not true of this.
            for other in others:
                assert_same_list(make, model.objects.select_related(other).all)
            assert_same_list(make, rows.select_related("filtered").all)
