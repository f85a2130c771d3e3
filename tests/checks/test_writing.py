"""The check H303: what never runs."""

from __future__ import annotations

from django.core import checks
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer, read_only
from tests.checks.examples import serializer_of
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


def writing(base):
    cls = serializer_of(base)
    cls.create = cls.save = cls.validate = cls.validate_id = lambda self, data: None
    return cls


def test_what_reads_what_keeps_writing_and_heirs_are_not_found(found):
    fast, writable = writing(FastReadOnlyModelSerializer), writing(serializers.ModelSerializer)
    reading = serializer_of(
        FastReadOnlyModelSerializer,
        validate_nothing_of_the_fields=print,
        to_representation=lambda self, instance: {},
    )
    reading.Meta.fields, reading.Meta.validators = ("name",), []
    mixed = type("Mixed", (FastReadOnlyMixin, writable), {})
    heir = type("Heir", (fast,), {})

    for cls in (reading, writable, mixed, read_only(writable), heir):
        assert found("H303", cls) == [], cls
    assert len(found("H303", fast)) == 1
