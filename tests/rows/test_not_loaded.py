"""What a project's code finds of relations that nobody has loaded: what REST framework shows."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.db.models import prefetch_related_objects

from tests.differential import spelled_out
from tests.relations.models import Author, Credit, Place, Portrait, Work
from tests.relations.serializers import (
    fields_of_all_kinds,
    methods,
    nested,
    serializer_of,
    shape,
    text,
)
from tests.rows.comparison import BASES, assert_same_list, each, listed, number_of_queries
from tests.rows.querysets import works

pytestmark = pytest.mark.usefixtures("stored")


def authors(*functions, before=True):
    """Return a function that makes a serializer with methods, and relations of each kind."""
    relations = {
        "credits": nested(shape(Credit, ["role"]), many=True),
        "works": text(many=True),
        "home": nested(shape(Place, ["name"])),
        "portrait": text(),
    }
    calling = methods(**{function.__name__: function for function in functions})
    return shape(Author, [], {**calling, **relations} if before else {**relations, **calling})


def ordered():
    return Author.objects.order_by("pk")


def test_relations_of_related_instances_and_of_the_row():
    def uses(self, author):
        return [[str(credit.work), credit.author is author] for credit in author.credits.all()]

    def reads(self, author):
        return [str(work) for work in author.works.all()], str(author.home)

    assert_same_list(authors(uses), ordered)
    # An iterated queryset makes no query.
    assert number_of_queries(authors(reads), ordered()) == 5


# "Don't query if it isn't there."


def is_there(self, author):
    state, prefetched = author._state, getattr(author, "_prefetched_objects_cache", {})
    return str(
        [
            [list(prefetched), len(prefetched), "works" in prefetched, prefetched.keys()],
            "works" in prefetched and [str(work) for work in prefetched.get("works")],
            [Author.home.is_cached(author), Author.portrait.is_cached(author)],
            ["home" in state.fields_cache, str(state.fields_cache.get("home"))],
            sorted(state.fields_cache),
        ]
    )


def is_the_same(self, author):
    home, works = author.home, author.works.all()
    return [
        Author.home.is_cached(author),
        author.home is home,
        works is author.works.all(),
        [one is other for one, other in zip(works, author.works.all(), strict=True)],
        "works" in getattr(author, "_prefetched_objects_cache", {}),
    ]


@each("names", [(), ("home",), ("works",), ("home", "works__credits")])
@each("functions", [[is_there], [is_the_same]])
@pytest.mark.parametrize("before", [True, False])
def test_what_is_there(names, functions, before):
    make = authors(*functions, before=before)
    assert_same_list(make, lambda: ordered().prefetch_related(*names))
    assert_same_list(make, lambda: ordered().prefetch_related(*names).select_related("home"))


@each("kind", list(fields_of_all_kinds(Place, "home", "name")))
@pytest.mark.parametrize("order", ["town method", "method town late", "portrait method town late"])
def test_what_is_there_once_a_field_has_read_it(kind, order):
    """A field loads a relation to one row, as REST framework's does."""

    fields = {
        "town": fields_of_all_kinds(Place, "home", "name", default=None)[kind],
        "portrait": nested(shape(Portrait, ["painter"])),
        **methods(method=is_there, late=is_there),
    }
    names = order.split()
    wanted = [name for name in fields if name.removeprefix("get_") in names]
    assert_same_list(shape(Author, names, {name: fields[name] for name in wanted}), ordered)


def test_what_is_there_for_an_own_representation():
    def to_representation(self, author):
        before = is_there(self, author)
        represented = super(type(self), self).to_representation(author)
        return {**represented, "before": before, "after": is_there(self, author)}

    def make(base):
        cls = serializer_of(base, Author, ["name"], {"home": nested(shape(Place, ["name"]))})
        return type("OwnSerializer", (cls,), {"to_representation": to_representation})

    assert_same_list(make, ordered)


def test_whom_the_instances_of_one_row_know_afterwards():
    """A work of two authors has an instance for each: what it is the sequel to knows that one."""

    titled = methods(method=lambda serializer, work: work.title)
    first = nested(shape(Work, ["title"], titled))
    work = shape(Work, ["title"], {"sequel_to": first})
    make = shape(Author, ["name"], {"works": nested(work, many=True)})
    Credit.objects.create(work=Work.objects.get(title="Rupert"), author=Author.objects.last())
    assert_same_list(make, lambda: ordered().prefetch_related("works"))


def test_what_a_method_prefetches_itself():
    def prefetches(self, author):
        prefetch_related_objects([author], "works", "home")
        return "works" in author._prefetched_objects_cache, Author.home.is_cached(author)

    assert_same_list(authors(prefetches), ordered, counts_queries=False)


# What a method writes, it reads back, as do the rows after it.

WRITES = {
    "add": lambda author: author.mentors.add(Author.objects.last()),
    # PostgreSQL takes back no key that it has given.
    "through rows": lambda author: author.credits.create(
        pk=1000 + author.pk,
        work=Work.objects.create(pk=1000 + author.pk, title=f"of {author}"),
        role="new",
    ),
    "remove": lambda author: author.credits.all().delete(),
    "save": lambda author: Place.objects.get(code="zenda").save(),
    "update": lambda author: Place.objects.update(name=f"seen by {author}"),
    "related": lambda author: (
        author.home and (setattr(author.home, "name", "saved"), author.home.save())
    ),
    "one to one": lambda author: Portrait.objects.update_or_create(
        author=author, defaults={"painter": "new"}
    ),
    "raw": lambda author: connection.cursor().execute("UPDATE relations_credit SET role = 'raw'"),
    "set": lambda author: author.mentors.set([]),
}


def assert_same_after_writing(make, make_queryset):
    """Assert the same for both bases, each of which starts with the same rows."""
    outputs = []
    for base in BASES:
        wrappers = list(connection.execute_wrappers)
        with transaction.atomic():
            outputs.append(spelled_out(listed(make, make_queryset(), base)))
            transaction.set_rollback(True)
        assert connection.execute_wrappers == wrappers
    assert outputs[0] == outputs[1]


@each("write", list(WRITES))
@pytest.mark.parametrize("before", [True, False])
def test_a_method_reads_back_what_it_writes(write, before):
    def writes(self, author):
        seen = [str(work) for work in author.works.all()], str(author.home)
        WRITES[write](author)
        return str(
            [
                seen,
                [credit.role for credit in author.credits.all()],
                [str(work) for work in author.works.all()],
                [str(mentor) for mentor in author.mentors.all()],
                str(author.home),
                str(getattr(author, "portrait", None)),
            ]
        )

    written = methods(written=lambda serializer, author: WRITES[write](author) and None)
    keys = shape(Author, ["written", "mentors", "credits", "works", "home"], written)
    assert_same_after_writing(authors(writes, before=before), ordered)
    assert_same_after_writing(keys, ordered)


def test_a_method_that_writes_once_another_has_read_its_row_again():
    """Reading a row again takes what was joined to it away, and what was joined to that."""

    def again(self, credit):
        credit.refresh_from_db()

    def writes(self, credit):
        credit.save()
        return str(credit.author.home)

    make = shape(Credit, [], {**methods(again=again, writes=writes), "work": text()})
    rows = Credit.objects.select_related("author__home").order_by("pk")
    # What was lent to all rows is of no use after the first has written.
    assert_same_list(make, rows.all, counts_queries=False)


def test_a_nested_method_that_writes():
    def written(serializer, credit):
        Place.objects.update(name=f"{credit.pk} was here")
        return str(credit.author.home)

    declared = {
        "credits": nested(shape(Credit, ["role"], methods(written=written)), many=True),
        "authors": nested(shape(Author, ["name", "home"], depth=1), many=True),
    }
    assert_same_after_writing(shape(Work, ["title"], declared), works)


def test_instances_that_are_kept_do_not_keep_what_was_lent():
    kept = []

    def keeps(self, author):
        kept.append((author, author.works.all()))

    listed(authors(keeps), ordered())
    Work.objects.update(title="changed since")
    for author, queryset in kept:
        assert {str(work) for work in queryset} <= {"changed since"}
        assert {str(work) for work in author.works.all()} <= {"changed since"}
