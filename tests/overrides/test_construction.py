"""How serializers and their fields are made."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.db import models
from django.utils.functional import SimpleLazyObject
from rest_framework import fields, serializers
from rest_framework.serializers import (
    HyperlinkedModelSerializer,
    ListSerializer,
    ModelSerializer,
    Serializer,
)

from fastserializers import FastReadOnlyMixin, read_only
from tests.differential import outcome
from tests.models import Book, Publisher
from tests.overrides.fields import Shouted
from tests.values import THING


class TestConstruction:
    def test_arguments_of_the_project(self, agree, fast_form):
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

        agree(make, THING)
        fast = fast_form(make, Serializer)
        for names in (["name"], ["size"], None, ["name"]):
            expected = make(Serializer)(THING, names=names).data
            assert fast(THING, names=names).data == expected
            expected = make(Serializer)([THING], many=True, names=names).data
            assert fast([THING], many=True, names=names).data == expected

    def test_the_arguments_come_to_the_constructor_as_they_were_given(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                def __init__(self, *args, **kwargs):
                    self.given = args, sorted(kwargs)
                    super().__init__(*args, **kwargs)

            return ExampleSerializer

        reference, fast = make(Serializer), fast_form(make, Serializer)
        for args, kwargs in (
            ((), {}),
            ((THING,), {}),
            ((THING,), {"context": {}}),
            ((), {"instance": THING}),
            ((), {"instance": THING, "partial": True}),
            ((), {"read_only": True, "source": "other"}),
        ):
            assert fast(*args, **kwargs).given == reference(*args, **kwargs).given
            expected = reference(*args, many=True, **kwargs).child.given
            assert fast(*args, many=True, **kwargs).child.given == expected

    def test_a_constructor_that_takes_only_keywords(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def __init__(self, **kwargs):
                    super().__init__(**kwargs)

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            assert serializer_class(instance=THING).data == {"name": "Ruritania"}
            assert serializer_class(instance=[THING], many=True).data == [{"name": "Ruritania"}]

    def test_new_with_an_argument_of_its_own(self, fast_form, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def __new__(cls, instance, **kwargs):
                    calls.append(cls.__name__)
                    return super().__new__(cls, instance, **kwargs)

            return ExampleSerializer

        for serializer_class in (make(Serializer), fast_form(make, Serializer)):
            calls.clear()
            assert serializer_class(THING).data == {"name": "Ruritania"}
            assert serializer_class([THING], many=True).data == [{"name": "Ruritania"}]
            assert len(calls) == 3

    def test_many_init_is_overridden(self, agree, calls):
        class Listed(ListSerializer):
            def to_representation(self, data):
                return [*super().to_representation(data), "last"]

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                @classmethod
                def many_init(cls, *args, **kwargs):
                    calls.append(cls.__name__)
                    kwargs["child"] = cls()
                    return Listed(*args, **kwargs)

            return ExampleSerializer

        agree(make, THING)

    def test_many_init_that_calls_super(self, agree, calls):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                @classmethod
                def many_init(cls, *args, **kwargs):
                    calls.append(sorted(kwargs))
                    serializer = super().many_init(*args, **kwargs)
                    serializer.child.fields.pop("name")
                    return serializer

            return ExampleSerializer

        agree(make, THING)

    @pytest.mark.parametrize("how", ["depth", "fields", "exclude", "class"])
    def test_meta_that_changes_with_the_request(self, agree, fast_form, how):
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
        for wide in (0, 1, 0):
            agree(make, book, base=ModelSerializer, context={"wide": wide})
        reference, fast = make(ModelSerializer), fast_form(make, ModelSerializer)
        for wide in (0, 1, 1, 0):
            context = {"wide": wide}
            assert fast(book, context=context).data == reference(book, context=context).data

    @pytest.mark.parametrize(
        "meta",
        [SimpleNamespace(model=Publisher, fields=["name"]), None],
        ids=["a namespace", "nothing"],
    )
    def test_meta_that_is_no_class(self, agree, meta):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()
                Meta = meta

            return ExampleSerializer

        agree(make, Publisher(name="P"), base=ModelSerializer if meta else Serializer)

    def test_meta_as_a_property(self, agree):
        def make(base):
            class ExampleSerializer(base):
                @property
                def Meta(self):
                    return type("Meta", (), {"model": Publisher, "fields": self.context["names"]})

            return ExampleSerializer

        for names in (["name"], ["code"], ["name", "code"]):
            publisher = Publisher(name="P", code="c")
            agree(make, publisher, base=ModelSerializer, context={"names": names})

    def test_the_name_of_the_link_that_is_set_in_the_constructor(self, fast_form):
        def make(base):
            class ExampleSerializer(base):
                serializer_url_field = fields.ReadOnlyField

                class Meta:
                    model = Publisher
                    fields = "__all__"

                def __init__(self, *args, **kwargs):
                    super().__init__(*args, **kwargs)
                    self.url_field_name = self.context["link"]

                def build_url_field(self, field_name, model_class):
                    return fields.ReadOnlyField, {"source": "name"}

            return ExampleSerializer

        class Base(HyperlinkedModelSerializer):
            pass

        reference = make(Base)
        fast = read_only(make(Base))
        publisher = Publisher(name="P")
        for link in ("href", "link", "href"):
            context = {"link": link, "request": None}
            expected = outcome(reference, lambda: publisher, context)
            assert outcome(fast, lambda: publisher, context) == expected

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
    def test_the_mapping_of_fields_that_the_serializer_chooses(self, agree, as_property):
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

        for shout in (False, True, False):
            agree(make, Publisher(name="P"), base=ModelSerializer, context={"shout": shout})

    def test_what_meta_says_besides_is_not_looked_at(self, fast_form, calls):
        def looked_at():
            calls.append("looked at")
            return {}

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                class Meta:
                    lazy = SimpleLazyObject(looked_at)

            return ExampleSerializer

        assert fast_form(make, Serializer)(THING).data == {"name": "Ruritania"}
        assert calls == []

    @pytest.mark.parametrize("inside", [lambda value: value, lambda value: [value]])
    def test_what_meta_says_besides_is_not_compared(self, agree, inside):
        class Incomparable(dict):
            def __eq__(self, other):
                raise ValueError("compared")

            __hash__ = None

        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                class Meta:
                    besides = inside(Incomparable())

            return ExampleSerializer

        agree(make, THING)

    def test_a_serializer_that_sets_initial_data_is_refused_its_data(self, agree):
        def make(base):
            class ExampleSerializer(base):
                name = serializers.CharField()

                def __init__(self, *args, **kwargs):
                    super().__init__(*args, **kwargs)
                    self.initial_data = {"name": "initial"}

            return ExampleSerializer

        assert agree(make, THING)[0] is AssertionError
