"""A serializer whose `__getattribute__()` hides or computes attributes is REST framework's."""

import pytest
from rest_framework import serializers


class AnotherRepresentation:
    def __getattribute__(self, name):
        if name == "to_representation":
            return self.represented
        return super().__getattribute__(name)

    def represented(self, instance):
        return {"another": instance["name"]}


class AnotherContext:
    def __getattribute__(self, name):
        return {"mark": "another"} if name == "context" else super().__getattribute__(name)


def class_with(own, base):
    class ExampleSerializer(own, base):
        name = serializers.CharField()
        label = serializers.SerializerMethodField()

        def get_label(self, instance):
            return instance["name"], self.context.get("mark")

    return ExampleSerializer


@pytest.mark.parametrize("own", [AnotherRepresentation, AnotherContext])
def test_alone_and_nested(agree, own):
    def outer(base):
        class OuterSerializer(base):
            inner = class_with(own, base)()
            rows = class_with(own, base)(many=True)

        return OuterSerializer

    thing = {"name": "n"}
    agree(lambda base: class_with(own, base), thing, contexts=(None, {"mark": "given"}))
    agree(outer, {"inner": thing, "rows": [thing]})
