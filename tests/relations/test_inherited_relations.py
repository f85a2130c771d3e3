"""Relations of a multi-table parent: Django asks the parent's instance before the database."""

from __future__ import annotations

import pytest
from django.db.models import Prefetch, Value
from rest_framework import serializers

from tests.relations.models import Novel, Serial, Work
from tests.rows.comparison import MODEL, assert_same_list, listed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def novels():
    zenda = Novel.objects.create(title="Zenda", chapters=22)
    hentzau = Novel.objects.create(title="Hentzau", chapters=21, sequel_to=zenda)
    osra = Novel.objects.create(title="Osra", chapters=9, sequel_to=hentzau)
    Serial.objects.create(title="Phroso", magazine="McClure's", sequel_to=osra)


def novels_serializer(fields_in_order, model=Novel):
    def make(base):
        class MarkedSerializer(base):
            mark = serializers.IntegerField(default=None)

            class Meta:
                model = Work
                fields = ["title", "mark"]

        class WorkSerializer(base):
            sequel_to = MarkedSerializer()

            class Meta:
                model = Work
                fields = ["title", "sequel_to"]

        class NovelSerializer(base):
            parent = WorkSerializer(source="work_ptr")
            parent_of_parent = serializers.SerializerMethodField()
            same = serializers.SerializerMethodField()
            renamed = serializers.SerializerMethodField()
            sequel_to = MarkedSerializer()
            sequel = serializers.StringRelatedField(source="sequel_to")

            class Meta:
                fields = fields_in_order

            def get_parent_of_parent(self, novel):
                return str(novel.work_ptr.sequel_to)

            def get_same(self, novel):
                return novel.sequel_to is novel.work_ptr.sequel_to

            def get_renamed(self, novel):
                if novel.work_ptr.sequel_to is not None:
                    novel.work_ptr.sequel_to.title = "Renamed"
                return novel.title

        NovelSerializer.Meta.model = model
        return pruned(NovelSerializer, fields_in_order)

    return make


def pruned(serializer_class, names):
    """Return a class without the declared fields that are not among `names`."""
    for name in [*serializer_class._declared_fields]:
        if name not in names:
            del serializer_class._declared_fields[name]
    return serializer_class


def marked_works():
    return Work.objects.annotate(mark=Value(7))


QUERYSETS = {
    "nothing": Novel.objects.all,
    "one": Novel.objects.filter(title="Hentzau").all,
    "prefetched": Novel.objects.prefetch_related("sequel_to").all,
    "parent prefetched": Novel.objects.prefetch_related("work_ptr").all,
    "prefetched by parent": Novel.objects.prefetch_related("work_ptr__sequel_to").all,
    "marked by parent": Novel.objects.prefetch_related(
        Prefetch("work_ptr__sequel_to", marked_works())
    ).all,
    "joined": Novel.objects.select_related("sequel_to").all,
    "parent joined": Novel.objects.select_related("work_ptr").all,
    "joined by parent": Novel.objects.select_related("work_ptr__sequel_to").all,
}


@pytest.mark.parametrize(
    "fields_in_order",
    [["sequel_to"], ["sequel"], ["parent", "sequel_to"], ["sequel_to", "parent"]],
    ids=" before ".join,
)
def test_what_the_parent_has_loaded(subtests, fields_in_order):
    make = novels_serializer(["title", *fields_in_order])
    for name, make_queryset in QUERYSETS.items():
        with subtests.test(queryset=name):
            assert_same_list(make, make_queryset)


@pytest.mark.parametrize("method", ["parent_of_parent", "same", "renamed"])
def test_a_method_that_reads_the_parent_first(subtests, method):
    make = novels_serializer(["title", method, "sequel_to"])
    for name, make_queryset in QUERYSETS.items():
        with subtests.test(queryset=name):
            # The relation was loaded for all rows before the first method could read it of the
            # parent.
            assert_same_list(make, make_queryset, counts_queries=False, compares_left=False)


def test_a_method_that_changes_what_the_parent_leads_to_after_a_field_has_read_it(subtests):
    """`sequel_to` of the novel is what the field has read: another object, which is unchanged."""
    make = novels_serializer(["title", "sequel_to", "renamed"])
    for name, make_queryset in QUERYSETS.items():
        with subtests.test(queryset=name):
            assert_same_list(make, make_queryset, counts_queries=False)


@pytest.mark.parametrize("name", ["parent joined", "joined", "nothing"])
def test_a_relation_two_parents_up(name):
    def serials():
        loads = {"parent joined": "novel_ptr", "joined": "sequel_to", "nothing": None}
        return Serial.objects.select_related(loads[name])

    assert_same_list(novels_serializer(["title", "sequel_to"], Serial), serials)


@pytest.mark.parametrize("joined", [["sequel_to", "novel"], ["novel"], ["sequel_to"]])
def test_a_child_that_was_reached_from_its_parent(joined):
    def make(base):
        class WorkSerializer(base):
            novel = novels_serializer(["chapters", "sequel_to"])(base)()

            class Meta:
                model = Work
                fields = ["title", "novel"]

        return WorkSerializer

    assert_same_list(make, lambda: Work.objects.select_related(*joined).order_by("pk"))


def works_with_novels(base):
    class WorkSerializer(base):
        one_object = serializers.SerializerMethodField()

        class Meta:
            model = Work
            fields = ["title", "novel", "sequel_to", "one_object"]
            depth = 2

        def get_one_object(self, work):
            return hasattr(work, "novel") and work.novel.sequel_to is work.sequel_to

    return WorkSerializer


def test_a_relation_that_a_field_reads_of_the_child_before_the_parent():
    """Both lead to one object, as where the parent's is read first."""
    rows = Work.objects.order_by("pk")
    output = listed(works_with_novels, rows.all())
    expected = listed(works_with_novels, rows.all(), MODEL)
    assert [work.pop("one_object") for work in output] == [True, True, True, True]
    assert [work.pop("one_object") for work in expected] == [True, False, False, False]
    assert output == expected


def novels_with_sequels(base):
    class NovelSerializer(base):
        class Meta:
            model = Novel
            fields = ["sequel", "work_ptr", "title"]
            depth = 1

    return NovelSerializer


def test_a_deferred_column_that_is_read_after_the_link_to_the_parent(django_assert_num_queries):
    """With the column, Django forgets the link; here, also a relation that was read before."""
    rows = Novel.objects.only("id").order_by("pk")
    kept, fast = rows.all(), rows.all()
    expected = listed(novels_with_sequels, kept, MODEL)
    assert repr(listed(novels_with_sequels, fast)) == repr(expected)
    with django_assert_num_queries(0):
        assert kept[0].sequel.title == "Hentzau"
    with django_assert_num_queries(1):
        assert fast[0].sequel.title == "Hentzau"
