"""The check H300: which serializers it reports.

Every model serializer alive in the process is checked, so each test looks for its own alone.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AbstractUser, Permission, User
from django.core import checks
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer, read_only
from tests.checks.projects import is_reported, messages

pytestmark = pytest.mark.long


def test_the_message_names_the_class_and_the_way_out() -> None:
    class Unanswered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    [message] = [message for message in messages() if message.obj is Unanswered]

    assert message == checks.Warning(
        "ModelSerializer must define read_only_fields. Without it a client may set fields by "
        "accident, and the validators of all fields are built for each read.",
        hint="Set read_only_fields in ModelSerializer.Meta: an empty tuple is an answer.",
        obj=Unanswered,
        id="H300",
    )


@pytest.mark.parametrize("answer", [("username",), ["username"], (), []])
def test_any_read_only_fields_are_an_answer_even_empty_ones(answer: object) -> None:
    class Answered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)
            read_only_fields = answer

    assert not is_reported(Answered)


def test_a_subclass_at_any_depth_is_reported() -> None:
    class Base(serializers.HyperlinkedModelSerializer):
        pass

    class Middle(Base):
        pass

    class Deep(Middle):
        class Meta:
            model = User
            fields = ("username",)

    assert is_reported(Deep)
    assert not is_reported(Middle)


def test_a_subclass_reached_through_two_bases_is_reported_once() -> None:
    class Left(serializers.ModelSerializer[User]):
        pass

    class Right(serializers.ModelSerializer[User]):
        pass

    class Both(Left, Right):
        class Meta:
            model = User
            fields = ("username",)

    assert [message.obj for message in messages()].count(Both) == 1


def test_read_only_fields_of_an_inherited_meta_are_an_answer() -> None:
    class Answered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields: tuple[str, ...] = ("username",)
            read_only_fields = ("username",)

    class SameMeta(Answered):
        pass

    class ExtendedMeta(Answered):
        class Meta(Answered.Meta):
            fields = ("username", "email")

    class OwnMeta(Answered):
        class Meta:
            model = User
            fields = ("username",)

    assert not is_reported(SameMeta)
    assert not is_reported(ExtendedMeta)
    assert is_reported(OwnMeta)


def test_an_inherited_meta_without_read_only_fields_is_reported() -> None:
    class Unanswered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    class SameMeta(Unanswered):
        pass

    assert is_reported(SameMeta)


def test_a_class_without_a_model_is_left_out() -> None:
    class WithoutMeta(serializers.ModelSerializer[User]):
        pass

    class MetaIsNone(serializers.ModelSerializer[User]):
        Meta = None

    class WithoutModel(serializers.ModelSerializer[User]):
        class Meta:
            fields = ("username",)

    class ModelIsNone(serializers.ModelSerializer[User]):
        class Meta:
            model = None
            fields = ("username",)

    for serializer in (WithoutMeta, MetaIsNone, WithoutModel, ModelIsNone):
        assert not is_reported(serializer)


def test_a_serializer_of_an_abstract_model_is_reported() -> None:
    class OfAbstractModel(serializers.ModelSerializer[Any]):
        class Meta:
            model = AbstractUser
            fields = ("username",)

    assert is_reported(OfAbstractModel)


def test_a_serializer_that_is_no_model_serializer_is_left_out() -> None:
    class Plain(serializers.Serializer[User]):
        class Meta:
            model = User

    assert not is_reported(Plain)


def test_fast_read_only_serializers_are_left_out() -> None:
    class Fast(FastReadOnlyModelSerializer):
        class Meta:
            model = User
            fields = ("username",)

    class Mixed(FastReadOnlyMixin, serializers.HyperlinkedModelSerializer):
        class Meta:
            model = User
            fields = ("username",)

    assert not is_reported(Fast)
    assert not is_reported(Mixed)


def test_the_twin_made_by_read_only_is_left_out_and_its_original_is_not() -> None:
    class Original(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    twin = read_only(Original)

    assert is_reported(Original)
    assert not is_reported(twin)


def test_the_nested_serializer_that_depth_creates_is_left_out() -> None:
    class Deep(serializers.ModelSerializer[Permission]):
        class Meta:
            model = Permission
            fields = ("content_type",)
            depth = 1

    nested = Deep().fields["content_type"]

    assert is_reported(Deep)
    assert isinstance(nested, serializers.ModelSerializer)
    assert not is_reported(type(nested))


def test_a_class_that_type_makes_is_reported() -> None:
    class Meta:
        model = User
        fields = ("username",)

    made = type("Made", (serializers.ModelSerializer,), {"Meta": Meta})

    assert is_reported(made)
