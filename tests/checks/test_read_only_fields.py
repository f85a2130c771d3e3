"""The check H300: which serializers it reports.

Every model serializer alive in the process is checked, so each test looks for its own alone.
"""

import pytest
from django.contrib.auth.models import Permission, User
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer
from tests.checks.projects import messages


def reported_among(*classes):
    """Return those of the classes that are reported, once for each time."""
    reported = [message.obj for message in messages() if message.id == "H300"]
    return [cls for cls in classes for _ in range(reported.count(cls))]


@pytest.mark.parametrize("answer", [["username"], ()], ids=repr)
def test_any_read_only_fields_are_an_answer_even_empty_and_inherited_ones(answer):
    class Answered(serializers.ModelSerializer):
        class Meta:
            model = User
            fields = ("username",)
            read_only_fields = answer

    class SameMeta(Answered): ...

    class ExtendedMeta(Answered):
        class Meta(Answered.Meta):
            fields = ("username", "email")

    class AnotherMeta(Answered):
        class Meta:
            model = User
            fields = ("username",)

    assert reported_among(Answered, SameMeta, ExtendedMeta, AnotherMeta) == [AnotherMeta]


class OfUsers:
    """The `Meta` of classes that have no answer."""

    model = User
    fields = ("username",)


def test_a_class_with_several_bases_is_to_answer_once_and_bases_without_a_meta_are_not():
    class Base(serializers.HyperlinkedModelSerializer): ...

    class Middle(Base): ...

    class Left(serializers.ModelSerializer[User]): ...

    class Both(Left, Middle):
        Meta = OfUsers

    assert reported_among(Both, Base, Middle, Left) == [Both]


def test_a_class_with_a_depth_is_to_answer_and_what_rest_framework_nests_is_not():
    class PermissionSerializer(serializers.ModelSerializer):
        class Meta:
            model = Permission
            fields = ("content_type",)
            depth = 1

    nested = type(PermissionSerializer().fields["content_type"])

    assert reported_among(PermissionSerializer, nested) == [PermissionSerializer]


def test_a_class_that_only_reads_is_not_to_answer():
    class Fast(FastReadOnlyModelSerializer):
        Meta = OfUsers

    class Mixed(FastReadOnlyMixin, serializers.HyperlinkedModelSerializer):
        Meta = OfUsers

    assert reported_among(Fast, Mixed) == []
