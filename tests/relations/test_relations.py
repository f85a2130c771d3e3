"""Relations in every shape, loaded in every way: DRF's output by DRF's queries, or fewer."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db.models import Prefetch
from rest_framework import serializers

from tests.named import by_name
from tests.overrides.fields import Shouted
from tests.relations.comparison import (
    assert_no_more_queries,
    assert_no_more_queries_of_each,
    assert_same_rows,
)
from tests.relations.models import Author, Credit, Note, Novel, Place, Poem, Portrait, Serial, Work
from tests.relations.serializers import (
    OPTIONS,
    SERIALIZERS,
    fields_of_all_kinds,
    key,
    nested,
    shape,
    slug,
    text,
    with_relations,
)
from tests.rows.querysets import QUERYSETS, works

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls("tests.relations.serializers")]

OTHERS = ["sliced", "union", "none", "annotated", "child", "grandchild", "proxy"]


def all_kinds():
    return [*works(), *Novel.objects.all(), *Poem.objects.all(), *works()]


def children_by_their_parents():
    rows = works().select_related("novel__serial")
    return [work.novel for work in rows if hasattr(work, "novel")]


# In lists they are loaded in every way, see `tests/rows/test_every_kind.py`.
SOME = ["plain", "joined and deferred", "joined and prefetched", "generic prefetch"]
LOADS = {name: QUERYSETS[name] for name in SOME} | by_name(all_kinds, children_by_their_parents)


def iterator():
    return works().prefetch_related("authors").iterator(2)


def raw():
    return Work.objects.raw("SELECT id, title FROM relations_work ORDER BY id")


def manager():
    return Work.objects


ROWS = {
    **{name: QUERYSETS[name] for name in OTHERS},
    **by_name(iterator, raw, manager),
    "dictionaries": works().values("id", "title", "sequel_to").all,
    "named tuples": works().values_list("id", "title", "sequel_to", named=True).all,
}


@pytest.mark.parametrize("name", SERIALIZERS)
def test_relations_that_are_loaded_in_part(subtests, name):
    assert_no_more_queries_of_each(subtests, SERIALIZERS[name], LOADS)


@pytest.mark.parametrize(
    "name", ["keys", pytest.param("one to one", marks=pytest.mark.long), "methods that nest"]
)
def test_anything_that_has_rows(subtests, name):
    assert_no_more_queries_of_each(subtests, SERIALIZERS[name], ROWS)


# Relations that few models have, and what is missing or wrong at their far side.


def fields_with_all_options(model, source, attribute):
    """Return a field of each kind that reads a relation to one row, with each of the options."""
    return {
        f"{kind} {options}": field
        for options in OPTIONS
        for kind, field in fields_of_all_kinds(model, source, attribute, **options).items()
    }


def orphans():
    rows = list(works())
    for work in rows:
        work.sequel_to_id = 10**6
    return [*rows, Work(title="unsaved"), Work(sequel_to=Work(title="unsaved too"))]


# What is prefetched to an attribute: a list, or one row.

WRITERS = Credit.objects.filter(role="writer").select_related("author")
TO_ATTRIBUTES = [
    Prefetch("credits", WRITERS, to_attr="writers"),
    Prefetch("authors", Author.objects.order_by("-name"), to_attr="people"),
    Prefetch("people__mentors", to_attr="teachers"),
    Prefetch("sequel_to", to_attr="before"),
    Prefetch("sequel", to_attr="after"),
    Prefetch("notes", to_attr="remarks"),
]
teacher = shape(Author, ["name"])
taught = shape(Author, ["name"], {"teachers": nested(teacher, many=True)})
title = shape(Work, ["title"])
OF_ATTRIBUTES = {
    "nested": nested(shape(Credit, ["role", "author"]), many=True, source="writers"),
    "nested twice": nested(taught, many=True, source="people"),
    "slugs": slug("author__name", many=True, source="writers"),
    "texts": text(source="remarks", many=True),
    "one": nested(title, source="before"),
    "one behind": nested(title, source="after"),
    "dotted": serializers.CharField(source="before.title", default=None),
    "listed": serializers.ListField(child=serializers.CharField(), source="remarks"),
}


AUTHORS = Author.objects.order_by("pk")
ABOUT_WORKS = Note.objects.exclude(content_type__app_label="gone")
OF_PORTRAITS = fields_with_all_options(Portrait, "portrait", "painter")
OF_SERIALS = fields_with_all_options(Serial, "novel.serial", "magazine")
OF_SUBJECTS = fields_with_all_options(Work, "about", "kind")
OF_SEQUELS = fields_with_all_options(Work, "sequel_to", "title")
EACH_ALONE = {
    "a far side that is missing": (Author, OF_PORTRAITS, AUTHORS.all),
    "a far side, joined": (Author, OF_PORTRAITS, AUTHORS.select_related("portrait").all),
    "a child of a child that is missing": (Work, OF_SERIALS, works),
    "a child of a child, joined": (Work, OF_SERIALS, works().select_related("novel__serial").all),
    "generic, leads nowhere": (Note, OF_SUBJECTS, ABOUT_WORKS.all),
    "generic, prefetched": (Note, OF_SUBJECTS, ABOUT_WORKS.prefetch_related("about").all),
    "generic, of a model that is gone": (
        Note,
        OF_SUBJECTS,
        Note.objects.filter(content_type__app_label="gone").all,
    ),
    "a key that leads nowhere": (Work, OF_SEQUELS, orphans),
    "to an attribute": (Work, OF_ATTRIBUTES, works().prefetch_related(*TO_ATTRIBUTES).all),
    "an attribute that was not prefetched": (Work, OF_ATTRIBUTES, works),
}


@pytest.fixture
def notes_about_nothing():
    work = ContentType.objects.get_for_model(Work)
    Note.objects.create(text="about nothing", content_type=work, object_id=10**6)
    gone = ContentType.objects.create(app_label="gone", model="gone")
    Note.objects.create(text="about a model that is gone", content_type=gone, object_id=1)


def assert_no_more_queries_of_all(subtests, makes, make_rows):
    for name, make in makes.items():
        with subtests.test(field=name):
            assert_no_more_queries(make, make_rows)


@pytest.mark.parametrize(("model", "fields", "make_rows"), EACH_ALONE.values(), ids=EACH_ALONE)
def test_each_field_alone(notes_about_nothing, subtests, model, fields, make_rows):
    alone = {name: shape(model, ["id"], {name: field}) for name, field in fields.items()}
    assert_no_more_queries_of_all(subtests, alone, make_rows)


# Serializers, and the querysets that they are given.

value = serializers.ReadOnlyField
generic_and_deep = shape(Note, "__all__", {"about": value()}, depth=1)
relation_as_key = shape(Portrait, "__all__", {"pk": value(), "author_id": value()}, depth=2)
far_side_of_a_relation_as_key = shape(
    Author,
    ["name"],
    {
        "portrait": key(),
        "portraits": key(source="portrait.author"),
        "key": value(source="portrait.pk"),
    },
)
many_rows_both_ways = shape(Author, ["name", "mentors", "pupils"], depth=2)
key_of_another_field = shape(
    Author,
    ["name", "home"],
    {
        "home_code": serializers.CharField(source="home_id"),
        "place": nested(shape(Place, ["code", "within"]), source="home"),
        "country": key(source="home.within", default=None),
        "text": key(source="home", pk_field=serializers.CharField()),
        "upper": key(source="home", pk_field=Shouted()),
    },
)
children_of_a_model = shape(
    Work,
    ["kind"],
    {
        "novel": nested(shape(Novel, ["chapters", "kind", "work_ptr"]), required=False),
        "key": key(source="novel", allow_null=True, default=None),
        "chapters": serializers.IntegerField(source="novel.chapters", default=0),
        "magazine": serializers.CharField(source="novel.serial.magazine", default=""),
    },
)
relation_to_one_row = shape(
    Work,
    ["kind"],
    {
        "sequel_to": nested(shape(Work, ["kind", "title", "authors"])),
        "text": text(source="sequel_to"),
        "kind_before": serializers.CharField(source="sequel_to.kind"),
    },
)


def instances_of_other_types():
    """A relation holds what was put there: a proxy or a child of its model."""
    poem, novel = Poem.objects.first(), Novel.objects.first()
    return [Work(sequel_to=other) for other in (poem, novel, Work(title="x"), poem)]


def rows_of_several_models():
    authors = Author.objects.prefetch_related("credits").order_by("pk")
    return [*authors, *Work.objects.prefetch_related("credits"), {"credits": [], "pk": 5}]


CASES = {
    "generic and deep": (generic_and_deep, Note.objects.order_by("pk")),
    "a relation as the key": (relation_as_key, Portrait.objects.all()),
    "its far side": (far_side_of_a_relation_as_key, AUTHORS.exclude(portrait=None)),
    "the key of another field, joined twice": (
        key_of_another_field,
        AUTHORS.select_related("home__within"),
    ),
    "many rows both ways, prefetched": (
        many_rows_both_ways,
        AUTHORS.prefetch_related("mentors__mentors__pupils", "pupils__pupils"),
    ),
    "children of a model, joined twice": (
        children_of_a_model,
        works().select_related("novel__serial"),
    ),
    "rows of a proxy": (
        with_relations(Author, ["works"]),
        AUTHORS.prefetch_related(Prefetch("works", Poem.objects.all())),
    ),
}


@pytest.mark.parametrize(("make", "rows"), CASES.values(), ids=CASES)
def test_relations_that_few_models_have(make, rows):
    assert_same_rows(make, rows.all)


def test_lists_of_instances_of_several_models():
    assert_same_rows(relation_to_one_row, instances_of_other_types)
    assert_same_rows(with_relations(Work, ["credits"]), rows_of_several_models)


@pytest.mark.parametrize("model", [Poem, Novel, Serial])
@pytest.mark.parametrize("depth", [0, 2])
def test_inherited_models_have_all_fields_of_their_parents(depth, model):
    assert_same_rows(shape(model, "__all__", depth=depth), model.objects.order_by("pk").all)
