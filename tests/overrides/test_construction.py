"""How serializers and their fields are made."""

from __future__ import annotations

import pytest
from django.db import models
from django.utils.functional import SimpleLazyObject
from rest_framework import serializers
from rest_framework.serializers import (
    HyperlinkedModelSerializer,
    ListSerializer,
    ModelSerializer,
)

from fastserializers import FastReadOnlyMixin, read_only
from tests.differential import every_form, outcome
from tests.models import Book, Publisher
from tests.overrides.fields import Shouted
from tests.values import THING


class TestArguments:
    def test_that_the_constructor_pops(self):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                def __init__(self, *args, **kwargs):
                    names = kwargs.pop("names", None)
                    super().__init__(*args, **kwargs)
                    for name in set(self.fields) - set(names or self.fields):
                        self.fields.pop(name)

            return ExampleSerializer

        for serializer_class in every_form(make):
            for names in (["name"], ["size"], None, ["name"]):
                expected = {name: THING[name] for name in names or ["name", "size"]}
                assert serializer_class(THING, names=names).data == expected
                rows = serializer_class([THING] * 12, many=True, names=names)
                assert rows.data == [expected] * 12

    def test_come_to_the_constructor_as_they_were_given(self):
        def make(base):
            class ExampleSerializer(base):
                def __init__(self, *args, **kwargs):
                    self.given = args, sorted(kwargs)
                    super().__init__(*args, **kwargs)

            return ExampleSerializer

        reference, *forms = every_form(make)
        for args, kwargs in (
            ((), {}),
            ((THING,), {}),
            ((THING,), {"context": {}}),
            ((), {"instance": THING}),
            ((), {"instance": THING, "partial": True}),
            ((), {"read_only": True, "source": "other"}),
        ):
            for fast in forms:
                assert fast(*args, **kwargs).given == reference(*args, **kwargs).given
                expected = reference(*args, many=True, **kwargs).child.given
                assert fast(*args, many=True, **kwargs).child.given == expected

    def test_of_new(self, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def __new__(cls, instance, **kwargs):
                    calls.append(cls.__name__)
                    return super().__new__(cls, instance, **kwargs)

            return ExampleSerializer

        for serializer_class in every_form(make):
            calls.clear()
            for _ in range(2):
                assert serializer_class(THING).data == {"name": "Ruritania"}
                assert serializer_class([THING], many=True).data == [{"name": "Ruritania"}]
            assert len(calls) == 6


class TestManyInit:
    @pytest.mark.parametrize("calls_super", [False, True])
    def test_is_overridden(self, agree, calls, calls_super):
        class Listed(ListSerializer):
            def to_representation(self, data):
                return [*super().to_representation(data), "last"]

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                size = serializers.IntegerField()

                @classmethod
                def many_init(cls, *args, **kwargs):
                    calls.append((cls.__name__, sorted(kwargs)))
                    if not calls_super:
                        return Listed(*args, **kwargs, child=cls())
                    serializer = super().many_init(*args, **kwargs)
                    serializer.child.fields.pop("name")
                    return serializer

            return ExampleSerializer

        agree(make, THING)


class TestMeta:
    @pytest.mark.parametrize("how", ["depth", "fields", "exclude", "class"])
    def test_that_changes_with_the_request(self, agree, how):
        def make(base):
            class ExampleSerializer(base):
                class Meta:
                    model = Book
                    fields = ["title", "publisher"]

                def __init__(self, *args, **kwargs):
                    super().__init__(*args, **kwargs)
                    if how == "depth":
                        self.Meta.depth = self.context["wide"]
                    elif how == "fields":
                        self.Meta.fields = ["title", "pages"][: 1 + self.context["wide"]]
                    elif how == "exclude":
                        self.Meta.fields.append("pages")
                    else:
                        names = ["pages"] if self.context["wide"] else ["title", "pages"]
                        self.Meta = type("Meta", (), {"model": Book, "fields": names})

            return ExampleSerializer

        book = Book(title="T", publisher=Publisher(name="P", code="p"))
        contexts = [{"wide": wide} for wide in (0, 1, 1, 0)]
        agree(make, book, base=ModelSerializer, contexts=contexts)

    def test_as_a_property(self, agree):
        def make(base):
            class ExampleSerializer(base):
                @property
                def Meta(self):
                    return type("Meta", (), {"model": Publisher, "fields": self.context["names"]})

            return ExampleSerializer

        contexts = [{"names": names} for names in (["name"], ["code"], ["name", "code"])]
        agree(make, Publisher(name="P", code="c"), base=ModelSerializer, contexts=contexts)

    def test_what_it_says_besides_is_neither_looked_at_nor_compared(self, agree, calls):
        class Incomparable(dict):
            def __eq__(self, other):
                raise ValueError("compared")

            __hash__ = None

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                class Meta:
                    lazy = SimpleLazyObject(lambda: calls.append("looked at"))
                    besides = Incomparable()
                    listed = [Incomparable()]

            return ExampleSerializer

        agree(make, THING)
        assert calls == []


class TestWhatAModelSerializerChooses:
    @pytest.mark.urls("tests.overrides.urls")
    @pytest.mark.parametrize("as_property", [False, True])
    def test_the_name_of_the_link_to_a_view(self, as_property):
        class SetInTheConstructor:
            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                self.url_field_name = self.context["link"]

        class AsAProperty:
            @property
            def url_field_name(self):
                return self.context.get("link", "url")

        class Reference(
            AsAProperty if as_property else SetInTheConstructor, HyperlinkedModelSerializer
        ):
            class Meta:
                model = Publisher
                exclude = ["country"]

        class Fast(FastReadOnlyMixin, Reference):
            pass

        for serializer_class in (Fast, read_only(Reference)):
            for link in ("url", "href", "link", "href"):
                context = {"link": link, "request": None}
                expected = outcome(Reference, lambda: Publisher(pk=1), context)
                assert outcome(serializer_class, lambda: Publisher(pk=1), context) == expected

    @pytest.mark.parametrize("as_property", [False, True])
    def test_the_mapping_of_fields(self, agree, as_property):
        shouted = {**ModelSerializer.serializer_field_mapping, models.CharField: Shouted}

        class SetInTheConstructor:
            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                if self.context["shout"]:
                    self.serializer_field_mapping = shouted

        class AsAProperty:
            @property
            def serializer_field_mapping(self):
                return shouted if self.context["shout"] else super().serializer_field_mapping

        def make(base):
            class ExampleSerializer(AsAProperty if as_property else SetInTheConstructor, base):
                class Meta:
                    model = Publisher
                    fields = ["name"]

            return ExampleSerializer

        contexts = [{"shout": shout} for shout in (False, True, False)]
        agree(make, Publisher(name="P"), base=ModelSerializer, contexts=contexts)


def test_a_serializer_that_sets_initial_data_is_refused_its_data(agree):
    def make(base):
        class ExampleSerializer(base):
            name = serializers.CharField()

            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                self.initial_data = {"name": "initial"}

        return ExampleSerializer

    assert agree(make, THING)[0] is AssertionError
