"""Serializer classes of a shape: on DRF's own bases, and those that should do the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from hypothesis import reject
from rest_framework import serializers

from fastserializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
    read_only,
)
from tests.hunting.changing import PATCHES
from tests.hunting.descriptions import ByHand, Method, Nested
from tests.hunting.models import MODELS
from tests.hunting.overriding import METHODS, OVERRIDES, PREPARATIONS
from tests.hunting.things import made

PLAIN = {
    "Serializer": (serializers.Serializer,),
    "ModelSerializer": (serializers.ModelSerializer,),
    "HyperlinkedModelSerializer": (serializers.HyperlinkedModelSerializer,),
}
FAST = {
    "Serializer": (FastReadOnlySerializer,),
    "ModelSerializer": (FastReadOnlyModelSerializer,),
    "HyperlinkedModelSerializer": (FastReadOnlyMixin, serializers.HyperlinkedModelSerializer),
}

# The bases of a serializer, and of those that are nested in it.
MIXTURES = {
    "fast": (FAST, FAST),
    "fast with DRF's own inside": (FAST, PLAIN),
    "DRF's own with fast inside": (PLAIN, FAST),
}


class Classes(NamedTuple):
    reference: Any
    variants: dict[str, Any]
    """By name those that should represent the same."""
    patches: list[Callable[[], None]]

    def patch(self):
        for patch in self.patches:
            patch()


def classes_of(shape):
    """Return the classes of a shape; what they are to be patched with is not done yet."""
    patches: list[Callable[[], None]] = []
    try:
        reference = serializer_class(shape, PLAIN, PLAIN, patches)
    except Exception:
        # Some fields can't be made, and some classes can't be ordered.
        reject()
    has_nested = any(isinstance(field, Nested | ByHand) for field in shape.fields.values())
    variants = {
        name: serializer_class(shape, own, inside, patches)
        for name, (own, inside) in MIXTURES.items()
        if has_nested or name == "fast"
    }
    if shape.layers:
        variants["the mixin before it"] = type(reference)(
            "ExampleSerializer", (FastReadOnlyMixin, reference), {}
        )
    return Classes(reference, {**variants, "read_only()": read_only(reference)}, patches)


def serializer_class(shape, own, inside, patches):
    attributes = {}
    for name, field in shape.fields.items():
        if isinstance(field, Method):
            attributes[name] = serializers.SerializerMethodField()
            attributes[f"get_{name}"] = METHODS[field.does]
        elif isinstance(field, ByHand):
            nested = serializer_class(field.shape, inside, inside, patches)
            attributes[name] = serializers.SerializerMethodField()
            attributes[f"get_{name}"] = by_hand(nested, field)
        elif isinstance(field, Nested):
            nested = serializer_class(field.shape, inside, inside, patches)
            attributes[name] = nested(**made(field.options))
        else:
            attributes[name] = made(field)
    if shape.meta:
        attributes["Meta"] = type("Meta", (), {**shape.meta, "model": MODELS[shape.meta["model"]]})
    overrides = (OVERRIDES[shape.overrides],) if shape.overrides else ()
    bases = (*overrides, *(bases_behind(shape, own, patches) if shape.layers else own[shape.base]))
    return type(serializers.Serializer)("ExampleSerializer", bases, attributes)


def by_hand(serializer_class, field):
    """Return a method that represents what a relation leads to by a serializer of its own."""

    def method(self, instance):
        related = getattr(instance, field.relation)
        if related is None:
            return None
        source, options = (related.all(), {"many": True}) if field.many else (related, {})
        made = serializer_class(source, context=self.context, **options)
        for name in field.preparations:
            PREPARATIONS[name](getattr(made, "child", made))
        return made.data

    return method


def bases_behind(shape, own, patches):
    """Return the last class of the layers of a shape, with the mixin before it if that is due."""
    classes = layer_classes(shape, with_mixin=own is FAST)
    last = classes[-1]
    if own is FAST and not in_same_order(layer_classes(shape, with_mixin=False)[-1], last):
        reject()
    for layer, cls in zip(shape.layers, classes, strict=True):
        if layer.patch is not None:
            patches.append(partial(PATCHES[layer.patch], cls))
    return (FastReadOnlyMixin, last) if own is FAST and not is_fast(last) else (last,)


def layer_classes(shape, *, with_mixin):
    classes = []
    for number, layer in enumerate(shape.layers):
        bases = layer_bases(layer, classes, PLAIN[shape.base], with_mixin=with_mixin)
        classes.append(type(serializers.Serializer)(f"Layer{number}", bases, {}))
    return classes


def layer_bases(layer, classes, plain, *, with_mixin):
    overrides = (OVERRIDES[layer.overrides],) if layer.overrides else ()
    bases = (*overrides, *(tuple(classes[number] for number in layer.bases) or plain))
    if with_mixin and layer.is_fast and not any(map(is_fast, bases)):
        return (FastReadOnlyMixin, *bases)
    return bases


def is_fast(cls):
    return issubclass(cls, FastReadOnlyMixin)


def in_same_order(reference, fast):
    """Return whether Python asks the classes behind both in the same order."""
    return names_behind(reference) == names_behind(fast)


def names_behind(cls):
    return [
        base.__name__
        for base in cls.__mro__
        if base.__module__.partition(".")[0] != "fastserializers"
    ]
