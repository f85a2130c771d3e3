"""The twins that `read_only()` makes."""

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


class TwinnedSerializer(Serializer):
    name = serializers.CharField()


class TestTwins:
    def test_are_made_once(self):
        twin = read_only(TwinnedSerializer)
        assert twin is not TwinnedSerializer
        assert read_only(TwinnedSerializer) is twin
        assert read_only(twin) is twin
        assert issubclass(twin, TwinnedSerializer)
        assert not issubclass(TwinnedSerializer, FastReadOnlyMixin)
        assert read_only(Fast) is Fast
        assert twin.__name__ == "TwinnedSerializer"
        assert twin.__module__ == __name__

    def test_of_subclasses_are_their_own(self):
        class Child(TwinnedSerializer):
            size = serializers.IntegerField()

        assert read_only(TwinnedSerializer)(THING).data == {"name": "Ruritania"}
        assert read_only(Child)(THING).data == {"name": "Ruritania", "size": 5}

        class OfTheTwin(read_only(TwinnedSerializer)):
            made = serializers.DateTimeField(format="%Y")

        assert OfTheTwin(THING).data == {"name": "Ruritania", "made": "2024"}

    def test_leave_the_class_as_it_is(self):
        class Inner(Serializer):
            name = serializers.CharField()

        class Outer(Serializer):
            inner = Inner()
            rows = Inner(many=True)

        before = dict(Outer._declared_fields)
        twin = read_only(Outer)
        assert Outer._declared_fields == before
        assert Outer(data={"inner": {"name": "a"}, "rows": []}).is_valid()
        declared = twin._declared_fields
        assert isinstance(declared["inner"], read_only(Inner))
        assert isinstance(declared["rows"].child, read_only(Inner))

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
        twin = read_only(Outer)
        assert_classes_agree(Outer, twin, source)
        assert_classes_agree(Outer, twin, {**source, "first": rows[0]})
        assert_classes_agree(Outer, twin, {})

    @pytest.mark.parametrize(
        "make_child",
        [
            serializers.CharField,
            lambda: serializers.CharField(source="name"),
            lambda: serializers.ListField(child=serializers.CharField()),
            lambda: serializers.PrimaryKeyRelatedField(read_only=True),
        ],
    )
    def test_of_lists_of_plain_fields(self, make_child):
        class Outer(Serializer):
            rows = ListSerializer(child=make_child())

        assert_classes_agree(Outer, read_only(Outer), {"rows": ["a", "b"]})

    def test_of_lists_and_dicts_of_serializers(self):
        class Outer(Serializer):
            rows = serializers.ListField(child=Plain())
            by_name = serializers.DictField(child=serializers.ListField(child=Plain()))

        row = {"name": "a", "size": 1, "made": None, "inner": None}
        twin = read_only(Outer)
        assert_classes_agree(Outer, twin, {"rows": [row, None], "by_name": {"a": [row]}})
        assert isinstance(twin().fields["by_name"].child.child, FastReadOnlyMixin)

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
        twin = read_only(plain)
        assert isinstance(twin._declared_fields["branches"].child, twin)
        assert_classes_agree(plain, twin, source)

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

    @pytest.mark.parametrize("base", [Serializer, ModelSerializer, HyperlinkedModelSerializer])
    def test_of_drf_s_own_classes(self, base):
        twin = read_only(base)
        assert issubclass(twin, base)
        assert issubclass(twin, FastReadOnlyMixin)

    @pytest.mark.parametrize(
        "nonsense",
        [
            None,
            5,
            "Plain",
            Plain(),
            object,
            serializers.BaseSerializer,
            ListSerializer,
            serializers.CharField,
            Book,
        ],
        ids=repr,
    )
    def test_of_nonsense_are_refused(self, nonsense):
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

        twin = read_only(Writing)
        assert_refuses_to_write(twin)

    def test_methods_that_are_patched_on_the_class_are_patched_on_the_twin(self, monkeypatch):
        class Patched(Serializer):
            size = serializers.SerializerMethodField()

            def get_size(self, thing):
                return thing["size"]

        twin = read_only(Patched)
        assert twin(THING).data == {"size": 5}
        monkeypatch.setattr(Patched, "get_size", lambda self, thing: "patched")
        assert twin(THING).data == {"size": "patched"}
        monkeypatch.setattr(Patched, "to_representation", lambda self, thing: {"all": "patched"})
        assert twin(THING).data == {"all": "patched"}
