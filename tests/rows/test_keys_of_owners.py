"""The rows of a related manager: Django sets each row's key anew, by what its owner has there."""

from __future__ import annotations

from decimal import Decimal

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin
from tests.relations.models import Credit
from tests.rows.comparison import assert_same_list
from tests.rows.querysets import second

pytestmark = pytest.mark.usefixtures("stored")


class CreditSerializer(serializers.ModelSerializer):
    key = serializers.ReadOnlyField(source="work_id")

    class Meta:
        model = Credit
        fields = ("id", "role", "work", "key")


class FastCreditSerializer(FastReadOnlyMixin, CreditSerializer):
    pass


def credits_by(make_key):
    """Return the rows of a work whose key was set to something else after it was read."""
    work = second()
    work.pk = make_key(work.pk)
    return work.credits.all()


@pytest.mark.parametrize("make_key", [int, str], ids=["int", "str"])
def test_an_owner_whose_key_is_of_another_type(make_key):
    assert_same_list(CreditSerializer, lambda: credits_by(make_key))


def test_an_owner_whose_key_is_an_equal_number_of_another_type():
    """Django sets the key of the rows to that number. Their column has the other one."""
    by_drf = CreditSerializer(credits_by(Decimal), many=True).data[0]
    by_rows = FastCreditSerializer(credits_by(Decimal), many=True).data[0]
    assert by_rows == by_drf
    assert (type(by_drf["key"]), type(by_rows["key"])) == (Decimal, int)


def test_an_owner_that_has_another_key_by_now():
    def credits_of_copied_work():
        work = second()
        credits_of_work = work.credits.all()
        work.pk = None
        return credits_of_work

    assert_same_list(CreditSerializer, credits_of_copied_work)
