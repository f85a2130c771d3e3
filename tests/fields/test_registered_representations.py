"""A project's own field class, compiled by the representation that the project registers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import pytest
from rest_framework import serializers

from fastserializers import read_only
from fastserializers.debug import source_of
from fastserializers.exceptions import RepresentationError
from fastserializers.representations import Case, Representation, represents
from tests.differential import assert_classes_agree


class Money(NamedTuple):
    amount: int
    currency: str


class MoneyField(serializers.Field):
    def to_representation(self, value):
        return f"{value.amount} {value.currency}"


@represents(MoneyField)
def as_money(field):
    amount = Case("type($value) is $money", 'f"{$value.amount} {$value.currency}"')
    return Representation((amount,), constants=(("money", Money),))


class LoudMoneyField(MoneyField):
    def to_representation(self, value):
        return super().to_representation(value).upper()


class PriceSerializer(serializers.Serializer):
    price = MoneyField()
    prices = serializers.ListField(child=MoneyField())
    loud = LoudMoneyField(source="price")


class Wage(SimpleNamespace):
    """No `Money`, and has what the field asks for."""


@pytest.mark.parametrize("price", [Money(3, "eur"), Wage(amount=3, currency="eur"), None, 3])
def test_it_represents_what_the_field_represents(price):
    row = {"price": price, "prices": [Money(1, "usd"), Money(2, "usd")]}
    assert_classes_agree(PriceSerializer, read_only(PriceSerializer), row)


def test_it_is_compiled_and_what_overrides_it_is_not():
    source = source_of(read_only(PriceSerializer), dict)
    assert "type(price) is Money" in source
    assert "loud = represent_loud(loud)" in source


def test_a_class_has_one_representation():
    with pytest.raises(ValueError, match="MoneyField has a representation already"):
        represents(MoneyField)


def test_only_field_classes_have_one():
    with pytest.raises(TypeError, match=r"takes field classes, not <class '.*Money'>"):
        represents(Money)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("str($valeu)", r"\$valeu means nothing in the template"),
        ("str($value", "('\\(' was never closed|invalid syntax)"),
        ("str($value) + '\0'", "null bytes"),
    ],
)
def test_a_mistake_in_a_template_is_named(expression, message):
    class MistakenField(serializers.Field):
        def to_representation(self, value):
            return str(value)

    @represents(MistakenField)
    def as_mistaken(field):
        return Representation((Case("type($value) is int", expression),))

    class MistakenSerializer(serializers.Serializer):
        name = serializers.CharField(default="")
        amount = MistakenField()

    with pytest.raises(
        RepresentationError, match=rf"^MistakenSerializer\.amount can't.*{message}"
    ):
        read_only(MistakenSerializer)({"amount": 1}).data  # noqa: B018
