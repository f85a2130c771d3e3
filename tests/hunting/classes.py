"""Serializer classes of a shape."""

from hypothesis import reject
from rest_framework import serializers

from tests.hunting.descriptions import ByHand, Method, Nested, made
from tests.hunting.models import MODELS
from tests.hunting.overriding import METHODS, OVERRIDES


def class_of(shape):
    """Return the class of a shape; an example whose fields can't be made is left out."""
    try:
        return serializer_class(shape)
    except Exception:
        reject()


def serializer_class(shape):
    attributes = {}
    for name, field in shape.fields.items():
        attributes[name] = serializers.SerializerMethodField()
        if isinstance(field, Method):
            attributes[f"get_{name}"] = METHODS[field.does]
        elif isinstance(field, ByHand):
            attributes[f"get_{name}"] = by_hand(serializer_class(field.shape), field)
        elif isinstance(field, Nested):
            attributes[name] = serializer_class(field.shape)(**made(field.options))
        else:
            attributes[name] = made(field)
    if shape.meta:
        attributes["Meta"] = type("Meta", (), {**shape.meta, "model": MODELS[shape.meta["model"]]})
    base = getattr(serializers, shape.base)
    bases = (OVERRIDES[shape.overrides], base) if shape.overrides else (base,)
    return type(base)("ExampleSerializer", bases, attributes)


def by_hand(serializer_class, field):
    """Return a method that represents what a relation leads to by a serializer of its own."""

    def method(self, instance):
        related = getattr(instance, field.relation)
        if related is None:
            return None
        source = related.all() if field.many else related
        return serializer_class(source, many=field.many, context=self.context).data

    return method
