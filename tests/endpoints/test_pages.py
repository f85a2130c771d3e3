"""A page that nobody has fetched is the list that DRF gives, to whoever looks."""

from __future__ import annotations

import copy
import json
import operator
import pickle

import msgspec
import orjson
import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models.expressions import RawSQL
from rest_framework.renderers import JSONRenderer

from fastserializers.pages import UnreadPage
from fastserializers.renderers import OrjsonRenderer
from tests.models import Publisher

NAMES = ["Gomer", "Honno", "Seren", "Parthian"]


@pytest.fixture
def publishers(db):
    rows = (Publisher(name=name, code=name.lower()) for name in NAMES)
    Publisher.objects.bulk_create(rows)
    return Publisher.objects.order_by("pk")


def pair(publishers):
    """Return a page and the list that it stands for."""
    return UnreadPage(publishers.all()), list(publishers)


LOOKS = {
    "len": len,
    "bool": bool,
    "iteration": lambda page: [row.name for row in page],
    "index": lambda page: page[1],
    "index from the end": lambda page: page[-1],
    "slice": lambda page: page[1:3],
    "no such index": lambda page: page[9],
    "text": repr,
    "reversed": lambda page: list(reversed(page)),
    "contains": lambda page: Publisher.objects.last() in page,
    "list": list,
    "tuple": tuple,
    "set": lambda page: sorted(row.pk for row in set(page)),
    "star": lambda page: [*page],
    "sorted": lambda page: sorted(page, key=lambda row: row.name),
    "unpacking": lambda page: [(a, d) for a, _, _, d in [page]],
    "add": lambda page: page + [1],  # noqa: RUF005
    "add to a list": lambda page: [1, *page] == [1] + page,  # noqa: RUF005
    "add to no list": lambda page: (1,) + page,  # noqa: RUF005
    "extend a list": lambda page: (rows := [1], rows.extend(page), rows)[-1],
    "add in place to a list": lambda page: operator.iadd([1], page),
    "assign to a slice": lambda page: operator.setitem(rows := [1, 2], slice(0, 1), page) or rows,
    "multiply": lambda page: page * 2,
    "multiply from the left": lambda page: 2 * page,
    "append": lambda page: page.append(1) or list(page),
    "insert": lambda page: page.insert(0, 1) or list(page),
    "pop": lambda page: (page.pop(), len(page)),
    "remove": lambda page: page.remove(page[0]) or list(page),
    "set an item": lambda page: operator.setitem(page, 0, 1) or list(page),
    "delete an item": lambda page: operator.delitem(page, 0) or list(page),
    "sort": lambda page: page.sort(key=lambda row: row.name) or list(page),
    "reverse": lambda page: page.reverse() or list(page),
    "clear": lambda page: page.clear() or list(page),
    "count": lambda page: page.count(1),
    "index of": lambda page: page.index(Publisher.objects.order_by("pk")[1]),
    "copy": lambda page: (type(page.copy()), page.copy()),
    "copy.copy": lambda page: (type(copy.copy(page)), copy.copy(page)),
    "deepcopy": lambda page: (type(copy.deepcopy(page)), copy.deepcopy(page)),
    "pickle": lambda page: pickle.loads(pickle.dumps(page)),  # noqa: S301
    "hash": hash,
    "equal to a list": lambda page: list(Publisher.objects.order_by("pk")) == page,
    "equal to none": lambda page: page == [],
    "less than a list": lambda page: page > [],
    "greater than a list": lambda page: page > [],
    "is a list": lambda page: isinstance(page, list),
    "class": lambda page: page.__class__,
    "json": lambda page: json.dumps(page, default=str),
    "renderer": lambda page: JSONRenderer().render({"rows": page}),
    "fast renderer": lambda page: OrjsonRenderer().render({"rows": page}),
    "join": lambda page: ",".join(map(str, page)),
    "zip": lambda page: list(zip(*[page, page], strict=True)),
}


def outcome(look, page):
    try:
        return look(page)
    except Exception as error:
        return type(error), str(error).replace("UnreadPage", "list")


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_a_look_sees_the_list(publishers, look, django_assert_num_queries):
    page, rows = pair(publishers)
    expected = outcome(look, rows)
    found = outcome(look, page)
    assert found == expected
    assert type(found) is type(expected)
    assert list(page) == rows


@pytest.mark.parametrize("encode", [orjson.dumps, msgspec.json.encode])
def test_code_in_c_that_asks_no_list_sees_no_empty_one(publishers, encode):
    page, rows = pair(publishers)
    for source in (page, rows):
        with pytest.raises(TypeError):
            encode(source)
    page.fetch()
    assert page == rows


def test_two_pages_are_compared_and_added_as_lists(publishers):
    (page, rows), (other, _) = pair(publishers), pair(publishers)
    assert page == other
    (page, rows), (other, _) = pair(publishers), pair(publishers)
    assert page + other == rows + rows


def test_no_method_of_a_list_is_left_out():
    plain = {"__class_getitem__", "__doc__", "__getattribute__", "__hash__", "__new__"}
    for name in vars(list).keys() - plain:
        assert getattr(UnreadPage, name) is not getattr(list, name), name


def test_the_rows_are_fetched_once_and_only_when_looked_at(publishers, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = UnreadPage(publishers.all())
    with django_assert_num_queries(1):
        first = page[0]
    with django_assert_num_queries(0):
        assert page[0] is first
        assert len(page) == 4
    assert page.queryset is None


def test_who_reads_its_queryset_fetches_it(publishers, django_assert_num_queries):
    queryset = publishers.all()
    page, other = UnreadPage(queryset), UnreadPage(queryset)
    with django_assert_num_queries(1):
        assert [row.name for row in page.queryset] == NAMES
    with django_assert_num_queries(0):
        assert len(page) == len(other) == 4
        assert page
        assert [a is b for a, b in zip(page, other, strict=True)] == [True] * 4


def test_an_error_of_the_database_comes_again(publishers):
    queryset = publishers.extra(where=["no_such_column = 1"])
    with pytest.raises(Exception, match="no_such_column"), transaction.atomic():
        len(page := UnreadPage(queryset))
    with pytest.raises(Exception, match="no_such_column"), transaction.atomic():
        bool(page)


class TestWrites:
    def names_after(self, publishers, write):
        page = UnreadPage(publishers.all())
        write()
        return [row.name for row in page]

    @pytest.mark.parametrize(
        "write",
        [
            lambda: Publisher.objects.update(name="other"),
            lambda: Publisher.objects.first().delete(),
            lambda: Publisher.objects.create(name="other", code="other"),
            lambda: connection.cursor().execute("DELETE FROM tests_publisher"),
        ],
    )
    def test_the_rows_are_those_from_before_a_write(self, publishers, write):
        assert self.names_after(publishers, write) == NAMES

    def test_a_write_that_is_taken_back_is_not_seen(self, publishers):
        with transaction.atomic():
            page_names = self.names_after(publishers, Publisher.objects.all().delete)
            transaction.set_rollback(True)
        assert page_names == NAMES

    def test_reading_other_rows_does_not_fetch_them(self, publishers):
        page = UnreadPage(publishers.all())
        assert Publisher.objects.filter(pk__in=Publisher.objects.values("pk")).count() == 4
        assert page.queryset is not None

    def test_one_that_can_not_be_fetched_keeps_nobody_from_writing(self, publishers):
        failing = publishers.order_by(RawSQL("no_such_column", []))
        pages = [UnreadPage(failing.all()) for _ in range(2)]
        for look in (pages[0].fetch, lambda: list(pages[1].rows())):
            with pytest.raises(DatabaseError), transaction.atomic():
                look()
        assert Publisher.objects.filter(name="Honno").update(name="Other") == 1

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="the error ends the transaction")
    def test_nor_does_one_that_nobody_has_looked_at(self, publishers):
        page = UnreadPage(publishers.order_by(RawSQL("no_such_column", [])))
        assert Publisher.objects.filter(name="Honno").update(name="Other") == 1
        with pytest.raises(DatabaseError):
            len(page)

    def test_once_fetched_or_read_nothing_is_watched(self, publishers):
        before = list(connection.execute_wrappers)
        pages = [UnreadPage(publishers.all()) for _ in range(3)]
        assert len(connection.execute_wrappers) == len(before) + 3
        len(pages[0])
        len(pages[1].queryset)
        del pages
        assert Publisher.objects.count() == 4
        assert connection.execute_wrappers == before

    def test_a_wrapper_of_the_projects_is_taken_away_as_ever(self, publishers):
        def wrapper(execute, *arguments):
            return execute(*arguments)

        with connection.execute_wrapper(wrapper):
            page = UnreadPage(publishers.all())
        assert wrapper not in connection.execute_wrappers
        Publisher.objects.update(name="other")
        assert [row.name for row in page] == NAMES
