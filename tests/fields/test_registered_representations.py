"""A project's own field class, compiled by the representation that the project registers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import pytest
from rest_framework import serializers

from fastserializers import read_only
from fastserializers.commands.show import descriptions_of
from fastserializers.debug import source_of
from fastserializers.exceptions import RepresentationError
from fastserializers.representations import GuardedExpression, Representation, represents
from tests.differential import assert_classes_agree
from tests.models import Book, Publisher


class Money(NamedTuple):
    amount: int
    currency: str


class MoneyField(serializers.Field):
    def to_representation(self, value):
        return f"{value.amount} {value.currency}"


def cases(expression, guard="type($value) is int"):
    return (GuardedExpression(guard, expression),)


@represents(MoneyField)
def as_money(field):
    amount = cases('f"{$value.amount} {$value.currency}"', "type($value) is $money")
    return Representation(amount, constants=(("money", Money),))


class LoudMoneyField(MoneyField):
    def to_representation(self, value):
        return super().to_representation(value).upper()


class PriceSerializer(serializers.Serializer):
    price = MoneyField()
    prices = serializers.ListField(child=MoneyField())
    loud = LoudMoneyField(source="price")


class Wage(SimpleNamespace):
    """No `Money`, and has what the field asks for."""


def test_it_is_compiled_and_what_overrides_it_is_not():
    source = source_of(read_only(PriceSerializer), dict)
    assert "type(price) is Money" in source
    assert "loud = represent_loud(loud)" in source


class UnitField(serializers.Field):
    """Has an option that the templates ask the field for; one without a unit takes it as it is."""

    def __init__(self, unit, **options):
        super().__init__(**options)
        self.unit = unit

    def to_representation(self, value):
        return f"{value} {self.unit}" if self.unit else value


@represents(UnitField)
def as_unit(field):
    guard = "type($value) is int and $field.unit"
    return Representation(cases('f"{$value} {$field.unit}"', guard))


class SizesSerializer(serializers.Serializer):
    size = UnitField("cm")
    count = UnitField("")
    sizes = serializers.ListField(child=UnitField("mm"))
    by_name = serializers.DictField(child=serializers.ListField(child=UnitField("m")))


class EitherField(serializers.Field):
    def to_representation(self, value):
        if type(value) is float:
            return "float"
        return "one" if value == 1 else f"other {value}"


@represents(EitherField)
def as_either(field):
    guard = "type($value) is int or type($value) is str"
    return Representation(cases('"one" if $value == 1 else f"other {$value}"', guard))


class EitherSerializer(serializers.Serializer):
    values = serializers.ListField(child=EitherField())
    title = EitherField(source="publisher.name")
    key = serializers.PrimaryKeyRelatedField(
        source="publisher", read_only=True, pk_field=EitherField()
    )


@pytest.mark.parametrize(
    "price",
    [Money(3, "eur"), Wage(amount=3, currency="eur"), None, 3],
    ids=["money", "another class", "none", "a number"],
)
def test_it_represents_what_the_field_represents(price):
    row = {"price": price, "prices": [Money(1, "usd"), Money(2, "usd")]}
    assert_classes_agree(PriceSerializer, read_only(PriceSerializer), row)


def test_templates_ask_the_field_for_its_options():
    row = {"size": 3, "count": 4, "sizes": [1, 2.5], "by_name": {"a": [1, 2], "b": []}}
    assert_classes_agree(SizesSerializer, read_only(SizesSerializer), row)


@pytest.mark.parametrize("name", ["n", 1, None, 1.0], ids=repr)
def test_guards_and_expressions_that_bind_loosely(name):
    book = Book(publisher=Publisher(pk=1, name=name))
    book.values = [1, 2, "3", 1.0, None]
    assert_classes_agree(EitherSerializer, read_only(EitherSerializer), book)


def test_what_can_not_be_registered_is_refused():
    with pytest.raises(ValueError, match="MoneyField has a representation already"):
        represents(MoneyField)
    with pytest.raises(TypeError, match=r"takes field classes, not <class '.*Money'>"):
        represents(Money)
    with pytest.raises(TypeError, match="hooks= takes a tuple of names, not 'symbol'"):
        represents(MoneyField, hooks="symbol")


def mistaken(register):
    """Return a serializer class, of a field whose registered representation has a mistake."""

    class MistakenField(serializers.Field):
        def to_representation(self, value):
            return str(value)

    class MistakenSerializer(serializers.Serializer):
        name = serializers.CharField(default="")
        amount = MistakenField()

    represents(MistakenField)(lambda field: register())
    return MistakenSerializer


# Templates that are no expressions, and what is said of them.
EXPRESSIONS = {
    "str($valeu)": r"\$valeu means nothing in the template",
    "str($value": "'str\\(\\$value' is no expression: ('\\(' was never closed|invalid syntax)",
    "'$5'": "'\\$5'.* is no expression",
    "x = $value": "'x = .* is no expression",
    "$value +\n$value": "is no expression",
    "str($value) # text": "# text' is no expression",
    "(yield)": "'yield' outside function",
    5: "the template 5 is no expression",
}
MISTAKES = {
    **{
        text: (lambda text=text: Representation(cases(text)), message)
        for text, message in EXPRESSIONS.items()
    },
    "a text": (lambda: "str($value)", "is a Representation or None, not a str"),
    "one case": (lambda: Representation(cases("$value")[0]), "takes a tuple of GuardedExpression"),
    "a dict": (
        lambda: Representation(cases("$value"), constants={"money": Money}),
        r"takes .* tuples of pairs; .*unhashable type: 'dict'",
    ),
    "a list": (
        lambda: Representation(cases("$some[$value]"), constants=(("some", [1, 2]),)),
        r"wrap a constant that has no hash in Same\(\.\.\.\): unhashable type: 'list'",
    ),
}


@pytest.mark.parametrize(("register", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_named_when_a_serializer_is_used(register, message):
    message = rf"^MistakenSerializer\.amount can't.*{message}.*Mend .*."
    cls = read_only(mistaken(register))
    with pytest.raises(RepresentationError, match=message):
        cls({"amount": 1}).data  # noqa: B018
    with pytest.raises(RepresentationError, match=message):
        cls([{"amount": 1}], many=True).data  # noqa: B018


def test_a_mistake_of_the_only_field_is_named_and_told_by_what_only_looks():
    mistake = mistaken(lambda: "str($value)")

    class OnlySerializer(serializers.Serializer):
        only = mistake().fields["amount"]

    cls = read_only(OnlySerializer)
    with pytest.raises(RepresentationError, match=r"^OnlySerializer\.only can't"):
        cls({"only": 1}).data  # noqa: B018
    [_, amount] = descriptions_of(read_only(mistake))
    assert "is a Representation or None, not a str" in amount.delegated


def test_a_template_may_name_what_it_gives_and_what_python_has():
    def in_words():
        return Representation(
            cases("(text := str($value)) and sum(map(lambda digit: int(digit), text))")
        )

    cls = read_only(mistaken(in_words))
    assert cls({"amount": 12}).data["amount"] == 3


@pytest.mark.parametrize(
    "template", ["money($value)", "[rate * each for each in $value]", "round($value, places)"]
)
def test_a_name_that_means_nothing_is_a_mistake(template):
    cls = read_only(mistaken(lambda: Representation(cases(template))))
    with pytest.raises(RepresentationError, match=r"(money|rate|places) means nothing in"):
        cls({"amount": 1}).data  # noqa: B018


def test_a_serializer_is_no_field_class_to_be_registered():
    with pytest.raises(TypeError, match="PriceSerializer is a serializer: register the classes"):
        represents(PriceSerializer)
