"""Field classes with code of their own, everywhere that a field may be."""

from __future__ import annotations

import pytest
from django.utils import translation
from rest_framework import serializers
from rest_framework.serializers import Serializer

from tests.differential import outcome
from tests.overrides.fields import CONTEXTS, CUSTOM_FIELDS
from tests.values import SUMMER, THING


@pytest.mark.parametrize(
    ("name", "make_field"),
    [
        pytest.param(
            name, field, id=getattr(field, "__name__", "Rounded").replace("<lambda>", "Rounded")
        )
        for name, makers in CUSTOM_FIELDS.items()
        for field in makers
    ],
)
class TestFieldsOfTheProject:
    source = {**THING, "name_en": "English", "name_de": "Deutsch", "name_en-us": "US"}
    source["day"] = SUMMER.date()

    @pytest.mark.parametrize("language", ["en", "de"])
    def test_alone_and_nested(self, agree, name, make_field, language):
        def make(base):
            Inner = type(base)("Inner", (base,), {name: make_field()})
            body = {
                name: make_field(),
                "size": serializers.SerializerMethodField(),
                "inner": Inner(source="*"),
                "rows": Inner(many=True),
                "get_size": lambda self, thing: thing["size"],
            }
            if name == "size":
                del body["get_size"]
                body["size"] = make_field()
            return type(base)("ExampleSerializer", (base,), body)

        for context in CONTEXTS:
            source = {**self.source, "rows": [self.source]}
            agree(make, source, context=context)

    def test_in_a_class_that_is_defined_in_another_language(self, fast_form, name, make_field):
        def make(base):
            return type(base)("ExampleSerializer", (base,), {name: make_field()})

        with translation.override("en"):
            reference, fast = make(Serializer), fast_form(make, Serializer)
            for language in ("en", "de", "en"):
                with translation.override(language):
                    expected = outcome(reference, lambda: self.source)
                    assert outcome(fast, lambda: self.source) == expected
                    expected = outcome(reference, lambda: self.source, many=True)
                    assert outcome(fast, lambda: self.source, many=True) == expected
