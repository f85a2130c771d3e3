"""`list`: serializers that functions make by hand, in methods, views and services."""

import pytest
from rest_framework import serializers
from rest_framework.views import APIView

from fastserializers import FastSerializerMixin
from tests import models
from tests.commands.calls import command, document


class TagSerializer(serializers.ModelSerializer):
    class Meta:
        model = models.Tag
        fields = ("id", "label")


class FastTagSerializer(FastSerializerMixin, TagSerializer): ...


class GivenData(TagSerializer): ...


class Nested(TagSerializer): ...


class OfTags:
    model = models.Tag
    fields = ("id",)


# Has the module of REST framework's metaclass.
MadeByType = type("MadeByType", (serializers.ModelSerializer,), {"Meta": OfTags})


class KeyOfATag(APIView):
    def get(self, request):
        return MadeByType(models.Tag.objects.first()).data


class Tagged(serializers.Serializer):
    first = serializers.SerializerMethodField()
    fast = serializers.SerializerMethodField()

    def get_first(self, row):
        return TagSerializer(row.tags.first(), context=self.context).data

    def get_fast(self, row):
        return FastTagSerializer(instance=row.tags.first()).data

    def get_fields(self):
        return {**super().get_fields(), "nested": Nested(many=True)}


class Tags(APIView):
    def get(self, request):
        from tests.commands import test_made_by_hand as there

        return there.TagSerializer(models.Tag.objects.all(), many=True).data

    def post(self, request):
        return GivenData(None, data=request.data), GivenData(data=request.data)


@pytest.fixture
def listed(settings):
    """Return what `list` says of the serializers of this module, by their names."""
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [__name__]}
    items = document("list")["serializers"]
    return {item["serializer"].rpartition(".")[2]: item for item in items}


def test_the_functions_that_make_a_serializer_of_an_instance_are_named(listed):
    assert listed["TagSerializer"]["by_hand"] == [
        f"{__name__}.Tagged.get_first",
        f"{__name__}.Tags.get",
    ]
    assert listed["MadeByType"]["by_hand"] == [f"{__name__}.KeyOfATag.get"]


@pytest.mark.parametrize("name", ["GivenData", "Nested"])
def test_one_that_validates_or_is_nested_is_not_made_by_hand(listed, name):
    assert listed[name]["by_hand"] == []


def test_the_table_says_that_the_caller_decides_how_it_reads(settings):
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [__name__]}
    lines = command("list").splitlines()
    [line] = [line for line in lines if line.endswith(f"{__name__}.TagSerializer")]
    assert line.startswith("caller")
    # Its class decides.
    [line] = [line for line in lines if line.endswith(f"{__name__}.FastTagSerializer")]
    assert line.startswith("class")
