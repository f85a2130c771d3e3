"""Rows of `docs/differences.md`: changes after the first use, or while a list is read."""

import datetime
from decimal import Decimal
from unittest import mock

import pytest
from django.conf import settings as django_settings
from rest_framework import serializers
from rest_framework.settings import api_settings

from fastserializers import FastReadOnlySerializer, FastSerializerMixin
from tests.differential import made_fast, made_of
from tests.endpoints.paginators import DRF, FastTags, Tags, four_rows, seen_page
from tests.models import Book, Publisher
from tests.named import all_of
from tests.relations.serializers import serializer_of
from tests.values import UTC

SOURCE = {"name": "first", "price": Decimal(1), "added": datetime.datetime(2024, 7, 1, tzinfo=UTC)}


def read_twice(serializer_class, source):
    """Return what a class makes of a source by its plan: the first use is REST framework's."""
    first = serializer_class(source).data
    assert serializer_class(source).data == first
    return first


def labelled_things():
    """Return a class of REST framework's and a fast one of the same fields, both new."""

    class ThingSerializer(serializers.Serializer):
        label = serializers.SerializerMethodField()
        name = serializers.CharField()
        price = serializers.DecimalField(8, 2)
        added = serializers.DateTimeField()

        def get_label(self, source):
            self.context.get("in_a_row", unchanged)(self)
            return "label"

    return ThingSerializer, made_fast(ThingSerializer)


def unchanged(serializer): ...


@pytest.mark.parametrize(
    ("holder", "name", "value"),
    [
        (django_settings, "USE_TZ", False),
        (api_settings, "COERCE_DECIMAL_TO_STRING", False),
        (api_settings, "DATETIME_FORMAT", "%Y"),
    ],
)
def test_settings_that_change_without_a_signal(monkeypatch, holder, name, value):
    reference, fast = labelled_things()
    before = read_twice(fast, SOURCE)
    assert before == reference(SOURCE).data
    getattr(holder, name)

    monkeypatch.setattr(holder, name, value)

    assert fast(SOURCE).data == before
    new_reference, new_fast = labelled_things()
    assert new_fast(SOURCE).data == new_reference(SOURCE).data


def test_methods_that_are_replaced_after_the_first_use(monkeypatch):
    def shout(field, value):
        return value.upper()

    _, fast = labelled_things()
    before = read_twice(fast, SOURCE)

    monkeypatch.setattr(serializers.CharField, "to_representation", shout)

    assert fast(SOURCE).data == before
    _, new = labelled_things()
    assert new(SOURCE).data["name"] == "FIRST"


OfNames = serializer_of(serializers.ModelSerializer, Publisher, ["name"])
OfCodes = serializer_of(serializers.ModelSerializer, Publisher, ["code"])


class Changes:
    """What a method does to the fields of its serializer in the first row."""

    def takes_a_field_away(serializer):
        serializer.fields.pop("name", None)

    def replaces_a_field(serializer):
        serializer.fields["added"] = serializers.CharField(source="name")

    def hides_a_field(serializer):
        serializer.fields["name"].write_only = True

    def reads_from_elsewhere(serializer):
        serializer.fields["name"].source_attrs = ["price"]


@pytest.mark.parametrize("change", all_of(Changes).values(), ids=all_of(Changes))
def test_fields_that_a_method_changes_while_a_list_is_read(change):
    _, fast = labelled_things()
    before = read_twice(fast, SOURCE)

    serializer = fast([SOURCE, SOURCE], many=True, context={"in_a_row": change})

    assert serializer.data == [before, before]
    assert serializer.child.to_representation(SOURCE) != before
    assert fast(SOURCE).data == before


class HidesTheName(OfNames):
    """Hides its field from the second row on."""

    rows = 0

    def to_representation(self, instance):
        self.fields["name"].write_only = self.rows > 0
        self.rows += 1
        return super().to_representation(instance)


def test_an_attribute_of_a_field_that_changes_between_two_rows():
    fast = type("FastHidesTheName", (FastSerializerMixin, HidesTheName), {})

    assert HidesTheName([SOURCE, SOURCE], many=True).data == [{"name": "first"}, {}]
    assert fast([SOURCE, SOURCE], many=True).data == [{"name": "first"}, {"name": "first"}]


def test_fields_that_rename_themselves_while_a_list_is_read():
    class Renaming(serializers.CharField):
        def get_attribute(self, instance):
            self.field_name = "renamed"
            return super().get_attribute(instance)

    class NameSerializer(FastReadOnlySerializer):
        name = Renaming()

    rows = NameSerializer([SOURCE, SOURCE], many=True).data
    assert rows == [{"name": SOURCE["name"]}] * 2


def other_label(source):
    return "set"


def sets_its_method(serializer):
    serializer.get_label = other_label


def test_a_method_that_is_set_while_a_list_is_read():
    reference, fast = labelled_things()
    rows = reference([SOURCE, SOURCE], many=True, context={"in_a_row": sets_its_method})
    assert [row["label"] for row in rows.data] == ["label", "set"]

    read_twice(fast, SOURCE)
    rows = fast([SOURCE, SOURCE], many=True, context={"in_a_row": sets_its_method})
    assert [row["label"] for row in rows.data] == ["label", "label"]
    assert [row["label"] for row in rows.to_representation([SOURCE])] == ["set"]


def test_choices_that_are_changed_in_place():
    choices = [(1, "One")]
    reference = made_of({"pick": serializers.ChoiceField(choices)})
    fast = made_fast(reference)
    assert read_twice(fast, {"pick": "1"}) == reference({"pick": "1"}).data == {"pick": 1}

    choices.append((2, "Two"))

    assert reference({"pick": "2"}).data == {"pick": 2}
    assert fast({"pick": "2"}).data == {"pick": "2"}


def patched(instance):
    return "patched"


def test_a_column_that_is_patched_after_the_first_use():
    reference, fast, publisher = OfCodes, made_fast(OfCodes), Publisher(code="c")
    assert read_twice(fast, publisher) == {"code": "c"}
    assert fast([publisher], many=True).data == [{"code": "c"}]

    with mock.patch.object(Publisher, "code", property(patched)):
        assert reference(publisher).data == {"code": "patched"}
        assert fast(publisher).data == {"code": "c"}
        assert fast([publisher], many=True).data == [{"code": "c"}]


class Lowered(serializers.ChoiceField):
    def to_representation(self, value):
        return value.lower()


def test_an_attribute_of_rest_framework_that_is_replaced_after_the_first_use(monkeypatch):
    reference = serializer_of(serializers.ModelSerializer, Book, ["format"])
    fast, book = made_fast(reference), Book(format="H")
    assert read_twice(fast, book) == {"format": "H"}

    monkeypatch.setattr(serializers.ModelSerializer, "serializer_choice_field", Lowered)

    assert reference(book).data == {"format": "h"}
    assert fast(book).data == {"format": "H"}


def test_a_display_and_a_relation_that_are_patched_after_the_first_use():
    declared = {
        "shown": serializers.CharField(source="get_format_display"),
        "publisher": serializers.StringRelatedField(),
    }
    reference = serializer_of(serializers.ModelSerializer, Book, [], declared)
    fast = made_fast(reference)
    book = Book(format="H", publisher=Publisher(name="Hogarth", code="h"))
    before = read_twice(fast, book)

    with (
        mock.patch.object(Book, "get_format_display", patched),
        mock.patch.object(Book, "publisher", property(patched)),
    ):
        assert reference(book).data == {"shown": "patched", "publisher": "patched"}
        assert fast(book).data == before


def test_arguments_of_a_declared_field_that_change_after_the_first_use():
    reference = made_of({"price": serializers.DecimalField(8, 2)})
    fast = made_fast(reference)
    assert read_twice(fast, SOURCE) == {"price": "1.00"}

    reference._declared_fields["price"]._kwargs["coerce_to_string"] = False
    fast._declared_fields["price"]._kwargs["coerce_to_string"] = False

    assert reference(SOURCE).data == {"price": 1}
    assert fast(SOURCE).data == {"price": "1.00"}
    assert fast([SOURCE], many=True).data == [{"price": "1.00"}]


@pytest.mark.django_db
@pytest.mark.parametrize(("view_class", "is_a_list"), [(FastTags, False), (Tags, True)])
def test_a_page_that_is_asked_by_identity(view_class, is_a_list):
    Publisher.objects.create(name="Seren", code="seren")
    Publisher.objects.create(name="Honno", code="honno")
    rows = Publisher.objects.order_by("pk")
    page, _ = seen_page(four_rows(DRF["numbers"]), rows, view_class=view_class)
    assert (type(page) is list) is (page.__class__ is list) is is_a_list
    assert isinstance(page, list)
