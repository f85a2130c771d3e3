"""The read-only subclasses that `read_only()` makes."""

from __future__ import annotations

import pytest
from rest_framework import fields, serializers
from rest_framework.serializers import (
    HyperlinkedModelSerializer,
    ListSerializer,
    ModelSerializer,
    Serializer,
)

from fastserializers import FastReadOnlyMixin, read_only
from tests.classes.examples import Fast, Plain, tree
from tests.classes.writing import assert_refuses_to_write
from tests.differential import assert_classes_agree
from tests.models import Book, Country, Publisher
from tests.values import THING


class NamedSerializer(Serializer):
    name = serializers.CharField()


class TestReadOnly:
    def test_are_made_once(self):
        made = read_only(NamedSerializer)
        assert made is not NamedSerializer
        assert read_only(NamedSerializer) is made
        assert read_only(made) is made
        assert issubclass(made, NamedSerializer)
        assert not issubclass(NamedSerializer, FastReadOnlyMixin)
        assert read_only(Fast) is Fast
        assert made.__name__ == "NamedSerializer"
        assert made.__module__ == __name__

    def test_of_subclasses_are_their_own(self):
        class Child(NamedSerializer):
            size = serializers.IntegerField()

        assert read_only(NamedSerializer)(THING).data == {"name": "Ruritania"}
        assert read_only(Child)(THING).data == {"name": "Ruritania", "size": 5}

        class OfReadOnly(read_only(NamedSerializer)):
            made = serializers.DateTimeField(format="%Y")

        assert OfReadOnly(THING).data == {"name": "Ruritania", "made": "2024"}

    def test_leave_the_class_as_it_is(self):
        class Inner(Serializer):
            name = serializers.CharField()

        class Outer(Serializer):
            inner = Inner()
            rows = Inner(many=True)

        before = dict(Outer._declared_fields)
        made = read_only(Outer)
        row = {"name": "a"}
        for _ in range(2):
            assert made({"inner": row, "rows": [row]}).data == {"inner": row, "rows": [row]}
        assert Outer._declared_fields == before
        assert Outer(data={"inner": {"name": "a"}, "rows": []}).is_valid()

    def test_keep_the_arguments_of_nested_serializers(self):
        class Listed(ListSerializer):
            def to_representation(self, data):
                return {"listed": super().to_representation(data)}

        class Inner(Serializer):
            name = serializers.CharField()

            class Meta:
                list_serializer_class = Listed

        class Other(Serializer):
            name = serializers.CharField()

        class Outer(Serializer):
            one = Inner(source="first", allow_null=True, label="One", help_text="Help")
            listed = Inner(many=True, source="rows", allow_empty=False, required=False)
            others = Other(many=True, source="rows", min_length=1, max_length=2)
            child = ListSerializer(child=Other(), source="rows")
            nested = ListSerializer(child=ListSerializer(child=Other()), source="rows_of_rows")
            values = serializers.ListField(child=Other(), source="rows")
            items = serializers.DictField(child=Other(), source="by_name")
            absent = Inner(default={"name": "default"})

        rows = [{"name": "a"}, {"name": "b"}]
        source = {
            "first": None,
            "rows": rows,
            "rows_of_rows": [rows, rows],
            "by_name": {"a": rows[0]},
        }
        made = read_only(Outer)
        assert_classes_agree(Outer, made, source)
        assert_classes_agree(Outer, made, {**source, "first": rows[0]})
        assert_classes_agree(Outer, made, {})

    def test_of_lists_and_dicts_of_serializers(self):
        class Outer(Serializer):
            rows = serializers.ListField(child=Plain())
            by_name = serializers.DictField(child=serializers.ListField(child=Plain()))

        row = {"name": "a", "size": 1, "made": None, "inner": None}
        made = read_only(Outer)
        assert_classes_agree(Outer, made, {"rows": [row, None], "by_name": {"a": [row]}})

    def test_show_themselves_as_the_class_does(self):
        class Inner(Serializer):
            name = serializers.CharField()

        class Outer(Serializer):
            one = Inner(source="first", help_text="Help")
            rows = Inner(many=True, allow_empty=False)
            nested = ListSerializer(child=ListSerializer(child=Inner()))

        assert repr(read_only(Outer)()) == repr(Outer())
        assert repr(read_only(Outer)(many=True)) == repr(Outer(many=True))

    def test_of_serializers_that_nest_themselves_and_each_other(self):
        plain = tree()
        leaf = {"name": "leaf"}
        source = {"name": "root", "branches": [leaf, leaf], "owner": {"trees": [leaf]}}
        source = {**source, "branches": [source, leaf]}
        made = read_only(plain)
        assert_classes_agree(plain, made, source)

    def test_of_hyperlinked_serializers(self):
        def make():
            class ExampleSerializer(HyperlinkedModelSerializer):
                class Meta:
                    model = Publisher
                    fields = ["name", "code"]

            return ExampleSerializer

        assert_classes_agree(make(), read_only(make()), Publisher(name="P", code="p"))
        assert issubclass(read_only(make()), HyperlinkedModelSerializer)

    def test_of_hyperlinked_serializers_with_links(self):
        class CountrySerializer(HyperlinkedModelSerializer):
            class Meta:
                model = Country
                fields = ["url", "name"]

        class ExampleSerializer(HyperlinkedModelSerializer):
            class Meta:
                model = Publisher
                fields = ["url", "name", "country"]

        publisher = Publisher(pk=1, name="P", country=Country(pk=2))
        for context in (None, {"request": None}):
            assert_classes_agree(
                ExampleSerializer, read_only(ExampleSerializer), publisher, context=context
            )

    def test_of_drf_s_own_classes(self):
        for base in (Serializer, ModelSerializer, HyperlinkedModelSerializer):
            assert issubclass(read_only(base), (base, FastReadOnlyMixin))
            assert issubclass(read_only(base), FastReadOnlyMixin)

    def test_of_nonsense_are_refused(self):
        for nonsense in (
            None,
            5,
            "Plain",
            Plain(),
            object,
            serializers.BaseSerializer,
            ListSerializer,
            serializers.CharField,
            Book,
        ):
            with pytest.raises(TypeError, match=r"read_only\(\) takes a subclass of .*Serializer"):
                read_only(nonsense)

    def test_of_classes_that_write(self):
        class Writing(Serializer):
            name = serializers.CharField()

            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)

            def is_valid(self, *, raise_exception=False):
                return True

            def run_validation(self, data=fields.empty):
                return data

            def save(self, **kwargs):
                return "saved"

            def create(self, validated_data):
                return "created"

            def update(self, instance, validated_data):
                return "updated"

        made = read_only(Writing)
        assert_refuses_to_write(made)

    def test_methods_that_are_patched_on_the_class_are_patched_on_its_subclass(self, monkeypatch):
        class Patched(Serializer):
            size = serializers.SerializerMethodField()

            def get_size(self, thing):
                return thing["size"]

        made = read_only(Patched)
        assert made(THING).data == {"size": 5}
        monkeypatch.setattr(Patched, "get_size", lambda self, thing: "patched")
        assert made(THING).data == {"size": "patched"}
        monkeypatch.setattr(Patched, "to_representation", lambda self, thing: {"all": "patched"})
        assert made(THING).data == {"all": "patched"}
