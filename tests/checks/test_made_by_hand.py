"""The check H309: serializers that are made by hand, and do not read fast."""

import pytest
from rest_framework import serializers
from rest_framework.views import APIView

from fastserializers import FastSerializerMixin
from tests import models
from tests.commands.calls import command


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
        from tests.checks import test_made_by_hand as there

        return there.TagSerializer(models.Tag.objects.all(), many=True).data

    def post(self, request):
        return GivenData(None, data=request.data), GivenData(data=request.data)


def test_a_method_that_makes_one_is_named_with_the_line_that_makes_it_fast(found):
    [message] = found("H309", TagSerializer)

    assert message.msg == (
        "TagSerializer is made by hand, and reads as REST framework does: "
        f"{__name__}.Tagged.get_first, {__name__}.Tags.get."
    )
    assert "class TagSerializer(FastSerializerMixin, serializers.ModelSerializer)" in message.hint


def test_a_class_that_type_has_made(found):
    [message] = found("H309", MadeByType)

    assert message.msg.endswith(f"reads as REST framework does: {__name__}.KeyOfATag.get.")


def test_the_list_tells_what_makes_one():
    listed = command("list")
    assert f"made by hand in: {__name__}.Tagged.get_first, {__name__}.Tags.get\n" in listed


@pytest.mark.parametrize("cls", [FastTagSerializer, GivenData, Nested])
def test_one_that_is_fast_validates_or_is_nested_is_not_found(found, cls):
    assert found("H309", cls) == []


def test_where_all_serializers_read_fast_none_is_found(found, settings):
    settings.FASTSERIALIZERS = {"EVERYWHERE": True}
    assert found("H309", TagSerializer) == []
