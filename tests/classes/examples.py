"""A serializer class in both of its read-only forms, and one that chooses its fields."""

from __future__ import annotations

import re

from rest_framework import serializers
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer, read_only


class Plain(Serializer):
    name = serializers.CharField()
    made = serializers.DateTimeField(help_text="When")
    extra = serializers.JSONField(default=None)
    secret = serializers.CharField(write_only=True, required=False, initial="?")

    class Inner(Serializer):
        size = serializers.IntegerField()

    inner = Inner(source="*", read_only=True)
    rows = Inner(many=True, default=[])


class Fast(FastReadOnlySerializer):
    name = serializers.CharField()
    made = serializers.DateTimeField(help_text="When")
    extra = serializers.JSONField(default=None)
    secret = serializers.CharField(write_only=True, required=False, initial="?")
    inner = Plain.Inner(source="*", read_only=True)
    rows = Plain.Inner(many=True, default=[])


FORMS = {"base": lambda: Fast, "read_only": lambda: read_only(Plain)}


def renamed(text):
    return re.sub(r"\bFast\b", "Plain", text)


def tree():
    """Return a class of DRF's that nests itself, and one that nests it."""

    class Tree(Serializer):
        name = serializers.CharField()

    class Owner(Serializer):
        trees = Tree(many=True)

    Tree._declared_fields["branches"] = Tree(many=True, required=False)
    Tree._declared_fields["owner"] = Owner(required=False)
    return Tree
