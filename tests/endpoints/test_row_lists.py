"""A page of rows is the list of instances that DRF gives, to any code that looks at it."""

from __future__ import annotations

import copy
import json
import pickle
from operator import itemgetter

import msgspec
import orjson
import pytest
from rest_framework.renderers import JSONRenderer

from fastserializers.renderers import OrjsonRenderer
from fastserializers.rows.evaluated import RowList
from tests.endpoints.paginators import DRF, four_rows, is_rows, seen_page
from tests.models import Tag
from tests.named import by_name


def page_of_rows():
    return seen_page(four_rows(DRF["numbers"]))[0]


def key_of(tag):
    return tag.pk


def iteration(page):
    return [row.label for row in page]


def first_of_an_iteration(page):
    return next(iter(page))


def reversed_list(page):
    return list(reversed(page))


def last_of_a_reversed_one(page):
    return next(reversed(page))


def contains(page):
    return Tag.objects.first() in page


def star(page):
    return [*page]


def sorted_list(page):
    return sorted(page, key=key_of, reverse=True)


def unpacking(page):
    first, _, _, last = page
    return first, last


def added_to(page):
    return page + [1]  # noqa: RUF005


def added_to_a_list(page):
    return [1] + page  # noqa: RUF005


def added_to_no_list(page):
    return (1,) + page  # noqa: RUF005


def extending_a_list(page):
    rows = [1]
    rows.extend(page)
    return rows


def assigned_to_a_slice(page):
    rows = [1, 2]
    rows[0:1] = page
    return rows


def append(page):
    return page.append(1), list(page)


def pop(page):
    return page.pop(), len(page)


def sort(page):
    return page.sort(key=key_of, reverse=True), list(page)


def change_in_an_iteration(page):
    return [page.pop() for row in page]


def shallow_copy(page):
    copied = copy.copy(page)
    return type(copied), copied


def deep_copy(page):
    copied = copy.deepcopy(page)
    return type(copied), copied


def through_pickle(page):
    return pickle.loads(pickle.dumps(page))  # noqa: S301


def equal_to_a_list(page):
    return list(Tag.objects.order_by("pk")[:4]) == page


def is_a_list(page):
    return isinstance(page, list)


def as_json(page):
    return json.dumps(page, default=str)


def rendered(page):
    return JSONRenderer().render({"rows": page})


def rendered_fast(page):
    return OrjsonRenderer().render({"rows": page})


LOOKS = {
    "index": itemgetter(1),
    "index from the end": itemgetter(-1),
    "slice": itemgetter(slice(1, 3)),
    "no such index": itemgetter(9),
    **by_name(
        len,
        bool,
        repr,
        tuple,
        hash,
        iteration,
        first_of_an_iteration,
        reversed_list,
        last_of_a_reversed_one,
        contains,
        star,
        sorted_list,
        unpacking,
        added_to,
        added_to_a_list,
        added_to_no_list,
        extending_a_list,
        assigned_to_a_slice,
        append,
        pop,
        sort,
        change_in_an_iteration,
        shallow_copy,
        deep_copy,
        through_pickle,
        equal_to_a_list,
        is_a_list,
        as_json,
        rendered,
        rendered_fast,
    ),
}


def outcome(look, page):
    try:
        found = look(page)
    except Exception as error:
        return type(error), str(error).replace("RowList", "list")
    return type(found), found


def test_every_look_sees_the_list(subtests, tags, django_assert_num_queries):
    for name, look in LOOKS.items():
        page, rows = page_of_rows(), tags[:4]
        assert is_rows(page)
        with subtests.test(look=name):
            assert outcome(look, page) == outcome(look, rows)
            with django_assert_num_queries(0):
                assert list(page) == rows


def test_each_instance_is_made_once(tags, django_assert_num_queries):
    page = page_of_rows()
    with django_assert_num_queries(0):
        first = page[0]
        assert all(one is other for one, other in zip(page, list(page), strict=True))
        assert page[0] is first


def test_two_pages_are_compared_and_added_as_lists(tags):
    page, other, rows = page_of_rows(), page_of_rows(), tags[:4]
    assert page == other
    assert page + other == rows + other == rows + rows


@pytest.mark.parametrize("encode", [orjson.dumps, msgspec.json.encode], ids=["orjson", "msgspec"])
def test_code_in_c_that_asks_no_list_sees_no_empty_one(tags, encode):
    with pytest.raises(TypeError):
        encode(page_of_rows())
    with pytest.raises(TypeError):
        encode(tags[:4])


def test_no_method_of_a_list_is_left_out():
    plain = {"__class_getitem__", "__doc__", "__getattribute__", "__hash__", "__new__"}
    left_out = [
        name for name in vars(list).keys() - plain if getattr(RowList, name) is getattr(list, name)
    ]
    assert left_out == []
