"""Serializers whose `__getattribute__()` gives other methods or fields than the class has."""

import pytest
from rest_framework import serializers

from tests.named import by_name


class AnotherRepresentation:
    def __getattribute__(self, name):
        if name == "to_representation":
            return lambda instance: {"another": instance["name"]}
        return super().__getattribute__(name)


class AnotherMethodOfAField:
    def __getattribute__(self, name):
        if name == "get_label":
            return lambda instance: "another label"
        return super().__getattribute__(name)


class FewerFields:
    def __getattribute__(self, name):
        found = super().__getattribute__(name)
        return list(found)[:1] if name == "_readable_fields" else found


class AnotherContext:
    def __getattribute__(self, name):
        return {"mark": "another"} if name == "context" else super().__getattribute__(name)


OWN = by_name(AnotherRepresentation, AnotherMethodOfAField, FewerFields, AnotherContext)


def class_with(own, base):
    class ExampleSerializer(own, base):
        name = serializers.CharField()
        label = serializers.SerializerMethodField()

        def get_label(self, instance):
            return instance["name"], self.context.get("mark")

    return ExampleSerializer


@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
def test_a_serializer(agree, own):
    agree(lambda base: class_with(own, base), {"name": "n"}, contexts=(None, {"mark": "given"}))


@pytest.mark.parametrize("many", [False, True], ids=["one", "many"])
@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
def test_a_nested_serializer(agree, own, many):
    def outer(base):
        class OuterSerializer(base):
            inner = class_with(own, base)(many=many)

        return OuterSerializer

    agree(outer, {"inner": [{"name": "n"}] if many else {"name": "n"}})
