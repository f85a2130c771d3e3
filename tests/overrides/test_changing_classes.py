"""Classes that are changed after they are defined.

As a project's tests do, and packages that patch serializers they do not own.
"""

from __future__ import annotations

import pytest
from django.db import models
from django.test.utils import isolate_apps
from rest_framework import fields, serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_BASES, FAST_FORMS, every_form, outcome
from tests.models import Publisher
from tests.overrides.fields import Shouted
from tests.values import THING

SOURCE = {**THING, "rows": [THING]}


def nesting(base):
    class Inner(base):
        name = serializers.CharField()
        size = serializers.IntegerField()

        def get_extra(self, thing):
            return "extra"

    class ExampleSerializer(base):
        name = serializers.CharField()
        size = serializers.IntegerField()
        inner = Inner(source="*")
        rows = Inner(many=True)

        def get_extra(self, thing):
            return "extra"

    return ExampleSerializer


def of_a_model(base):
    class ExampleSerializer(base):
        class Meta:
            model = Publisher
            fields = ["name"]

    return ExampleSerializer


# Noticed whenever a class is read again.
NOTICED = {
    "a declared field": lambda cls: cls._declared_fields.update(
        name=serializers.CharField(source="size")
    ),
    "one field more": lambda cls: cls._declared_fields.update(
        extra=serializers.SerializerMethodField()
    ),
    "one field less": lambda cls: cls._declared_fields.pop("size"),
    "data": lambda cls: setattr(cls, "data", property(lambda self: {"patched": 1})),
    "to_representation": lambda cls: setattr(
        cls, "to_representation", lambda self, instance: {"patched": 1}
    ),
}
# Settled when a class is read for the first time.
SETTLED = {
    "all declared fields": lambda cls: setattr(
        cls, "_declared_fields", {"only": serializers.CharField(source="name")}
    ),
    "get_fields": lambda cls: setattr(
        cls, "get_fields", lambda self: {"only": serializers.CharField(source="name")}
    ),
    "fields": lambda cls: setattr(cls, "fields", property(lambda self: {})),
    "_readable_fields": lambda cls: setattr(cls, "_readable_fields", property(lambda self: [])),
}
NOTICED_IN_META = {
    "an attribute": lambda cls: setattr(cls.Meta, "fields", ["code"]),
    "a list": lambda cls: cls.Meta.fields.append("code"),
    "extra arguments": lambda cls: setattr(cls.Meta, "extra_kwargs", {"name": {"source": "code"}}),
}
SETTLED_OF_MODELS = {
    "Meta": lambda cls: setattr(
        cls, "Meta", type("Meta", (), {"model": Publisher, "fields": ["code"]})
    ),
    "the mapping of fields": lambda cls: setattr(
        cls,
        "serializer_field_mapping",
        {**cls.serializer_field_mapping, models.CharField: Shouted},
    ),
    "how fields are built": lambda cls: setattr(
        cls, "build_standard_field", lambda self, name, field: (Shouted, {})
    ),
}


def assert_noticed(make, change, source, *, base=Serializer, used):
    for form in FAST_FORMS:
        reference, fast = make(base), form(make, base)
        for serializer_class in (reference, fast):
            if used:
                outcome(serializer_class, lambda: source)
                outcome(serializer_class, lambda: source, many=True)
            change(serializer_class)
        for many in (False, True):
            expected = outcome(reference, lambda: source, many=many)
            assert outcome(fast, lambda: source, many=many) == expected, (form.__name__, used)


@pytest.mark.parametrize("used", [False, True], ids=["not yet used", "used"])
def test_serializers(used):
    for change in (NOTICED if used else {**NOTICED, **SETTLED}).values():
        assert_noticed(nesting, change, SOURCE, used=used)


@pytest.mark.parametrize("used", [False, True], ids=["not yet used", "used"])
@pytest.mark.parametrize("field", ["inner", "rows"])
def test_nested_serializers(field, used):
    for name, change in (NOTICED if used else {**NOTICED, **SETTLED}).items():

        def change_the_nested_class(cls, change=change):
            nested = cls._declared_fields[field]
            change(type(getattr(nested, "child", nested)))

        if not (used and name == "to_representation"):
            assert_noticed(nesting, change_the_nested_class, SOURCE, used=used)


@pytest.mark.parametrize("used", [False, True], ids=["not yet used", "used"])
def test_serializers_of_models(used):
    changes = NOTICED_IN_META if used else {**NOTICED_IN_META, **SETTLED_OF_MODELS}
    for change in changes.values():
        publisher = Publisher(name="n", code="c")
        assert_noticed(of_a_model, change, publisher, base=ModelSerializer, used=used)


def test_the_mapping_that_all_model_serializers_share(monkeypatch):
    mapping = ModelSerializer.serializer_field_mapping
    monkeypatch.setitem(mapping, models.CharField, Shouted)
    for serializer_class in every_form(of_a_model, ModelSerializer):
        for _ in range(2):
            assert serializer_class(Publisher(name="n", code="c")).data == {"name": "N!"}


def test_a_model_that_got_one_more_field():
    with isolate_apps("tests"):

        class Translated(models.Model):
            title = models.CharField(max_length=9)

    def make(base):
        meta = type("Meta", (), {"model": Translated, "fields": "__all__"})
        return type(base)("ExampleSerializer", (base,), {"Meta": meta})

    fast = make(FAST_BASES[ModelSerializer])
    models.CharField(max_length=9).contribute_to_class(Translated, "title_de")
    row = Translated(title="Title", title_de="Titel")
    for _ in range(2):
        assert fast(row).data == {"id": None, "title": "Title", "title_de": "Titel"}


def test_drf_s_own_classes_when_they_are_patched(monkeypatch):
    def make(base):
        body = {"name": serializers.CharField(), "made": serializers.DateTimeField()}
        return type(base)("ExampleSerializer", (base,), body)

    for patch in (
        (fields.CharField, "to_representation", lambda self, value: f"<{value}>"),
        (fields.Field, "get_attribute", lambda self, instance: "read"),
        (fields.DateTimeField, "enforce_timezone", lambda self, value: value.date()),
        (Serializer, "to_representation", lambda self, instance: {"patched": 1}),
    ):
        with monkeypatch.context() as patches:
            patches.setattr(*patch)
            reference, *forms = every_form(make)
            for many in (False, True):
                expected = outcome(reference, lambda: THING, many=many)
                for fast in forms:
                    assert outcome(fast, lambda: THING, many=many) == expected, patch


def test_a_base_class_gets_what_its_subclasses_inherit():
    def make(base):
        class Parent(base):
            class Meta:
                model = Publisher
                fields = ["name"]

        class ExampleSerializer(Parent):
            class Meta(Parent.Meta):
                pass

        return ExampleSerializer

    publisher = Publisher(name="n", code="c")
    for serializer_class in every_form(make, ModelSerializer):
        for _ in range(2):
            assert serializer_class(publisher).data == {"name": "n"}
        serializer_class.Meta.__mro__[1].fields = ["code"]
        assert serializer_class(publisher).data == {"code": "c"}
