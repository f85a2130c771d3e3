"""The rows of a related manager: Django sets each row's key anew, by what its owner has there."""

from __future__ import annotations

from decimal import Decimal

import pytest
from rest_framework import serializers

from tests.relations.models import Credit
from tests.rows.comparison import assert_same_list
from tests.rows.querysets import second

pytestmark = pytest.mark.usefixtures("stored")


class CreditSerializer(serializers.ModelSerializer):
    key = serializers.ReadOnlyField(source="work_id")

    class Meta:
        model = Credit
        fields = ("id", "role", "work", "key")


@pytest.mark.parametrize("make_key", [int, str, float, Decimal], ids=lambda cls: cls.__name__)
def test_an_owner_whose_key_is_of_another_type(make_key):
    def credits_of_work():
        work = second()
        work.pk = make_key(work.pk)
        return work.credits.all()

    assert_same_list(CreditSerializer, credits_of_work)


def test_an_owner_that_has_another_key_by_now():
    def credits_of_copied_work():
        work = second()
        credits_of_work = work.credits.all()
        work.pk = None
        return credits_of_work

    assert_same_list(CreditSerializer, credits_of_copied_work)
