"""Columns that the database computes, of types that are converted."""

from decimal import Decimal

import pytest
from django.db.models import DecimalField, F, Sum

from tests.relations.serializers import shape
from tests.rows.comparison import assert_same_list
from tests.rows.models import OrderLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def order_lines():
    OrderLine.objects.create(quantity=3, price=Decimal("9.99"), options={"gift": True})
    OrderLine.objects.create(quantity=12, price=Decimal("0.10"))
    OrderLine.objects.create(quantity=99, price=Decimal("999999.99"), options=[1, None])
    return OrderLine.objects.order_by("pk")


def test_generated_columns_and_annotations_of_one(order_lines):
    cost = Sum("total", output_field=DecimalField(max_digits=12, decimal_places=2))
    assert_same_list(shape(OrderLine, "__all__"), order_lines.all)
    assert_same_list(shape(OrderLine, ["id", "total"]), order_lines.all)
    assert_same_list(shape(OrderLine, ["id"]), order_lines.annotate(cost=F("total")).all)
    assert_same_list(shape(OrderLine, ["id"]), order_lines.annotate(cost=cost).all)
