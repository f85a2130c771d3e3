"""A method filters, counts or slices a relation that the list has loaded, or that it has not."""

import pytest
from django.db.models import Count, FilteredRelation, Prefetch, Q

from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import key, methods, shape
from tests.rows.comparison import assert_same_list

pytestmark = pytest.mark.usefixtures("stored")


def texts(rows):
    return [str(row) for row in rows]


def counts_and_slices(related):
    rows = related.all
    return [
        (rows().exists(), rows().count(), rows().aggregate(Count("pk")), len(rows())),
        (texts(rows()[:2]), str(rows().first()), str(rows().last()), texts(rows().iterator())),
        related.model.objects.filter(pk__in=rows()).count(),
    ]


def refined(related):
    rows = related.all()
    return [
        texts(rows),
        texts(rows.filter(pk__gt=1)),
        texts(rows.order_by("-pk").exclude(pk=2)),
        list(rows.values("pk")),
        [(row.pk, row.n) for row in rows.annotate(n=Count("pk"))],
        sorted(row.pk for row in rows | related.model._default_manager.filter(pk=1)),
    ]


def asking(model, name, question):
    def answer(serializer, row):
        return repr(question(getattr(row, name)))

    declared = {"read": key(many=True, source=name), **methods(before=answer, after=answer)}
    return shape(model, ["before", "read", "after"], declared)


# The second one is found by another column than the primary key.
RELATIONS = [(Work, "credits"), (Place, "author_set"), (Author, "works")]


@pytest.mark.parametrize("question", [counts_and_slices, refined])
@pytest.mark.parametrize(("model", "name"), RELATIONS, ids=["to many", "by code", "many to many"])
def test_a_relation_in_a_method(model, name, question):
    make, rows = asking(model, name, question), model.objects.order_by("pk")
    assert_same_list(make, rows.prefetch_related(name).all)
    # What the plan reads is loaded apart from what a method asks for.
    assert_same_list(make, rows.all, counts_queries=False)


def test_a_relation_that_was_prefetched_by_a_queryset_of_its_own():
    given = Prefetch("credits", Credit.objects.exclude(pk=2).order_by("-pk"))
    rows = Work.objects.order_by("pk").prefetch_related(given)
    assert_same_list(asking(Work, "credits", refined), rows.all)


def filtered_text(serializer, row):
    return str(getattr(row, "filtered", "nothing"))


@pytest.mark.parametrize(("model", "name"), [(Work, "sequel"), (Credit, "author")])
def test_a_filtered_relation_is_set_on_instances_under_its_name(model, name):
    relation = FilteredRelation(name, condition=Q(**{f"{name}__pk__gt": 1}))
    rows = model.objects.order_by("pk").annotate(filtered=relation)
    make = shape(model, ["pk"], methods(found=filtered_text))
    # The plan and the query of the relation under its own name come first.
    assert_same_list(make, model.objects.select_related(name).all)
    assert_same_list(make, rows.select_related("filtered").all)
