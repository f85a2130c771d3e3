"""django-countries, django-money and django-parler: what their model fields store."""

from functools import partial

import pytest
from django.core.cache import cache
from django.utils import translation
from rest_framework import serializers

from tests.idioms.agreement import assert_agreement, context_of, mixed_in
from tests.relations.serializers import shape

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


def sellers():
    return Seller.objects.order_by("pk")


COUNTRIES = ["id", "country", "born_in", "ships_to"]


def with_countries(options):
    """Return a function that makes a class of sellers whose countries have these options."""
    declared = {
        "born": countries.CountryField(source="born_in", **options),
        "to": serializers.ListField(child=countries.CountryField(**options), source="ships_to"),
    }
    extra = {"country": options, "ships_to": options}

    def make(base):
        return mixed_in(CountryFieldMixin)(base, Seller, COUNTRIES, declared, extra_kwargs=extra)

    return make


@pytest.mark.parametrize("options", [{}, {"name_only": True}, {"country_dict": True}], ids=str)
def test_countries_as_fields_of_their_own_and_by_the_mixin(options):
    with translation.override("de"):
        rows = assert_agreement(with_countries(options), sellers)
    assert rows[0]["born"] == "Neuseeland" or "name_only" not in options


def test_countries_where_a_request_changes_which_there_are():
    make = shape(Seller, ["name"], {"country": countries.CountryField(name_only=True)})
    before = assert_agreement(make, sellers)
    with countries_context(only={"GB": "Ruritania"}):
        assert assert_agreement(make, sellers) != before
    assert assert_agreement(make, sellers) == before


MONEY_OPTIONS = [
    {},
    {"coerce_to_string": False},
    {"localize": True},
    {"default_currency": "EUR", "min_value": 0},
]


def offers():
    return Offer.objects.order_by("pk")


@pytest.mark.parametrize("options", MONEY_OPTIONS, ids=str)
def test_money_as_a_field_of_its_own(options):
    price = partial(money.MoneyField, max_digits=10, decimal_places=3, **options)
    declared = {"now": price(source="price"), "before": price(source="old_price")}
    make = shape(Offer, ["title"], declared)
    with translation.override("en"):
        assert_agreement(make, offers)
    with translation.override("de"):
        assert_agreement(make, offers)


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


translated = mixed_in(TranslatableModelSerializerMixin)


def in_all_languages(base):
    names = parler.TranslatedFieldsField(shared_model=Dish)
    return translated(base, Dish, ["price"], {"translations": names})


def in_the_active_language(base):
    declared = {"names": parler.TranslatedField(source="name"), "name": serializers.CharField()}
    return translated(base, Dish, ["price"], declared)


def test_all_languages_and_those_that_the_context_names(dishes):
    contexts = [context_of(languages=["de"]), context_of()]
    row = assert_agreement(in_all_languages, dishes, contexts=contexts)[0]
    assert row["translations"] == {"de": {"name": "Suppe"}}


@pytest.mark.parametrize("language", ["en", "de"])
def test_one_field_in_all_languages_and_in_the_active_one(dishes, language):
    with translation.override(language):
        rows = assert_agreement(in_the_active_language, dishes)
    assert rows[1]["names"] == {"en": "Bread"}
