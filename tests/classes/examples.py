"""A serializer class, plain and read-only."""

from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer
from tests.overrides.fields import Shouted


class Inner(Serializer):
    size = serializers.IntegerField()


def declared(base):
    class ExampleSerializer(base):
        name = serializers.CharField()
        made = serializers.DateTimeField(help_text="When")
        shouted = Shouted(source="name", read_only=True)
        extra = serializers.JSONField(default=None)
        secret = serializers.CharField(write_only=True, required=False, initial="?")
        inner = Inner(source="*", read_only=True)
        rows = Inner(many=True, default=[])

    return ExampleSerializer


class Plain(declared(Serializer)):
    """A class that pickle finds by its name."""


class Fast(declared(FastReadOnlySerializer)):
    """The same class on the fast base."""
