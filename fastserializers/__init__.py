"""Serializers for Django REST framework that read at the price of hand-written code."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # What editors and type checkers see: the types are those of REST framework's own classes, an
    # override in a project included. The classes themselves have no docstring, for schema
    # generators show that of the nearest base class as the description of every serializer.
    from typing import Any

    from django.db.models import Model
    from rest_framework.serializers import BaseSerializer, ModelSerializer, Serializer
    from typing_extensions import TypeVar

    from fastserializers.views import FastReadMixin

    Instance = TypeVar("Instance", default=Any)
    ModelInstance = TypeVar("ModelInstance", bound=Model, default=Any)

    class FastSerializerMixin(BaseSerializer[Instance]):
        """Makes the serializer class that follows it among the bases read fast.

        `.data` and `to_representation()` return what REST framework's own return, value for value
        and type for type, and call whatever the project overrides. Validating and saving are
        REST framework's.
        """

    class FastReadOnlyMixin(FastSerializerMixin[Instance]):
        """Makes the serializer class that follows it among the bases read fast, and only read.

        It is `FastSerializerMixin` whose serializers raise `ReadOnlySerializerError` when they are
        to validate or to save.
        """

    class FastReadOnlySerializer(FastReadOnlyMixin[Instance], Serializer[Instance]):
        """`rest_framework.serializers.Serializer`, read-only and fast.

        Give it as the base of a serializer that only reads. `.data` is REST framework's, value for
        value and type for type; validating and saving raise `ReadOnlySerializerError`.
        """

    class FastReadOnlyModelSerializer(
        FastReadOnlyMixin[ModelInstance], ModelSerializer[ModelInstance]
    ):
        """`rest_framework.serializers.ModelSerializer`, read-only and fast.

        Give it as the base of a serializer that only reads: nothing else in the class changes.
        `.data` is REST framework's, value for value and type for type; validating and saving raise
        `ReadOnlySerializerError`.
        """

else:
    MODULES = {"FastReadMixin": "views"}

    # Django imports each installed app in every process. What defines no serializer is not to wait
    # for REST framework's, which take longer than the rest of `django.setup()`.

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"{__name__}.{MODULES.get(name, 'serializers')}")
        globals()[name] = value = getattr(module, name)
        return value

    def __dir__():
        return [*globals(), *__all__]


__all__ = [
    "FastReadMixin",
    "FastReadOnlyMixin",
    "FastReadOnlyModelSerializer",
    "FastReadOnlySerializer",
    "FastSerializerMixin",
]
