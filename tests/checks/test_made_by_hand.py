"""The check H309: serializers that are made by hand, and do not read fast."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.views import APIView

from fastserializers import FastSerializerMixin
from tests import models
from tests.commands.calls import command


class TagSerializer(serializers.ModelSerializer):
    class Meta:
        model = models.Tag
        fields = ("id", "label")


FastTagSerializer, GivenData, Nested = (
    type(name, (*mixins, TagSerializer), {"__module__": __name__})
    for name, *mixins in (("Fast", FastSerializerMixin), ("GivenData",), ("Nested",))
)


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


def test_a_method_that_makes_one_is_named_with_the_line_that_makes_it_fast(found, settings):
    [message] = found("H309", TagSerializer)

    assert message.msg == (
        "TagSerializer is made by hand, and reads as REST framework does: "
        f"{__name__}.Tagged.get_first, {__name__}.Tags.get."
    )
    assert "class TagSerializer(FastSerializerMixin, serializers.ModelSerializer)" in message.hint
    listed = command("list")
    assert f"made by hand in: {__name__}.Tagged.get_first, {__name__}.Tags.get\n" in listed
    for cls in (FastTagSerializer, GivenData, Nested):
        assert found("H309", cls) == []
    settings.FASTSERIALIZERS = {"EVERYWHERE": True}
    assert found("H309", TagSerializer) == []
