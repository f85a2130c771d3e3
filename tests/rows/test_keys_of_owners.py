"""The rows of a related manager: Django sets each row's key anew, by what its owner has there."""

from decimal import Decimal

import pytest
from rest_framework import serializers

from tests.relations.models import Credit
from tests.relations.serializers import shape
from tests.rows.comparison import assert_same_list
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


@pytest.mark.parametrize("make_key", [int, str, Decimal], ids=["int", "str", "decimal"])
def test_an_owner_whose_key_is_of_another_type(make_key):
    assert_same_list(of_credit, lambda: credits_by(make_key))


def test_an_owner_that_has_another_key_by_now():
    def credits_of_copied_work():
        work = second()
        credits_of_work = work.credits.all()
        work.pk = None
        return credits_of_work

    assert_same_list(of_credit, credits_of_copied_work)
