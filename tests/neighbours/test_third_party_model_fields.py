"""django-countries and django-money: their model fields, serializer fields and mixins."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import override_settings
from django.utils import translation
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.idioms.agreement import assert_agreement, assert_same_readings
from tests.relations.serializers import serializer_of

countries = pytest.importorskip("django_countries.serializer_fields")
money = pytest.importorskip("djmoney.contrib.django_rest_framework")

from django_countries.serializers import CountryFieldMixin  # noqa: E402
from djmoney.money import Money  # noqa: E402

from tests.third_party.models import Offer, Seller  # noqa: E402

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def offer_rows(until_the_module_ends):
    with until_the_module_ends():
        store_offers()
        yield


def store_offers():
    hope = Seller.objects.create(name="Hope", country="GB", born_in="NZ", ships_to=["DE", "US"])
    Seller.objects.create(name="Nobody", country="ZZ")
    for title, price, old_price in (
        ("Rupert", Money("2.5", "USD"), Money(3, "EUR")),
        ("Heart", Money("1E+2", "JPY"), None),
    ):
        Offer.objects.create(seller=hope, title=title, price=price, old_price=old_price)


# Countries.


COUNTRY_OPTIONS = [
    {},
    {"name_only": True},
    {"country_dict": True},
    {"country_dict": ["code", "alpha3", "numeric", "unicode_flag", "ioc_code"]},
    {"allow_null": True},
]


def sellers():
    return Seller.objects.order_by("pk")


class TestCountries:
    def test_as_fields_of_their_own_and_by_the_mixin(self):
        for options in COUNTRY_OPTIONS:

            def make(base, options=options):
                declared = {
                    "born": countries.CountryField(source="born_in", **options),
                    "to": serializers.ListField(
                        child=countries.CountryField(**options), source="ships_to"
                    ),
                }
                return serializer_of(
                    type(base)("Countries", (CountryFieldMixin, base), {}),
                    Seller,
                    ["id", "country", "born_in", "ships_to"],
                    declared,
                    extra_kwargs={"country": options, "ships_to": options},
                )

            with translation.override("de"):
                rows = assert_agreement(make, sellers)
            assert rows[0]["born"] == "Neuseeland" or "name_only" not in options

    def test_without_the_mixin(self):
        """DRF takes them for choices, and returns those that it does not find as they are."""
        names = ["country", "born_in", "ships_to"]
        assert_same_readings(lambda base: serializer_of(base, Seller, names), sellers)

    def test_when_the_settings_change_which_there_are(self):
        def make(base):
            declared = {"country": countries.CountryField(name_only=True)}
            return serializer_of(base, Seller, ["name"], declared)

        before = assert_agreement(make, sellers)
        with override_settings(COUNTRIES_OVERRIDE={"GB": "Ruritania"}):
            assert_agreement(make, sellers)
        assert assert_agreement(make, sellers) == before


# Money.


MONEY_OPTIONS = [
    {},
    {"coerce_to_string": False},
    {"rounding": "ROUND_UP"},
    {"localize": True},
    {"default_currency": "EUR", "min_value": 0},
]


def offers():
    return Offer.objects.order_by("pk")


class TestMoney:
    def test_as_model_serializers_have_it(self):
        def make(base):
            return serializer_of(base, Offer, "__all__", depth=1)

        assert type(make(ModelSerializer)().fields["price"]) is money.MoneyField
        for rows in (Offer.objects.order_by("pk"), Offer.objects.defer("price")):
            assert_same_readings(make, lambda: rows.select_related("seller"))  # noqa: B023

    def test_as_a_field_of_its_own(self):
        def make(base):
            declared = {
                f"{name}_{number}": money.MoneyField(
                    max_digits=10, decimal_places=3, source=name, **options
                )
                for number, options in enumerate(MONEY_OPTIONS)
                for name in ("price", "old_price")
            }
            return serializer_of(base, Offer, ["title"], declared)

        for language in ("en", "de"):
            with translation.override(language):
                assert_agreement(make, offers)

    def test_in_a_list_of_a_seller(self):
        def make(base):
            offer = serializer_of(base, Offer, ["title", "price", "old_price"])
            return serializer_of(base, Seller, ["name"], {"offers": offer(many=True)})

        for load in ([], ["offers"]):
            assert_agreement(make, lambda: Seller.objects.prefetch_related(*load))  # noqa: B023

    def test_that_was_never_stored_or_has_been_changed(self):
        def make(base):
            return serializer_of(base, Offer, ["title", "price", "price_currency"])

        unsaved = [Offer(price=price) for price in (Money(1, "USD"), 5, "6.5", Decimal(7))]
        assert_same_readings(make, lambda: unsaved)

        def changed():
            offer = offers()[0]
            offer.price += Money(1, "USD")
            other = offers()[0]
            other.price = Money(1, "CHF")
            return [offer, other]

        rows = assert_agreement(make, changed)
        assert [row["price_currency"] for row in rows] == ["USD", "CHF"]
