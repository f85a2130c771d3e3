"""Columns that the database computes, in a list of a queryset."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db.models import DecimalField, F, Sum

from tests.rows.comparison import assert_same_list
from tests.rows.models import OrderLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def order_lines():
    OrderLine.objects.create(quantity=3, price=Decimal("9.99"), options={"gift": True})
    OrderLine.objects.create(quantity=12, price=Decimal("0.10"))
    OrderLine.objects.create(quantity=99, price=Decimal("999999.99"), options=[1, None])
    return OrderLine.objects.order_by("pk")


def lines_serializer(names):
    def make(base):
        class OrderLineSerializer(base):
            class Meta:
                model = OrderLine
                fields = names

        return OrderLineSerializer

    return make


@pytest.mark.parametrize("name", ["total", "is_large", "all_options"])
def test_a_generated_column_that_a_field_reads(order_lines, name):
    assert_same_list(lines_serializer(["id", name]), order_lines.all)


def test_generated_columns_that_no_field_reads(order_lines):
    assert_same_list(lines_serializer(["id", "price"]), order_lines.all)


def test_an_annotation_that_names_a_generated_column(order_lines):
    assert_same_list(lines_serializer(["id"]), lambda: order_lines.annotate(cost=F("total")))


def test_a_sum_of_a_generated_column(order_lines):
    cost = Sum("total", output_field=DecimalField(max_digits=12, decimal_places=2))
    assert_same_list(lines_serializer(["id"]), lambda: order_lines.annotate(cost=cost))
