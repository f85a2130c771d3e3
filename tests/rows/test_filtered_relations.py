"""Relations that a query joins under a name of its own."""

from __future__ import annotations

import pytest
from django.db.models import FilteredRelation, Q
from rest_framework import serializers

from tests.relations.models import Author, Credit, Portrait, Work
from tests.relations.serializers import serializer_of
from tests.rows.comparison import assert_same_list

pytestmark = pytest.mark.usefixtures("stored")


RELATIONS = [
    *((Work, "sequel_to"), (Work, "sequel"), (Work, "novel"), (Credit, "work")),
    *((Credit, "author"), (Author, "home"), (Author, "portrait"), (Portrait, "author")),
]


@pytest.mark.parametrize(("model", "name"), RELATIONS)
@pytest.mark.parametrize("has_method", [False, True])
def test_it_is_set_on_instances_under_that_name(model, name, has_method):
    def make(base):
        declared = {
            "found": serializers.SerializerMethodField(),
            "get_found": lambda self, row: str(getattr(row, "filtered", "nothing")),
        }
        return serializer_of(base, model, ["pk"], declared if has_method else {})

    # All that reads the same columns otherwise: what is known of it is not true of this.
    for other in RELATIONS:
        if other[0] is model:
            assert_same_list(make, lambda: model.objects.select_related(other[1]))  # noqa: B023

    def make_queryset():
        relation = FilteredRelation(name, condition=Q(**{f"{name}__pk__gt": 1}))
        return model.objects.order_by("pk").annotate(filtered=relation).select_related("filtered")

    assert_same_list(make, make_queryset)
