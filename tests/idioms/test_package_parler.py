"""django-parler-rest: what is translated, in all of its languages and in the active one."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.utils import translation

from tests.idioms.agreement import assert_agreement, context_of
from tests.relations.serializers import serializer_of

pytest.importorskip("parler_rest")
from parler_rest.fields import TranslatedField, TranslatedFieldsField
from parler_rest.serializers import TranslatableModelSerializerMixin
from rest_framework import serializers

from tests.idioms.models import Dish


@pytest.fixture(autouse=True)
def dishes(stored):
    # Translations are cached by the key of their row: the rows of another test had the same ones.
    cache.clear()
    for names in ({"en": "Soup", "de": "Suppe"}, {"en": "Bread"}):
        dish = Dish.objects.create(price=len(names))
        for language, name in names.items():
            dish.create_translation(language, name=name)
    yield
    cache.clear()


def rows():
    return Dish.objects.prefetch_related("translations").order_by("pk")


def translatable(base, fields, declared=None):
    mixed = type(base)("Translatable", (TranslatableModelSerializerMixin, base), {})
    return serializer_of(mixed, Dish, fields, declared)


def test_all_languages_and_those_that_the_context_names():
    def make(base):
        declared = {"translations": TranslatedFieldsField(shared_model=Dish)}
        return translatable(base, ["price"], declared)

    for languages in (
        {"de": {"name": "Suppe"}, "en": {"name": "Soup"}},
        {"de": {"name": "Suppe"}},
    ):
        contexts = [context_of(languages=[*languages]), context_of()]
        row = assert_agreement(make, rows, contexts=contexts)[0]
        assert row["translations"] == languages


def test_one_field_in_all_languages_and_in_the_active_one():
    def make(base):
        declared = {"names": TranslatedField(source="name"), "name": serializers.CharField()}
        return translatable(base, ["price"], declared)

    for language in ("en", "de"):
        with translation.override(language):
            assert assert_agreement(make, rows)[1]["names"] == {"en": "Bread"}
