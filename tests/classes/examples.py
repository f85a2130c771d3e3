"""A serializer class in both of its read-only forms, and one that nests itself."""

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


def tree():
    """Return a class of DRF's that nests itself, and one that nests it."""

    class Tree(Serializer):
        name = serializers.CharField()

    class Owner(Serializer):
        trees = Tree(many=True)

    Tree._declared_fields["branches"] = Tree(many=True, required=False)
    Tree._declared_fields["owner"] = Owner(required=False)
    return Tree
