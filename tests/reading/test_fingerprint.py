"""What a class is compared by, and that comparing is quick where nothing decisive has changed."""

from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from fastserializers.reading.fingerprint import fingerprint_of, is_unchanged
from fastserializers.views import reading_fast


class Named(serializers.Serializer):
    made = 0
    kept = None

    name = serializers.CharField()


class Address(Named):
    street = serializers.CharField()


class Company(FastReadOnlySerializer, Named):
    address = Address()
    branches = Address(many=True)

    class Meta:
        seen = 0


def is_equal_at_once(fingerprint):
    """Return whether no namespace has to be compared name by name."""
    return fingerprint.namespaces == fingerprint.copies


def test_a_base_of_several_nested_classes_is_compared_once():
    compared = [vars(cls) for cls in (Company, Named, Address, Company.Meta)]
    assert fingerprint_of(Company).copies == compared


def test_what_a_class_keeps_on_itself_is_compared_name_by_name_only_once():
    fingerprint = fingerprint_of(Company)
    Named.made += 1
    Address.kept = [1]
    Company.Meta.seen += 1
    assert not is_equal_at_once(fingerprint)
    assert is_unchanged(fingerprint)
    assert is_equal_at_once(fingerprint)


def test_the_first_use_of_a_nested_class_is_compared_name_by_name_only_once():
    class Street(serializers.Serializer):
        name = serializers.CharField()

    class Town(serializers.Serializer):
        streets = Street(many=True)

    fingerprint = fingerprint_of(Town)
    with reading_fast():
        assert Street({"name": "s"}).data == {"name": "s"}
    assert not is_equal_at_once(fingerprint)
    assert is_unchanged(fingerprint)
    assert is_equal_at_once(fingerprint)


def test_a_change_that_decides_is_noticed_beside_one_that_does_not():
    class Town(Named):
        class Meta:
            seen = 0
            fields = ["name"]

    fingerprint = fingerprint_of(Town)
    Town.Meta.seen += 1
    Town.Meta.fields.append("size")
    assert not is_unchanged(fingerprint)
    assert not is_unchanged(fingerprint)
