"""Relations of evaluated instances that nobody has loaded: one query for all of a list."""

import pytest
from django.db import connection, models
from django.test import override_settings
from rest_framework import serializers

from tests.hunting.packages import Routers
from tests.relations.comparison import executed, made
from tests.relations.models import Author, Credit, Note, Novel, Poem, Portrait, Work
from tests.relations.serializers import key, methods, nested, shape, slug, text, with_own
from tests.rows.comparison import (
    BASES,
    assert_same_list,
    assert_same_list_by,
    listed,
    number_of_queries,
)
from tests.rows.models import Animal, Keeper, OwnersPet, Pet
from tests.rows.test_not_loaded import OneOf, store_keepers

pytestmark = pytest.mark.usefixtures("stored")

DOTTED = shape(Credit, ["role"], {"name": serializers.CharField(source="author.name")})
PORTRAIT = nested(shape(Portrait, ["painter"]), required=False)
AUTHOR = shape(Author, ["name"], {"portrait": PORTRAIT})
CREDIT = shape(Credit, ["role"], {"author": nested(shape(Author, ["name"]))})
CREDIT_DEEP = shape(Credit, ["role"], {"author": nested(AUTHOR)})
CREDITS = shape(Work, ["title"], {"credits": nested(CREDIT_DEEP, many=True)})
AUTHORS = shape(Work, ["title"], {"authors": key(many=True)})
SEVERAL = shape(
    Work,
    ["title"],
    {
        "sequel_to": nested(shape(Work, ["title"])),
        "credits": nested(shape(Credit, ["role"]), many=True),
        "authors": nested(shape(Author, ["name"]), many=True),
    },
)


def all_of(model):
    """Return a function that evaluates all rows of a model anew."""
    return lambda: [*model._base_manager.order_by("pk")]


def assert_left_to_django(make, make_instances):
    """Assert the same output, left by the same queries as with REST framework."""
    if assert_same_list(make, make_instances).failed:
        return 0
    expected, actual = (number_of_queries(make, make_instances(), base) for base in BASES)
    assert actual == expected
    return actual


# How many queries: one for each relation.


class Represents:
    def to_representation(self, instance):
        return super().to_representation(instance)


class RepresentsARole:
    def to_representation(self, instance):
        return instance.role


def of_credit(declared):
    return shape(Credit, ["role"], {"author": nested(shape(Author, ["name"])), **declared})


def evaluated():
    queryset = Credit.objects.order_by("pk")
    assert len(queryset) == 5
    return queryset


def twice(model):
    return lambda: all_of(model)() + all_of(model)()


def author_of(serializer, credit):
    return credit.author.name


OWN_AUTHOR = with_own(Represents, shape(Author, ["name"]))
LISTS = {
    "slug": (shape(Credit, ["role"], {"name": slug("name", source="author")}), all_of(Credit), 1),
    "dotted": (DOTTED, all_of(Credit), 1),
    "keys": (AUTHORS, all_of(Work), 1),
    "to one twice": (CREDIT_DEEP, all_of(Credit), 2),
    "to many": (CREDITS, all_of(Work), 3),
    "several": (SEVERAL, all_of(Work), 3),
    # Lists of other kinds.
    "a tuple": (CREDIT, lambda: tuple(evaluated()), 1),
    "an evaluated queryset": (CREDIT, evaluated, 1),
    "two instances of each row": (CREDIT_DEEP, twice(Credit), 2),
    "two instances of each row, to many": (CREDITS, twice(Work), 3),
    # Project code that is given an instance.
    "a method": (of_credit(methods(again=author_of)), all_of(Credit), 1),
    "a related own representation": (of_credit({"author": nested(OWN_AUTHOR)}), all_of(Credit), 1),
    "an own field": (of_credit({"author_text": OneOf(source="author")}), all_of(Credit), 1),
    "__str__()": (of_credit({"author_text": text(source="author")}), all_of(Credit), 1),
    "a property": (shape(Work, ["kind"], {"authors": key(many=True)}), all_of(Work), 1),
    "an own representation": (with_own(Represents, CREDIT_DEEP), all_of(Credit), 2),
    "an own representation that reads no relation": (
        with_own(RepresentsARole, CREDIT_DEEP),
        all_of(Credit),
        0,
    ),
}


@pytest.mark.parametrize(("make", "make_instances", "queries"), LISTS.values(), ids=LISTS)
def test_a_query_for_each_relation(make, make_instances, queries):
    assert_same_list_by(queries, make, make_instances)


def test_below_the_many_rows_of_one_object():
    work = Work.objects.get(title="The Prisoner")
    reference, fast = (made(CREDITS, base) for base in BASES)
    expected = reference(work).data
    actual, queries = executed(lambda: fast(work).data)
    assert actual == expected
    # The credits, their authors, the portraits of these.
    assert len(queries) == 3


def test_a_second_list_asks_for_relations_to_many_again():
    instances = all_of(Work)()
    assert number_of_queries(SEVERAL, instances) == 3
    assert number_of_queries(SEVERAL, instances) == 2
    Credit.objects.all().delete()
    assert [row["credits"] for row in listed(SEVERAL, instances)] == [[]] * 4


def test_relations_to_many_behind_those_that_are_loaded():
    works = [*Work.objects.order_by("pk").prefetch_related("credits__author")]
    mentors = nested(shape(Author, ["name"], {"mentors": text(many=True)}))
    make = shape(
        Work, ["title"], {"credits": nested(shape(Credit, [], {"author": mentors}), many=True)}
    )
    assert [number_of_queries(make, works) for _ in range(2)] == [1, 1]


def test_related_instances_that_lead_back_to_those_of_the_list():
    sequel_to = nested(shape(Work, ["title"], {"sequel": slug("sequel_to", required=False)}))
    names = ["title", "sequel_to", "credits"]
    sequel = nested(shape(Work, names, {"sequel_to": sequel_to}), required=False)
    make = shape(Work, ["title"], {"sequel": sequel})

    works = all_of(Work)()
    assert number_of_queries(make, works) == 2
    assert number_of_queries(make, works) == 1


# What is there already.


def test_only_those_that_lack_it_are_loaded():
    def partly_loaded():
        found = all_of(Credit)()
        # An instance that the database does not know.
        found[1].author = Author(pk=found[1].author_id, name="Set")
        str(found[-2].author)
        return found

    assert "Set" in str(assert_same_list_by(1, CREDIT, partly_loaded).output)


def test_a_relation_that_the_first_and_the_last_have():
    """Django asks for each of the others."""

    def loaded_at_both_ends():
        found = all_of(Credit)()
        str(found[0].author), str(found[-1].author)
        return found

    assert assert_left_to_django(CREDIT, loaded_at_both_ends) == 3


@pytest.mark.parametrize("options", [{}, {"required": False}, {"default": None}])
def test_a_reverse_relation_that_leads_nowhere(options):
    make = shape(Work, ["id"], {"sequel": nested(shape(Work, ["title"]), **options)})
    assert_same_list(make, all_of(Work))
    assert number_of_queries(make, all_of(Work)()[:3]) <= 2


# Instances for which Django asks one by one.


def stored_and_unsaved():
    unsaved = [Credit(author_id=author.pk, work_id=1) for author in Author.objects.all()]
    return all_of(Credit)() + unsaved


def with_first(model, **columns):
    """Return a function that evaluates all rows anew, and changes columns of the first one."""

    def changed():
        found = all_of(model)()
        vars(found[0]).update(columns)
        return found

    return changed


def with_a_key_of_another_type():
    found = all_of(Credit)()
    found[0].author_id = str(found[0].author_id)
    return found


def with_objects_of_another_kind():
    return [*all_of(Credit)(), {"role": "none", "author": {"name": "Anybody"}}]


def works_and_poems():
    return all_of(Work)() + all_of(Poem)()


SEQUEL = shape(Novel, ["title"], {"sequel": nested(shape(Work, ["title"]), required=False)})
SORTED = shape(Work, ["id"], {"sorted": nested(CREDIT, many=True)})
TO_ATTRIBUTE = Work.objects.prefetch_related(models.Prefetch("credits", to_attr="sorted"))
KEEPER = nested(shape(Keeper, ["name"]))
LEFT_TO_DJANGO = {
    "stored and unsaved": (CREDIT, stored_and_unsaved),
    "without the key": (CREDIT, lambda: [*Credit.objects.defer("author").order_by("pk")]),
    "a key of another type": (CREDIT, with_a_key_of_another_type),
    "a huge key": (CREDIT, with_first(Credit, author_id=2**70)),
    "objects of another kind": (CREDIT, with_objects_of_another_kind),
    "models that are mixed": (AUTHORS, works_and_poems),
    "two keys": (SEQUEL, with_first(Novel, id=0)),
    "generic": (shape(Work, ["title"], {"notes": key(many=True)}), all_of(Work)),
    "generic to one": (
        shape(Note, ["text"], {"about": nested(shape(Work, ["id"]))}),
        all_of(Note),
    ),
    "to an attribute": (SORTED, lambda: [*TO_ATTRIBUTE.all()]),
    # Base managers that look at the instance.
    "pets": (shape(Pet, ["name"], {"keeper": KEEPER}), all_of(Pet)),
    "pets of an owner": (shape(OwnersPet, ["name"], {"keeper": KEEPER}), all_of(OwnersPet)),
}


@pytest.mark.parametrize(("make", "make_instances"), LEFT_TO_DJANGO.values(), ids=LEFT_TO_DJANGO)
def test_instances_for_which_django_asks_one_by_one(make, make_instances):
    store_keepers()
    assert_left_to_django(make, make_instances)


@pytest.mark.skipif(connection.vendor != "mysql", reason="only MySQL refuses 0 as a key")
def test_a_key_that_the_database_refuses():
    assert_left_to_django(AUTHORS, with_first(Work, id=0))


def test_routers():
    with override_settings(DATABASE_ROUTERS=[Routers.Permitting()]):
        assert_same_list_by(3, CREDITS, all_of(Work))
    with override_settings(DATABASE_ROUTERS=[Routers.Refusing()]):
        assert_same_list(CREDIT, all_of(Credit))
        assert_left_to_django(CREDITS, all_of(Work))


# Keys.


def test_more_keys_than_a_query_takes(monkeypatch):
    """As many queries as the database's limit of parameters makes necessary."""
    mothers = [Animal(name=f"mother {number}") for number in range(250)]
    Animal.everything.bulk_create(mothers)
    Animal.everything.bulk_create(Animal(name="young", mother=mother) for mother in mothers)
    make = shape(Animal, ["name"], {"mother": nested(shape(Animal, ["name"]))})
    # Some backends compute it, each time or once.
    monkeypatch.delitem(vars(connection.features), "max_query_params", raising=False)
    monkeypatch.setattr(type(connection.features), "max_query_params", 200)
    assert_same_list_by(3, make, all_of(Animal))


def test_afterwards_each_instance_has_its_relation_and_nothing_lent():
    found = [*Credit.objects.filter(author__name="Hope").order_by("pk")]
    assert len(listed(CREDIT, found)) == 3
    assert [credit._state.fields_cache.keys() for credit in found] == [{"author"}] * 3
    assert type(found[0]._state.fields_cache) is dict


def test_afterwards_an_instance_that_was_read_again_has_nothing_lent():
    def reads_again(serializer, work):
        work.refresh_from_db()
        return work.title

    make = shape(Work, ["again", "authors"], methods(again=reads_again))
    works = all_of(Work)()
    assert len(listed(make, works)) == 4
    assert [type(work._state.fields_cache) for work in works] == [dict] * 4
    assert [vars(work)["_prefetched_objects_cache"] for work in works] == [{}] * 4


def test_afterwards_relations_to_many_are_asked_for_again():
    works = all_of(Work)()
    assert len(listed(SEVERAL, works)) == 4
    assert [hasattr(work, "_prefetched_objects_cache") for work in works] == [False] * 4
