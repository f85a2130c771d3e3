"""A page of rows is the list of instances that DRF gives, to whoever looks."""

from __future__ import annotations

import copy
import json
import operator
import pickle

import msgspec
import orjson
import pytest
from rest_framework.renderers import JSONRenderer

from fastserializers.renderers import OrjsonRenderer
from fastserializers.rows.evaluated import RowList
from tests.endpoints.paginators import DRF, four_rows, is_rows, seen_page
from tests.models import Tag


def page_of_rows():
    return seen_page(four_rows(DRF["numbers"]))[0]


LOOKS = {
    "len": len,
    "bool": bool,
    "iteration": lambda page: [row.label for row in page],
    "first of an iteration": lambda page: next(iter(page)),
    "index": lambda page: page[1],
    "index from the end": lambda page: page[-1],
    "slice": lambda page: page[1:3],
    "no such index": lambda page: page[9],
    "text": repr,
    "reversed": lambda page: list(reversed(page)),
    "last of a reversed one": lambda page: next(reversed(page)),
    "contains": lambda page: Tag.objects.first() in page,
    "tuple": tuple,
    "star": lambda page: [*page],
    "sorted": lambda page: sorted(page, key=lambda row: -row.pk),
    "unpacking": lambda page: [(a, d) for a, _, _, d in [page]],
    "add": lambda page: page + [1],  # noqa: RUF005
    "add to a list": lambda page: [1] + page,  # noqa: RUF005
    "add to no list": lambda page: (1,) + page,  # noqa: RUF005
    "extend a list": lambda page: (rows := [1], rows.extend(page), rows)[-1],
    "assign to a slice": lambda page: operator.setitem(rows := [1, 2], slice(0, 1), page) or rows,
    "append": lambda page: page.append(1) or list(page),
    "pop": lambda page: (page.pop(), len(page)),
    "sort": lambda page: page.sort(key=lambda row: -row.pk) or list(page),
    "change in an iteration": lambda page: [page.pop() for row in page],
    "copy.copy": lambda page: (type(copy.copy(page)), copy.copy(page)),
    "deepcopy": lambda page: (type(copy.deepcopy(page)), copy.deepcopy(page)),
    "pickle": lambda page: pickle.loads(pickle.dumps(page)),  # noqa: S301
    "hash": hash,
    "equal to a list": lambda page: list(Tag.objects.order_by("pk")[:4]) == page,
    "is a list": lambda page: isinstance(page, list),
    "json": lambda page: json.dumps(page, default=str),
    "renderer": lambda page: JSONRenderer().render({"rows": page}),
    "fast renderer": lambda page: OrjsonRenderer().render({"rows": page}),
}


def outcome(look, page):
    try:
        found = look(page)
    except Exception as error:
        return type(error), str(error).replace("RowList", "list")
    return type(found), found


def test_every_look_sees_the_list(tags, django_assert_num_queries):
    for name, look in LOOKS.items():
        page, rows = page_of_rows(), tags[:4]
        assert is_rows(page)
        assert outcome(look, page) == outcome(look, rows), name
        with django_assert_num_queries(0):
            assert list(page) == rows, name


def test_each_instance_is_made_once_and_two_pages_are_compared_as_lists(
    tags, django_assert_num_queries
):
    page, other, rows = page_of_rows(), page_of_rows(), tags[:4]
    with django_assert_num_queries(0):
        first = page[0]
        assert all(one is other for one, other in zip(page, list(page), strict=True))
        assert page[0] is first
    assert page == other
    assert page + other == rows + other == rows + rows


def test_code_in_c_that_asks_no_list_sees_no_empty_one(tags):
    for encode in (orjson.dumps, msgspec.json.encode):
        for source in (page_of_rows(), tags[:4]):
            with pytest.raises(TypeError):
                encode(source)


def test_no_method_of_a_list_is_left_out():
    plain = {"__class_getitem__", "__doc__", "__getattribute__", "__hash__", "__new__"}
    for name in vars(list).keys() - plain:
        assert getattr(RowList, name) is not getattr(list, name), name
