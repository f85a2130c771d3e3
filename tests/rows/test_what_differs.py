"""Where a list that is read as rows differs from REST framework, as the documentation says."""

from functools import partial

import pytest
from django.db import connection
from django.db.models import FilteredRelation, Prefetch, Q
from django.db.models.signals import post_init
from rest_framework import serializers

from tests.differential import spelled_out
from tests.models import Book, Country, Publisher, Remark
from tests.relations.comparison import executed
from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import (
    SERIALIZERS,
    key,
    methods,
    nested,
    shape,
    text,
    with_own,
)
from tests.rows.comparison import BASES, MODEL, listed, number_of_queries
from tests.rows.models import Animal, Calf
from tests.rows.querysets import works
from tests.rows.test_hooks import listening, load_author
from tests.rows.test_methods import FIND_WHAT_IS_LOADED, METHODS, with_method

pytestmark = pytest.mark.usefixtures("stored")

FILTERED = Work.objects.annotate(
    filtered=FilteredRelation("sequel_to", condition=Q(sequel_to__pk__gt=1))
).select_related("filtered")


def assert_as_if_prefetched(make, rows, *names):
    """Assert that a list is that of prefetched rows; return it, and DRF's of the rows alone."""
    found = listed(make, rows.all())
    assert spelled_out(found) == spelled_out(listed(make, rows.prefetch_related(*names), MODEL))
    return found, listed(make, rows.all(), MODEL)


def assert_same_list_by_more(queries, make, make_rows):
    """Assert the same list as REST framework's, which the fast class makes by more queries."""
    (expected, expected_queries), (found, found_queries) = (
        executed(partial(listed, make, make_rows(), base)) for base in BASES
    )
    assert spelled_out(found) == spelled_out(expected)
    assert len(found_queries) == len(expected_queries) + queries


def test_rows_without_an_order_come_as_if_they_were_prefetched():
    assert_as_if_prefetched(SERIALIZERS["keys"], works(), "authors", "credits", "notes")


def test_an_object_that_has_the_namespace_of_an_instance_and_another_key():
    """It reads what the list has lent to the instance."""
    roles = {work.pk: [credit.role for credit in work.credits.all()] for work in works()}
    first, *others = roles
    following = dict(zip(roles, [*others, first], strict=True))

    def of_another(serializer, work):
        other = Work()
        vars(other).update(vars(work))
        other.pk = following[work.pk]
        return [credit.role for credit in other.credits.all()]

    make = shape(Work, ["of_another", "credits"], methods(of_another=of_another))
    found, expected = (listed(make, works(), base) for base in reversed(BASES))
    assert [work["of_another"] for work in found] == [*roles.values()]
    assert [work["of_another"] for work in expected] == [roles[following[pk]] for pk in roles]


def test_instances_of_a_nested_serializer_that_several_rows_share():
    """Its own code gets the same instance for all of them, as after `prefetch_related()`."""

    def times(serializer, author):
        author.times = getattr(author, "times", 0) + 1
        return author.times

    author = nested(shape(Author, ["name"], methods(times=times)))
    make = shape(Credit, ["role"], {"author": author})
    found, alone = assert_as_if_prefetched(make, Credit.objects.order_by("pk"), "author")
    assert found != alone


@pytest.mark.parametrize("name", FIND_WHAT_IS_LOADED)
def test_what_methods_find_is_what_the_list_has_loaded(name):
    loaded = "authors__home", "credits__author__home", "sequel_to"
    found, alone = assert_as_if_prefetched(with_method(METHODS[name], 0), works(), *loaded)
    assert found != alone


def test_a_relation_that_is_read_again_after_a_write():
    """REST framework has loaded the author for the field; here, the method asks for him."""

    def renames(serializer, credit):
        Author.objects.filter(pk=credit.author_id).update(name="renamed")
        return credit.author.name

    name = serializers.CharField(source="author.name")
    make = shape(Credit, ["name", "renamed"], {"name": name, **methods(renamed=renames)})
    rows = Credit.objects.order_by("pk")[:1]
    (expected,), (found,) = (listed(make, rows.all(), base) for base in BASES)
    assert expected["renamed"] == expected["name"] != "renamed"
    assert found["renamed"] == "renamed"


@pytest.mark.parametrize(("base", "has_a_cache"), [*zip(BASES, (False, True), strict=True)])
def test_an_instance_with_nothing_prefetched_has_an_empty_cache(base, has_a_cache):
    def cached(serializer, work):
        return vars(work).get("_prefetched_objects_cache")

    def has_a_prefetch(serializer, work):
        return hasattr(work, "_prefetched_objects_cache")

    fields = {"read": key(many=True, source="authors")}
    make = shape(Work, [], fields | methods(cached=cached, has_a_prefetch=has_a_prefetch))
    rows = listed(make, works(), base)
    assert not any(row["cached"] for row in rows)
    assert {row["has_a_prefetch"] for row in rows} == {has_a_cache}


@pytest.mark.parametrize(("base", "is_loaded"), [*zip(BASES, (False, True), strict=True)])
def test_a_relation_that_a_later_field_reads_counts_as_loaded(base, is_loaded):
    def loaded(serializer, credit):
        return Credit.author.is_cached(credit)

    make = shape(Credit, [], methods(loaded=loaded) | {"author": text()})
    rows = listed(make, Credit.objects.all(), base)
    assert {row["loaded"] for row in rows} == {is_loaded}


def forgets_its_author(serializer, credit):
    credit.author_id = None


def refreshes_itself(serializer, instance):
    """As a workflow of Mayan EDMS, which updates what it keeps of its last state."""
    instance.refresh_from_db()


@pytest.mark.parametrize(
    ("method", "model", "relation"),
    [
        (forgets_its_author, Credit, {"author": text()}),
        (refreshes_itself, Author, {"mentors": key(many=True)}),
    ],
)
def test_a_relation_that_a_method_has_no_use_for(method, model, relation):
    make = shape(model, [], methods(method=method) | relation)
    assert_same_list_by_more(1, make, model.objects.order_by("pk").all)


def test_a_relation_that_a_receiver_loads_as_well():
    credits_of = nested(shape(Credit, [], {"author": text()}), many=True)
    make, rows = shape(Work, [], {"credits": credits_of}), Work.objects.filter(title="Rupert")
    with listening(post_init, load_author, Credit):
        assert_same_list_by_more(1, make, rows.all)


@pytest.mark.parametrize(
    "queryset",
    [
        Animal.objects.prefetch_related("young", "calves"),
        works().prefetch_related("credits", Prefetch("sequel_to", FILTERED)),
        works()
        .select_related("sequel_to")
        .prefetch_related("credits", Prefetch("sequel_to", works())),
    ],
    ids=["defers the key", "filters a relation", "is joined"],
)
def test_a_second_prefetch_that_only_django_makes(queryset):
    Calf.objects.create(name="calf", cow=Animal.objects.create(name="Alma"))
    assert_same_list_by_more(1, shape(queryset.model, ["pk"]), queryset.all)


def read_with_works(make, base):
    """Return the list of credits on a base, and the works of the instances, by which queries."""
    rows = Credit.objects.order_by("pk")
    data = listed(make, rows, base)
    return data, *executed(lambda: [credit.work.pk for credit in rows])


class DropsItsRelation:
    def to_representation(self, instance):
        represented = super().to_representation(instance)
        # Only the first row has it.
        self.fields.pop("related", None)
        return represented


def without_its_relation(model, source):
    """Return a function that makes a serializer that drops its relation after the first row."""
    return with_own(DropsItsRelation, shape(model, ["pk"], {"related": text(source=source)}))


def test_a_relation_that_an_own_representation_leaves_out_for_some_rows():
    (drf, expected, needed), (fast, found, queries) = (
        read_with_works(without_its_relation(Credit, "work"), base) for base in BASES
    )
    assert (spelled_out(fast), found) == (spelled_out(drf), expected)
    assert not queries
    assert needed


def test_a_relation_that_is_left_out_after_a_row_that_has_none():
    Publisher.objects.create(name="A", code="a")
    Publisher.objects.create(name="B", code="b", country=Country.objects.create(name="Ruritania"))
    publishers = Publisher.objects.filter(name__in="AB").order_by("name")

    make = without_its_relation(Publisher, "country")
    assert [number_of_queries(make, publishers.all(), base) for base in BASES] == [1, 2]


def test_instances_of_a_relation_to_many_tell_whom_they_were_fetched_for():
    def names(serializer, work):
        return [sorted(vars(row)) for row in work.authors.all()]

    make = shape(Work, [], {"read": key(many=True, source="authors"), **methods(names=names)})
    found, alone = assert_as_if_prefetched(make, works(), "authors")
    assert found != alone


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes any type")
def test_a_value_that_nobody_reads_is_not_made():
    Book.objects.create(title="Rupert", price=1)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tests_book SET reading_time = 'long'")

    make = shape(Book, ["title"])
    with pytest.raises(TypeError):
        listed(make, Book.objects.all(), MODEL)
    assert listed(make, Book.objects.all()) == [{"title": "Rupert"}]


@pytest.mark.parametrize(("base", "is_loaded"), [*zip(BASES, (True, False), strict=True)])
def test_a_deferred_column_that_the_manager_of_prefetched_rows_looks_at(base, is_loaded):
    country = Country.objects.create(name="Ruritania")
    Remark.objects.create(country=country, text="Rassendyll")
    rows = Country.objects.only("id").prefetch_related("remarks")

    listed(shape(Country, ["id"]), rows, base)

    assert (not rows[0].get_deferred_fields()) is is_loaded
    assert [remark.text for remark in rows[0].remarks.all()] == ["Rassendyll"]
    assert not rows[0].get_deferred_fields()


@pytest.mark.parametrize(("base", "is_set"), [*zip(BASES, (True, False), strict=True)])
def test_the_owner_that_an_own_setattr_of_related_rows_is_told(monkeypatch, base, is_set):
    def note_name(self, name, value):
        object.__setattr__(self, name, value)
        vars(self).setdefault("names", []).append(name)

    monkeypatch.setattr(Credit, "__setattr__", note_name)
    of_author = nested(shape(Credit, [], {"names": serializers.ReadOnlyField()}), many=True)
    make = shape(Author, [], {"credits": of_author})

    first, *_ = listed(make, Author.objects.filter(credits__isnull=False).order_by("pk"), base)

    assert ("author" in first["credits"][0]["names"]) is is_set


def test_a_changed_column_that_the_manager_of_prefetched_rows_looks_at():
    def texts(serializer, country):
        country.name = 5
        return [remark.text for remark in country.remarks.all()]

    country = Country.objects.create(name="Ruritania")
    Remark.objects.create(country=country, text="Rassendyll")
    rows = Country.objects.prefetch_related("remarks")
    make = shape(Country, [], methods(texts=texts))

    assert listed(make, rows.all(), MODEL) == [{"texts": ["Rassendyll"]}]
    with pytest.raises(TypeError, match="not subscriptable"):
        listed(make, rows.all())


without_an_attribute = shape(
    Credit, [], {"nothing": serializers.CharField(), "name": text(source="author.name")}
)


def test_relations_that_all_rows_read_are_loaded_before_a_row_raises(django_assert_num_queries):
    """The same exception, after one query more."""
    with django_assert_num_queries(1), pytest.raises(AttributeError) as expected:
        listed(without_an_attribute, Credit.objects.all(), MODEL)
    with django_assert_num_queries(2), pytest.raises(AttributeError) as found:
        listed(without_an_attribute, Credit.objects.all())
    assert str(found.value) == str(expected.value)
