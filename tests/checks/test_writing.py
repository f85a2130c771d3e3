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


def test_a_fast_serializer_that_reads_is_not_found(found):
    class Fast(FastReadOnlyModelSerializer):
        class Meta:
            model = Publisher
            fields = ("name",)
            validators = []

        def validate_nothing_of_the_fields(self): ...

        def to_representation(self, instance):
            return super().to_representation(instance)

    assert found("H303", Fast) == []


def writing(base):
    cls = serializer_of(base)
    cls.create = cls.save = cls.validate = cls.validate_id = lambda self, data: None
    return cls


def test_a_writable_base_keeps_what_it_writes_with(found):
    writable = writing(serializers.ModelSerializer)

    class Fast(FastReadOnlyMixin, writable):
        pass

    for cls in (writable, Fast, read_only(writable)):
        assert found("H303", cls) == [], cls


def test_heirs_of_a_fast_serializer_are_not_told_again(found):
    fast = writing(FastReadOnlyModelSerializer)

    class Heir(fast):
        pass

    assert len(found("H303", fast)) == 1
    assert found("H303", Heir) == []
