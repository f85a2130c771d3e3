"""Serializers of a project, which its views share."""

from __future__ import annotations

from rest_framework import serializers

from tests.models import Country, Publisher, Tag
from tests.relations.serializers import serializer_of


class PublisherSerializer(serializers.ModelSerializer):
    country = serializer_of(serializers.ModelSerializer, Country, ["id", "name"])(read_only=True)

    class Meta:
        model = Publisher
        fields = ("id", "name", "code", "country")


class TagSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ("id", "label")
