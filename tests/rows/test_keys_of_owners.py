"""The rows of a related manager: Django sets each row's key anew, by what its owner has there."""

from decimal import Decimal

import pytest
from rest_framework import serializers

from tests.relations.models import Credit
from tests.relations.serializers import shape
from tests.rows.comparison import BASES, assert_same_list, listed
from tests.rows.querysets import second

pytestmark = pytest.mark.usefixtures("stored")


of_credit = shape(
    Credit, ["id", "role", "work"], {"key": serializers.ReadOnlyField(source="work_id")}
)


def credits_by(make_key):
    """Return the rows of a work whose key was set to something else after it was read."""
    work = second()
    work.pk = make_key(work.pk)
    return work.credits.all()


@pytest.mark.parametrize("make_key", [int, str], ids=["int", "str"])
def test_an_owner_whose_key_is_of_another_type(make_key):
    assert_same_list(of_credit, lambda: credits_by(make_key))


def test_an_owner_whose_key_is_an_equal_number_of_another_type():
    """Django sets the key of the rows to that number. Their column has the other one."""
    (by_drf, *_), (by_rows, *_) = (listed(of_credit, credits_by(Decimal), base) for base in BASES)
    assert by_rows == by_drf
    assert (type(by_drf["key"]), type(by_rows["key"])) == (Decimal, int)


def test_an_owner_that_has_another_key_by_now():
    def credits_of_copied_work():
        work = second()
        credits_of_work = work.credits.all()
        work.pk = None
        return credits_of_work

    assert_same_list(of_credit, credits_of_copied_work)
