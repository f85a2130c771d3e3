"""Code of a project's that gets an instance of a row: what it sees, changes, and leaves."""

import copy
from functools import lru_cache
from itertools import product

import pytest
from django.db import connection
from django.db.models import QuerySet
from rest_framework import serializers

from tests.named import all_of
from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import AUTHOR, CREDIT, methods, nested, shape, text, with_own
from tests.rows.comparison import BASES, assert_same_list, listed
from tests.rows.querysets import LOADS, works

pytestmark = pytest.mark.usefixtures("stored")


@lru_cache
def with_method(function, position):
    """Return a function that makes a serializer with a method among its fields."""
    declared = {
        "authors": nested(AUTHOR, many=True),
        "credits": nested(CREDIT, many=True),
        "sequel_to": nested(shape(Work, ["title"])),
    }
    names = ["id", "title", *declared]
    names.insert(position, "method")
    return shape(Work, names, {**declared, **methods(method=function)})


class Methods:
    """What methods do with a row, and what is related to it."""

    def changes_a_related_row(self, work):
        for author in work.authors.all():
            author.name += "!"
        for credit in work.credits.all():
            credit.role = "changed"
            credit.author.name = "changed too"
        if work.sequel_to:
            work.sequel_to.title = "before"

    def changes_a_key(self, work):
        work.sequel_to_id = None if work.sequel_to_id else Work.objects.get(title="Alone").pk

    def changes_primary_key(self, work):
        work.pk += 1

    def forgets_what_was_loaded(self, work):
        work.refresh_from_db()
        return work.title

    def forgets_prefetched_rows(self, work):
        vars(work).pop("_prefetched_objects_cache", None)

    def reads_relations(self, work):
        return (
            [author.name for author in work.authors.all()],
            [credit.author.home and credit.author.home.name for credit in work.credits.all()],
            str(work.sequel_to),
        )

    def counts(self, work):
        writers = work.credits.filter(role="writer")
        return work.authors.count(), writers.count(), len(work.notes.all())

    def changes_a_column(self, work):
        work.title = work.title.upper()
        return work.title

    def changes_a_relation(self, work):
        work.sequel_to = Work(title="another")

    def reads_of_a_copy(self, work):
        other = copy.copy(work)
        other.pk = Work.objects.exclude(pk=work.pk).order_by("pk").first().pk
        return [credit.role for credit in other.credits.all()], str(other.sequel_to)

    def keeps_an_attribute(self, work):
        work.seen = getattr(work, "seen", 0) + 1
        return work.seen


METHODS = all_of(Methods)
# What is below something that is forgotten has been fetched by then.
FORGETS = (
    "forgets what was loaded",
    "forgets prefetched rows",
    "changes primary key",
    "reads of a copy",
)
# What the list has loaded for a relation is what these find, as after `prefetch_related()`.
FIND_WHAT_IS_LOADED = ("changes a related row", "changes primary key", "reads of a copy")
ALL_LOADED = {name: LOADS[name] for name in ("prefetched", "both")}


@pytest.mark.parametrize("collect", [QuerySet.all, list], ids=["rows", "instances"])
@pytest.mark.parametrize("name", METHODS)
def test_a_method_anywhere_among_the_fields(subtests, name, collect):
    if name == "changes a related row" and connection.vendor == "mysql":
        pytest.skip("rows share the authors that Django asks for their home: it has a text key")
    # Before and after relations, and between what is loaded and what is not.
    loads = ALL_LOADED if name in FIND_WHAT_IS_LOADED else LOADS
    for position, load in product((0, 2, 5), loads):
        with subtests.test(position=position, load=load):
            assert_same_list(
                with_method(METHODS[name], position),
                lambda rows=loads[load]: collect(rows.all()),
                counts_queries=name not in FORGETS,
            )


@pytest.mark.parametrize("base", BASES, ids=["rest framework", "fast"])
def test_all_code_gets_the_same_instance(base):
    """Two methods, their related rows, and the code that looks at the queryset later."""
    seen = []

    def look(serializer, work):
        seen.append((work, list(work.credits.all()), work.sequel_to))

    queryset = works().prefetch_related("credits", "sequel_to")
    listed(shape(Work, ["title"], methods(first=look, second=look)), queryset, base)

    again = [(work, list(work.credits.all()), work.sequel_to) for work in queryset]
    expected = [spelled_by_identity(found) for found in again for _ in range(2)]
    assert [spelled_by_identity(found) for found in seen] == expected
    assert all(credit.work is work for work, rows, _ in seen for credit in rows)


def spelled_by_identity(found):
    work, rows, sequel_to = found
    return id(work), [id(row) for row in rows], id(sequel_to)


class ShoutsItsName:
    def to_representation(self, author):
        author.name = author.name.upper()
        return super().to_representation(author)


class TellsItsAuthors:
    def to_representation(self, work):
        related = [str(credit.author) for credit in work.credits.all()]
        return {**super().to_representation(work), "related": related}


@pytest.mark.parametrize("names", ["credits", "credits__author"])
def test_representations_of_the_projects_own(names):
    author = with_own(ShoutsItsName, shape(Author, ["name"]))
    credit = shape(Credit, ["role"], {"author": nested(author)})
    related = {"credits": nested(credit, many=True), "authors": nested(author, many=True)}
    make = with_own(TellsItsAuthors, shape(Work, ["title"], related))
    assert_same_list(make, Work.objects.prefetch_related(names).all)


class RepresentsTheFirstPart:
    def to_representation(self, work):
        return super().to_representation(work.sequel_to or work)


@pytest.mark.parametrize("load", [Work.objects.select_related, Work.objects.prefetch_related])
def test_a_representation_of_a_related_row(load):
    related = {"credits": nested(shape(Credit, ["role"]), many=True)}
    make = with_own(RepresentsTheFirstPart, shape(Work, ["title"], related))
    assert_same_list(make, load("sequel_to").order_by("pk").all)


class RepresentsWhatComesNext:
    def to_representation(self, work):
        return next(iter(()))


def what_comes_next(serializer, work):
    return next(iter(()))


@pytest.mark.parametrize(
    "make",
    [
        shape(Work, ["next"], methods(next=what_comes_next)),
        with_own(RepresentsWhatComesNext, shape(Work, ["title"])),
    ],
    ids=["a method", "a representation"],
)
def test_an_iterator_that_has_nothing_more(make):
    """`StopIteration` is an error like any other, which a generator would replace."""
    expected = assert_same_list(make, works)
    assert expected.output[0] is StopIteration


def tells_whether_its_home_is_loaded(serializer, author):
    return Author.home.is_cached(author), str(author.home)


def reads_the_row_again(serializer, author):
    author.refresh_from_db()
    return author.name


@pytest.mark.parametrize("method", [tells_whether_its_home_is_loaded, reads_the_row_again])
def test_a_method_after_a_field_that_has_read_a_relation(method):
    town = text(source="home.name", default=None)
    make = shape(Author, ["town", "name"], {"town": town, **methods(name=method)})

    # A row that is read again asks for its relation once more: documented.
    assert_same_list(make, Author.objects.order_by("pk").all, counts_queries=False)


@pytest.mark.parametrize("source", ["kind", "kind.title"])
def test_a_property_that_changes_its_row(monkeypatch, source):
    def shouting(work):
        work.title = work.title.upper()
        return work

    monkeypatch.setattr(Work, "kind", property(shouting))
    shouted = serializers.CharField(source=source)
    assert_same_list(shape(Work, ["shouted", "title"], {"shouted": shouted}), works)
