"""django-countries, django-money and django-parler: what their model fields store."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.core.cache import cache
from django.utils import translation
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.idioms.agreement import assert_agreement, assert_same_readings, context_of, mixed_in
from tests.relations.serializers import serializer_of

countries = pytest.importorskip("django_countries.serializer_fields")
money = pytest.importorskip("djmoney.contrib.django_rest_framework")
parler = pytest.importorskip("parler_rest.fields")

from django_countries import countries_context  # noqa: E402
from django_countries.serializers import CountryFieldMixin  # noqa: E402
from djmoney.money import Money  # noqa: E402
from parler_rest.serializers import TranslatableModelSerializerMixin  # noqa: E402

from tests.third_party.models import Dish, Offer, Seller  # noqa: E402


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


def test_countries_as_fields_of_their_own_and_by_the_mixin():
    names = ["id", "country", "born_in", "ships_to"]
    for options in COUNTRY_OPTIONS:

        def make(base, options=options):
            child = countries.CountryField(**options)
            declared = {
                "born": countries.CountryField(source="born_in", **options),
                "to": serializers.ListField(child=child, source="ships_to"),
            }
            extra = {"country": options, "ships_to": options}
            return mixed_in(CountryFieldMixin)(base, Seller, names, declared, extra_kwargs=extra)

        with translation.override("de"):
            rows = assert_agreement(make, sellers)
        assert rows[0]["born"] == "Neuseeland" or "name_only" not in options
    # Without the mixin they are choices, which DRF returns as they are where it finds none.
    assert_same_readings(lambda base: serializer_of(base, Seller, names), sellers)


def test_countries_where_a_request_changes_which_there_are():
    def make(base):
        declared = {"country": countries.CountryField(name_only=True)}
        return serializer_of(base, Seller, ["name"], declared)

    before = assert_agreement(make, sellers)
    with countries_context(only={"GB": "Ruritania"}):
        assert assert_agreement(make, sellers) != before
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


def all_columns(base):
    return serializer_of(base, Offer, "__all__", depth=1)


def in_a_list_of_a_seller(base):
    offer = serializer_of(base, Offer, ["title", "price", "old_price"])
    return serializer_of(base, Seller, ["name"], {"offers": offer(many=True)})


def with_currency(base):
    return serializer_of(base, Offer, ["title", "price", "price_currency"])


def never_stored():
    return [Offer(price=price) for price in (Money(1, "USD"), 5, "6.5", Decimal(7))]


def changed():
    offer, other = offers()[0], offers()[0]
    offer.price += Money(1, "USD")
    other.price = Money(1, "CHF")
    return [offer, other]


def test_money_as_model_serializers_have_it():
    assert type(all_columns(ModelSerializer)().fields["price"]) is money.MoneyField
    for make, make_rows in (
        (all_columns, offers().select_related("seller").all),
        (all_columns, offers().defer("price").select_related("seller").all),
        (in_a_list_of_a_seller, sellers),
        (in_a_list_of_a_seller, sellers().prefetch_related("offers").all),
        (with_currency, never_stored),
    ):
        assert_same_readings(make, make_rows)
    rows = assert_agreement(with_currency, changed)
    assert [row["price_currency"] for row in rows] == ["USD", "CHF"]


def test_money_as_a_field_of_its_own():
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


# Translations.


@pytest.fixture
def dishes():
    # Translations are cached by the key of their row: the rows of another test had the same ones.
    cache.clear()
    for names in ({"en": "Soup", "de": "Suppe"}, {"en": "Bread"}):
        dish = Dish.objects.create(price=len(names))
        for language, name in names.items():
            dish.create_translation(language, name=name)
    yield Dish.objects.prefetch_related("translations").order_by("pk").all
    cache.clear()


def translated(base, **declared):
    return mixed_in(TranslatableModelSerializerMixin)(base, Dish, ["price"], declared)


def test_all_languages_and_those_that_the_context_names(dishes):
    def make(base):
        return translated(base, translations=parler.TranslatedFieldsField(shared_model=Dish))

    soup = {"de": {"name": "Suppe"}, "en": {"name": "Soup"}}
    for names in (["de", "en"], ["de"]):
        contexts = [context_of(languages=names), context_of()]
        row = assert_agreement(make, dishes, contexts=contexts)[0]
        assert row["translations"] == {name: soup[name] for name in names}


def test_one_field_in_all_languages_and_in_the_active_one(dishes):
    def make(base):
        names = parler.TranslatedField(source="name")
        return translated(base, names=names, name=serializers.CharField())

    for language in ("en", "de"):
        with translation.override(language):
            assert assert_agreement(make, dishes)[1]["names"] == {"en": "Bread"}
