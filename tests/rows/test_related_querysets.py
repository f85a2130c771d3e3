"""What a method gets of a relation, and what it makes of that."""

from __future__ import annotations

import copy
import pickle

import pytest
from django.db.models import Count, FilteredRelation, Prefetch, Q, QuerySet

from tests.relations.models import Author, Credit, Place, Portrait, Work
from tests.relations.serializers import key, methods, shape
from tests.rows.comparison import assert_same_list, each
from tests.rows.snapshots import snapshot_of

pytestmark = pytest.mark.usefixtures("stored")

RELATIONS = [
    *((Work, "credits"), (Work, "authors"), (Place, "parts")),
    *((Author, "works"), (Author, "mentors"), (Author, "pupils")),
    # Found by another column than the primary key.
    (Place, "author_set"),
]


def as_it_is(related):
    return snapshot_of(related.all())


USES = {
    "slice": lambda rows: [str(row) for row in rows[:2]],
    "values of a slice": lambda rows: list(rows[:2].values_list("pk", flat=True)),
    "item": lambda rows: str(rows[0]) if rows else None,
    "exists": lambda rows: rows.exists(),
    "count": lambda rows: rows.count(),
    "filter": lambda rows: [str(row) for row in rows.filter(pk__gt=1)],
    "order": lambda rows: str(rows.order_by("-pk").exclude(pk=2).query),
    "in a filter": lambda rows: rows.model.objects.filter(pk__in=rows).count(),
    "slice in a filter": lambda rows: rows.model.objects.filter(pk__in=[*rows[:1]]).count(),
    "values": lambda rows: list(rows.values("pk")),
    "aggregate": lambda rows: rows.aggregate(Count("pk")),
    "annotate": lambda rows: [(row.pk, row.n) for row in rows.annotate(n=Count("pk"))],
    "first": lambda rows: str(rows.first()),
    "last": lambda rows: str(rows.last()),
    "iterator": lambda rows: [str(row) for row in rows.iterator()],
    "prefetch": lambda rows: [
        [len(getattr(row, relation.name).all()) for relation in row._meta.many_to_many]
        for row in rows.prefetch_related(*(field.name for field in rows.model._meta.many_to_many))
    ],
    "only": lambda rows: [row.get_deferred_fields() for row in rows.only("pk")],
    "select related": lambda rows: [str(row) for row in rows.select_related()],
    "union": lambda rows: rows.union(rows).count(),
    "query changed in place": lambda rows: (
        rows.query.add_filter("pk", 1),
        [str(row) for row in rows],
    )[1],
    "copy": lambda rows: [str(row) for row in copy.copy(rows)],
    "len and list": lambda rows: (len(rows), [str(row) for row in rows], rows.count()),
    "truth": lambda rows: (bool(rows), [str(row) for row in rows.order_by("-pk")]),
}


def used(related):
    return [(name, use(related.all())) for name, use in USES.items()]


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


QUESTIONS = [used, refined_twice, combined, copied, state]


def asking(model, name, question):
    def answer(serializer, row):
        return repr(question(getattr(row, name)))

    declared = {"read": key(many=True, source=name), **methods(before=answer, after=answer)}
    return shape(model, ["before", "read", "after"], declared)


@pytest.mark.parametrize(("model", "name"), RELATIONS)
def test_what_a_relation_has(model, name):
    rows = model.objects.order_by("pk")
    related = model._meta.get_field(name.removesuffix("_set")).related_model
    given = Prefetch(name, related.objects.exclude(pk=2).order_by("-pk"))
    for question in (as_it_is, hints, *QUESTIONS):
        make = asking(model, name, question)
        assert_same_list(make, lambda: rows.prefetch_related(name), message=question)
        if question is not hints:
            assert_same_list(make, lambda: rows.prefetch_related(given), message=question)
        if question in QUESTIONS:
            # What the plan reads is loaded apart from what a method asks for.
            assert_same_list(make, rows.all, counts_queries=False, message=question)


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


@each("question", [as_it_is, used, marks])
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
    *((Work, "sequel_to"), (Work, "sequel"), (Work, "novel"), (Credit, "work")),
    *((Credit, "author"), (Author, "home"), (Author, "portrait"), (Portrait, "author")),
]


@pytest.mark.parametrize(("model", "name"), TO_ONE_ROW)
@pytest.mark.parametrize("has_method", [False, True])
def test_a_filtered_relation_is_set_on_instances_under_its_name(model, name, has_method):
    found = methods(found=lambda serializer, row: str(getattr(row, "filtered", "nothing")))
    make = shape(model, ["pk"], found if has_method else {})
    # All that reads the same columns otherwise: what is known of it is not true of this.
    for other in TO_ONE_ROW:
        if other[0] is model:
            assert_same_list(make, model.objects.select_related(other[1]).all)
    relation = FilteredRelation(name, condition=Q(**{f"{name}__pk__gt": 1}))
    rows = model.objects.order_by("pk").annotate(filtered=relation)
    assert_same_list(make, rows.select_related("filtered").all)
