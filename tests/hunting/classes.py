"""Serializer classes of a shape: on DRF's own bases, and those that should do the same."""

from hypothesis import reject
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin
from tests.differential import FAST_BASES, made_fast
from tests.hunting.descriptions import ByHand, Method, Nested, made
from tests.hunting.models import MODELS
from tests.hunting.overriding import METHODS, OVERRIDES

# Whether a serializer is fast, and whether those nested in it are.
MIXTURES = {
    "fast": (True, True),
    "fast with DRF's own inside": (True, False),
    "DRF's own with fast inside": (False, True),
}


def classes_of(shape):
    """Return the class of a shape on DRF's own bases, and by name what should do the same."""
    try:
        reference = serializer_class(shape, is_fast=False, inside=False)
    except Exception:
        # Some fields can't be made.
        reject()
    has_nested = any(isinstance(field, Nested | ByHand) for field in shape.fields.values())
    variants = {
        name: serializer_class(shape, is_fast, inside)
        for name, (is_fast, inside) in MIXTURES.items()
        if has_nested or name == "fast"
    }
    return reference, {**variants, "the mixin before it": made_fast(reference)}


def serializer_class(shape, is_fast, inside):
    attributes = {}
    for name, field in shape.fields.items():
        attributes[name] = serializers.SerializerMethodField()
        if isinstance(field, Method):
            attributes[f"get_{name}"] = METHODS[field.does]
        elif isinstance(field, ByHand):
            nested = serializer_class(field.shape, inside, inside)
            attributes[f"get_{name}"] = by_hand(nested, field)
        elif isinstance(field, Nested):
            nested = serializer_class(field.shape, inside, inside)
            attributes[name] = nested(**made(field.options))
        else:
            attributes[name] = made(field)
    if shape.meta:
        attributes["Meta"] = type("Meta", (), {**shape.meta, "model": MODELS[shape.meta["model"]]})
    base = getattr(serializers, shape.base)
    bases = [base]
    if is_fast:
        bases = [FAST_BASES[base]] if base in FAST_BASES else [FastReadOnlyMixin, base]
    if shape.overrides:
        bases.insert(0, OVERRIDES[shape.overrides])
    return type(base)("ExampleSerializer", tuple(bases), attributes)


def by_hand(serializer_class, field):
    """Return a method that represents what a relation leads to by a serializer of its own."""

    def method(self, instance):
        related = getattr(instance, field.relation)
        if related is None:
            return None
        source = related.all() if field.many else related
        return serializer_class(source, many=field.many, context=self.context).data

    return method
