"""Field classes with code of their own, everywhere that a field may be."""

from __future__ import annotations

import pytest
from django.utils import translation
from rest_framework import serializers

from tests.differential import every_form, outcome_once
from tests.overrides.fields import CONTEXTS, CUSTOM_FIELDS
from tests.values import SUMMER, THING

SOURCE = {**THING, "name_en": "English", "name_de": "Deutsch", "name_en-us": "US"}
SOURCE["day"] = SUMMER.date()


@pytest.mark.parametrize("name", CUSTOM_FIELDS)
class TestFieldsOfTheProject:
    @pytest.mark.parametrize("language", ["en", "de"])
    def test_alone_and_nested(self, agree, name, language):
        for make_field in CUSTOM_FIELDS[name]:

            def make(base, make_field=make_field):
                Inner = type(base)("Inner", (base,), {name: make_field()})
                body = {
                    "size": serializers.SerializerMethodField(),
                    "get_size": lambda self, thing: thing["size"],
                    name: make_field(),
                    "inner": Inner(source="*"),
                    "rows": Inner(many=True),
                }
                return type(base)("ExampleSerializer", (base,), body)

            with translation.override(language):
                agree(make, {**SOURCE, "rows": [SOURCE]}, contexts=CONTEXTS, reads=(False, 12))

    def test_in_a_class_that_is_defined_in_another_language(self, name):
        for make_field in CUSTOM_FIELDS[name]:
            with translation.override("en"):
                reference, *forms = every_form(
                    lambda base: type(base)("Example", (base,), {name: make_field()})  # noqa: B023
                )
            for language in ("en", "de", "en"):
                with translation.override(language):
                    for many in (False, True):
                        expected = outcome_once(reference, lambda: SOURCE, many=many)
                        for fast in forms:
                            found = outcome_once(fast, lambda: SOURCE, many=many)
                            assert found == expected, (make_field, language)
