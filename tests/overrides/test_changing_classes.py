"""Classes that are changed after they are defined."""

from __future__ import annotations

import pytest
from django.db import models
from django.test.utils import isolate_apps
from rest_framework import fields, serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_BASES, outcome
from tests.models import Publisher
from tests.overrides.fields import Shouted
from tests.values import THING


class TestClassesChangedAfterTheyAreDefined:
    """As a project's tests do, and packages that patch serializers they do not own."""

    @pytest.fixture
    def changed(self, fast_form):
        def assert_agreement(make, change, source, *, base=Serializer, used=True):
            reference, fast = make(base), fast_form(make, base)
            for serializer_class in (reference, fast):
                if used:
                    outcome(serializer_class, lambda: source)
                    outcome(serializer_class, lambda: source, many=True)
                change(serializer_class)
            for many in (False, True):
                expected = outcome(reference, lambda: source, many=many)
                assert outcome(fast, lambda: source, many=many) == expected
            return expected

        return assert_agreement

    def plain(self, base):
        class Inner(base):
            name = serializers.CharField()

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

    CHANGES = {
        "a declared field": lambda cls: cls._declared_fields.update(
            name=serializers.CharField(source="size")
        ),
        "one field more": lambda cls: cls._declared_fields.update(
            extra=serializers.SerializerMethodField()
        ),
        "one field less": lambda cls: cls._declared_fields.pop("size"),
        "all declared fields": lambda cls: setattr(
            cls, "_declared_fields", {"only": serializers.CharField(source="name")}
        ),
        "to_representation": lambda cls: setattr(
            cls, "to_representation", lambda self, instance: {"patched": 1}
        ),
        "get_fields": lambda cls: setattr(
            cls, "get_fields", lambda self: {"only": serializers.CharField(source="name")}
        ),
        "fields": lambda cls: setattr(cls, "fields", property(lambda self: {})),
        "_readable_fields": lambda cls: setattr(
            cls, "_readable_fields", property(lambda self: [])
        ),
        "data": lambda cls: setattr(cls, "data", property(lambda self: {"patched": 1})),
    }
    # What a class is looked at for each time. The rest is settled when it is first used.
    SEEN = ("a declared field", "one field more", "one field less", "to_representation", "data")
    SEEN_NESTED = ("a declared field", "one field more", "one field less", "data")

    @pytest.mark.parametrize("change", CHANGES)
    def test_are_what_they_are_when_first_used(self, changed, change):
        changed(self.plain, self.CHANGES[change], {**THING, "rows": [THING]}, used=False)

    @pytest.mark.parametrize("change", SEEN)
    def test_are_what_they_are_now(self, changed, change):
        changed(self.plain, self.CHANGES[change], {**THING, "rows": [THING]}, used=True)

    @pytest.mark.parametrize("change", CHANGES)
    @pytest.mark.parametrize("field", ["inner", "rows"])
    def test_nested_ones_are_what_they_are_when_first_used(self, changed, change, field):
        self.assert_change_of_a_nested_class_is_seen(changed, change, field, used=False)

    @pytest.mark.parametrize("change", SEEN_NESTED)
    @pytest.mark.parametrize("field", ["inner", "rows"])
    def test_nested_ones_are_what_they_are_now(self, changed, change, field):
        self.assert_change_of_a_nested_class_is_seen(changed, change, field, used=True)

    def assert_change_of_a_nested_class_is_seen(self, changed, change, field, *, used):
        def change_the_nested_class(cls):
            nested = cls._declared_fields[field]
            self.CHANGES[change](type(getattr(nested, "child", nested)))

        def make(base):
            made = self.plain(base)
            for name in ("inner", "rows"):
                nested = made._declared_fields[name]
                nested = type(getattr(nested, "child", nested))
                nested._declared_fields["size"] = serializers.IntegerField()
            return made

        changed(make, change_the_nested_class, {**THING, "rows": [THING]}, used=used)

    def model(self, base):
        class ExampleSerializer(base):
            class Meta:
                model = Publisher
                fields = ["name"]

        return ExampleSerializer

    MODEL_CHANGES = {
        "an attribute of Meta": lambda cls: setattr(cls.Meta, "fields", ["code"]),
        "a list in Meta": lambda cls: cls.Meta.fields.append("code"),
        "extra arguments in Meta": lambda cls: setattr(
            cls.Meta, "extra_kwargs", {"name": {"source": "code"}}
        ),
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

    MODEL_SEEN = ("an attribute of Meta", "a list in Meta", "extra arguments in Meta")

    @pytest.mark.parametrize("change", MODEL_CHANGES)
    def test_model_serializers_are_what_they_are_when_first_used(self, changed, change):
        self.assert_change_is_seen(changed, change, used=False)

    @pytest.mark.parametrize("change", MODEL_SEEN)
    def test_model_serializers_are_what_they_are_now(self, changed, change):
        self.assert_change_is_seen(changed, change, used=True)

    def assert_change_is_seen(self, changed, change, *, used):
        change = self.MODEL_CHANGES[change]
        changed(self.model, change, Publisher(name="n", code="c"), base=ModelSerializer, used=used)

    def test_the_mapping_that_all_model_serializers_share(self, monkeypatch):
        def change(cls):
            monkeypatch.setitem(
                ModelSerializer.serializer_field_mapping, models.CharField, Shouted
            )

        reference, fast = self.model(ModelSerializer), self.model(FAST_BASES[ModelSerializer])
        publisher = Publisher(name="n", code="c")
        change(fast)
        assert reference(publisher).data == {"name": "N!"}
        assert fast(publisher).data == {"name": "N!"}

    def test_a_model_that_got_one_more_field(self):
        with isolate_apps("tests"):

            class Translated(models.Model):
                title = models.CharField(max_length=9)

        def make(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Translated
                    fields = "__all__"

            return ExampleSerializer

        def add(cls):
            if not hasattr(Translated, "title_de"):
                models.CharField(max_length=9).contribute_to_class(Translated, "title_de")

        reference, fast = make(ModelSerializer), make(FAST_BASES[ModelSerializer])
        add(fast)
        row = Translated()
        row.title_de = "Titel"
        assert list(reference(row).data) == ["id", "title", "title_de"]
        assert fast(row).data == reference(row).data

    PATCHES = {
        "a field": (fields.CharField, "to_representation", lambda self, value: f"<{value}>"),
        "every field": (fields.Field, "get_attribute", lambda self, instance: "read"),
        "zones": (fields.DateTimeField, "enforce_timezone", lambda self, value: value.date()),
        "serializers": (Serializer, "to_representation", lambda self, instance: {"patched": 1}),
    }

    @pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
    def test_drf_s_own_classes_when_they_are_patched(self, fast_form, patch, monkeypatch):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                made = serializers.DateTimeField()

            return ExampleSerializer

        monkeypatch.setattr(*patch)
        reference, fast = make(Serializer), fast_form(make, Serializer)
        for many in (False, True):
            expected = outcome(reference, lambda: THING, many=many)
            assert outcome(fast, lambda: THING, many=many) == expected

    def test_a_base_class_gets_what_its_subclasses_inherit(self, fast_form):
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
        for serializer_class in (make(ModelSerializer), fast_form(make, ModelSerializer)):
            assert serializer_class(publisher).data == {"name": "n"}
            serializer_class.Meta.__mro__[1].fields = ["code"]
            assert serializer_class(publisher).data == {"code": "c"}
