"""Code of a project's that gets an instance of a row: what it sees, changes, and leaves."""

from __future__ import annotations

from functools import lru_cache

import pytest

from fastserializers import FastReadOnlyModelSerializer
from tests.differential import spelled_out
from tests.named import by_name
from tests.relations.models import Author, Credit, Work
from tests.relations.serializers import AUTHOR, CREDIT, methods, nested, serializer_of, shape
from tests.rows.comparison import BASES, assert_same_list, each, listed
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


def forgets_a_relation(self, work):
    before = str(work.sequel_to)
    if work.sequel_to:
        Work.sequel_to.field.delete_cached_value(work)
    return before, str(work.sequel_to)


def forgets_what_was_loaded(self, work):
    work.refresh_from_db()
    return work.title


def forgets_prefetched_rows(self, work):
    vars(work).pop("_prefetched_objects_cache", None)


def nests_another_serializer(self, work):
    base = FastReadOnlyModelSerializer
    return [
        CREDIT(base)(work.credits.all(), many=True).data,
        AUTHOR(base)(work.authors.all()[:1], many=True).data,
        CREDIT(base)(work.credits, many=True).data,
    ]


METHODS = {
    "reads relations": lambda self, work: (
        [author.name for author in work.authors.all()],
        [credit.author.home and credit.author.home.name for credit in work.credits.all()],
        str(work.sequel_to),
    ),
    "counts": lambda self, work: (
        *(work.authors.count(), work.credits.filter(role="writer").count()),
        len(work.notes.all()),
    ),
    "changes a column": lambda self, work: (
        setattr(work, "title", work.title.upper()) or work.title
    ),
    "changes a relation": lambda self, work: setattr(work, "sequel_to", Work(title="another")),
    "takes a relation away": lambda self, work: setattr(work, "sequel_to", None),
    "keeps an attribute": lambda self, work: (
        setattr(work, "seen", getattr(work, "seen", 0) + 1) or work.seen
    ),
    **by_name(nests_another_serializer, changes_a_related_row, changes_a_key),
    **by_name(changes_primary_key, forgets_what_was_loaded, forgets_prefetched_rows),
    **by_name(forgets_a_relation),
}


@each("load", LOADS)
@each("position", [0, 2, 5])
@pytest.mark.parametrize("name", METHODS)
def test_a_method_anywhere_among_the_fields(name, position, load):
    method = METHODS[name]
    forgets = method in (forgets_what_was_loaded, forgets_prefetched_rows, changes_primary_key)
    assert_same_list(
        with_method(method, position),
        load.all,
        # What is below something that is forgotten has been fetched by then.
        counts_queries=not forgets,
        # Nor does it forget what rows have read without it.
        compares_left=method not in (forgets_what_was_loaded, changes_primary_key),
    )


def test_everybody_gets_the_same_instance():
    """Two methods, their related rows, and whoever looks at the queryset later."""

    def look(serializer, work):
        seen.append((work, list(work.credits.all()), work.sequel_to))

    make = shape(Work, ["title"], methods(first=look, second=look))
    for base in BASES:
        seen = []
        queryset = works().prefetch_related("credits", "sequel_to")
        listed(make, queryset, base)
        for number, work in enumerate(queryset):
            first, second = seen[2 * number : 2 * number + 2]
            assert first[0] is second[0] is work
            assert all(one is other for one, other in zip(first[1], second[1], strict=True))
            assert all(credit.work is work for credit in first[1])
            assert first[2] is second[2] is work.sequel_to


def test_a_representation_of_another_object_loads_nothing():
    def make(base):
        class WorkSerializer(base):
            def to_representation(self, work):
                return super().to_representation({"title": work.title, "sequel_to": None})

        sequel = serializer_of(base, Work, ["title"])(required=False)
        return serializer_of(WorkSerializer, Work, ["title", "sequel"], {"sequel": sequel})

    assert_same_list(make, works)


def test_representations_of_the_projects_own():
    def make(base):
        class Shouting(base):
            def to_representation(self, author):
                author.name = author.name.upper()
                return super().to_representation(author)

        class Telling(base):
            def to_representation(self, work):
                related = [str(credit.author) for credit in work.credits.all()]
                return {**super().to_representation(work), "related": related}

        author = serializer_of(Shouting, Author, ["name"])
        credit = serializer_of(base, Credit, ["role"], {"author": author()})
        declared = {"credits": credit(many=True), "authors": author(many=True)}
        return serializer_of(Telling, Work, ["title"], declared)

    for names in ([], ["credits"], ["credits__author"], ["authors"]):
        assert_same_list(make, Work.objects.prefetch_related(*names).all, message=names)


def test_a_method_that_changes_a_row_to_come():
    def changes_the_last(self, work):
        *_, last = queryset
        last.title = f"changed by {work.title}"
        return last is work

    outputs = []
    for base in BASES:
        queryset = works()
        outputs.append(spelled_out(listed(with_method(changes_the_last, 2), queryset, base)))
    assert outputs[0] == outputs[1]
