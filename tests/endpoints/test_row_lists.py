"""A page of rows is the list of instances that DRF gives, to any code that looks at it."""

import copy
import json
import pickle
from operator import attrgetter

import pytest
from rest_framework.renderers import JSONRenderer

from fastserializers.instances.evaluated import RowList
from fastserializers.renderers import OrjsonRenderer
from tests.endpoints.paginators import DRF, four_rows, is_rows, seen_page
from tests.models import Tag


@pytest.fixture
def rows(tags):
    return tags[:4]


def new_page():
    """Return a page that no code has looked at."""
    page, _ = seen_page(four_rows(DRF["numbers"]))
    assert is_rows(page)
    return page


def test_items(rows):
    assert new_page()[1] == rows[1]
    assert new_page()[-1] == rows[-1]
    assert new_page()[1:3] == rows[1:3]
    with pytest.raises(IndexError, match="list index out of range"):
        new_page()[9]


def test_iterations(rows):
    assert [tag.label for tag in new_page()] == ["tag 0", "tag 1", "tag 2", "tag 3"]
    assert next(iter(new_page())) == rows[0]
    assert list(reversed(new_page())) == rows[::-1]
    assert next(reversed(new_page())) == rows[3]
    assert sorted(new_page(), key=attrgetter("pk"), reverse=True) == rows[::-1]
    first, *_, last = new_page()
    assert (first, last) == (rows[0], rows[3])


def test_questions(rows):
    assert len(new_page()) == 4
    assert new_page()
    assert isinstance(new_page(), list)
    assert rows[0] in new_page()
    assert repr(new_page()) == repr(rows)
    assert list(Tag.objects.order_by("pk")[:4]) == new_page()
    with pytest.raises(TypeError, match="unhashable"):
        hash(new_page())
    with pytest.raises(AttributeError, match=r"^'list' object has no attribute 'missing'$"):
        new_page().missing  # noqa: B018


def test_other_lists_that_take_its_rows(rows):
    assert tuple(new_page()) == tuple(rows)
    assert [*new_page()] == rows
    assert new_page() + [1] == [*rows, 1]  # noqa: RUF005
    assert [1] + new_page() == [1, *rows]  # noqa: RUF005
    with pytest.raises(TypeError, match="can only concatenate tuple"):
        (1,) + new_page()  # noqa: RUF005
    extended, assigned = [1], [1, 2]
    extended.extend(new_page())
    assigned[:1] = new_page()
    assert extended == [1, *rows]
    assert assigned == [*rows, 2]
    assert new_page() == new_page()
    assert new_page() + new_page() == rows + new_page() == rows + rows


def test_changes(rows):
    page = new_page()
    page.append(1)
    assert page == [*rows, 1]
    page = new_page()
    assert [page.pop() for _ in page] == [rows[3], rows[2]]
    assert page == rows[:2]
    page = new_page()
    page.sort(key=attrgetter("pk"), reverse=True)
    assert page == rows[::-1]


def test_copies_are_lists(rows):
    pickled = pickle.loads(pickle.dumps(new_page()))  # noqa: S301
    copies = [copy.copy(new_page()), copy.deepcopy(new_page()), pickled]
    assert [*map(type, copies)] == [list, list, list]
    assert copies == [rows, rows, rows]


def test_instances_are_no_json(rows):
    assert json.dumps(new_page(), default=str) == json.dumps(rows, default=str)
    with pytest.raises(TypeError, match="Tag"):
        JSONRenderer().render({"rows": new_page()})
    with pytest.raises(TypeError, match="Tag"):
        OrjsonRenderer().render({"rows": new_page()})


def test_each_instance_is_made_once(rows, django_assert_num_queries):
    page = new_page()
    with django_assert_num_queries(0):
        first = page[0]
        assert all(one is other for one, other in zip(page, list(page), strict=True))
        assert page[0] is first


def test_no_method_of_a_list_is_left_out():
    plain = {"__class_getitem__", "__doc__", "__getattribute__", "__hash__", "__new__"}
    left_out = [
        name for name in vars(list).keys() - plain if getattr(RowList, name) is getattr(list, name)
    ]
    assert left_out == []
