"""The serializer classes of a project."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rest_framework.serializers import BaseSerializer, ListSerializer, ModelSerializer

from fastserializers.project.modules import is_first_party
from fastserializers.runtime.drf_types import SerializerClass as SerializerClass
from fastserializers.runtime.overrides import SHIPPED_PACKAGES


def serializer_classes(*, third_party: bool = False) -> list[SerializerClass]:
    """Return the serializer classes of the project, sorted by module and name.

    `third_party` adds the classes of installed packages. Left out are classes of DRF and of this
    library, list serializers, and model serializers without a model, which are bases of others.
    """
    return sorted(
        (
            serializer
            # A dict keeps the order: of two classes with one name, the first stays first.
            for serializer in dict.fromkeys(subclasses(BaseSerializer))
            if is_concrete(serializer)
            and (third_party or is_first_party(defining_module(serializer)))
        ),
        key=lambda serializer: (serializer.__module__, serializer.__qualname__),
    )


def subclasses(cls: Any) -> Iterator[Any]:
    for subclass in cls.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def is_concrete(serializer: SerializerClass) -> bool:
    if (
        issubclass(serializer, ListSerializer)
        or defining_module(serializer).partition(".")[0] in SHIPPED_PACKAGES
    ):
        return False
    return not issubclass(serializer, ModelSerializer) or model_of(serializer) is not None


def model_of(serializer: SerializerClass) -> Any:
    """Return `Meta.model` of a serializer class; None if it has none."""
    try:
        return getattr(getattr(serializer, "Meta", None), "model", None)
    except Exception:
        return None


def defining_module(serializer: type) -> str:
    """Return the module of a serializer class.

    `type()` gives a class the module of DRF's metaclass. Its `Meta` has the module.
    """
    module = serializer.__module__
    if module.partition(".")[0] in SHIPPED_PACKAGES:
        meta = vars(serializer).get("Meta")
        return meta.__module__ if isinstance(meta, type) else module
    return module


def nested_serializers(serializer: SerializerClass) -> list[SerializerClass]:
    """Return the serializers that the declared fields of a class nest, in lists and dicts too."""
    fields = map(innermost, getattr(serializer, "_declared_fields", {}).values())
    return [type(field) for field in fields if isinstance(field, BaseSerializer)]


def innermost(field: Any) -> Any:
    """Return the field of the innermost items of a list or a dict; any other field unchanged."""
    while getattr(field, "child", None) is not None:
        field = field.child
    return field


def without_list(field: Any) -> Any:
    """Return the serializer of the items of a list; any other field is returned unchanged."""
    return field.child if isinstance(field, ListSerializer) else field
