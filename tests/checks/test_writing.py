"""The check H303: what never runs."""

import pytest
from django.core import checks
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer, read_only
from tests.checks.examples import OfPublishers
from tests.models import Publisher


def test_what_a_fast_serializer_would_write_with_is_found(found):
    class Auditing:
        def update(self, instance, validated_data):
            return instance

    class Fast(Auditing, FastReadOnlyModelSerializer):
        code = serializers.SlugField(validators=[print])

        class Meta:
            model = Publisher
            fields = ("name", "code")
            validators = [print]

        def create(self, validated_data):
            return Publisher(**validated_data)

        def validate(self, attrs):
            return attrs

        def validate_name(self, value):
            return value

    [message] = found("H303", Fast)

    assert message.level == checks.WARNING
    assert message.msg == (
        "Fast is read-only and never runs create(), Auditing.update(), validate(), "
        "validate_name(), Meta.validators, the validators of code."
    )
    assert message.hint.startswith("Delete what is named, or leave out the base")


class FastWriting(FastReadOnlyModelSerializer):
    Meta = OfPublishers

    def create(self, validated_data): ...

    def save(self, **kwargs): ...

    def validate(self, attrs): ...

    def validate_id(self, value): ...


class Heir(FastWriting): ...


class Writable(serializers.ModelSerializer):
    Meta = OfPublishers

    def create(self, validated_data): ...

    def save(self, **kwargs): ...

    def validate(self, attrs): ...

    def validate_id(self, value): ...


class Mixed(FastReadOnlyMixin, Writable): ...


class Reading(FastReadOnlyModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name",)
        validators = []

    def validate_nothing_of_the_fields(self, value): ...

    def to_representation(self, instance):
        return {}


@pytest.mark.parametrize(
    "cls",
    [Reading, Writable, Mixed, read_only(Writable), Heir],
    ids=["reads", "is not fast", "could write", "read_only()", "an heir"],
)
def test_what_reads_what_keeps_writing_and_heirs_are_not_found(found, cls):
    assert found("H303", cls) == []
    # The class that an heir inherits from is found.
    assert len(found("H303", FastWriting)) == 1
