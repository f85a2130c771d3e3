"""Serializers of a project, which its views share."""

from rest_framework import serializers

from tests.models import Country, Publisher, Tag


class CountrySerializer(serializers.ModelSerializer):
    class Meta:
        model = Country
        fields = ("id", "name")


class PublisherSerializer(serializers.ModelSerializer):
    country = CountrySerializer(read_only=True)

    class Meta:
        model = Publisher
        fields = ("id", "name", "code", "country")


class TagSerializer(serializers.ModelSerializer):
    class Meta:
        model = Tag
        fields = ("id", "label")
