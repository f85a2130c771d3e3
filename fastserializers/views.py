"""The mixin for the views of a project."""

from __future__ import annotations

from typing import Any

from rest_framework.generics import GenericAPIView
from rest_framework.serializers import BaseSerializer

from fastserializers.classes.replaced import replace
from fastserializers.conf import value_of
from fastserializers.plans.marks import ReadsFast, mark, marking
from fastserializers.plans.switch import drf_reads

# `OPTIONS` is safe, too, and describes the serializer as it is.
READING = ("GET", "HEAD")


class FastReadMixin(ReadsFast, GenericAPIView[Any]):
    """Makes the `GET` requests of a generic view or viewset return the same output in less time.

    Put it first among the bases of the base view of a project:

        class BaseViewSet(FastReadMixin, viewsets.ModelViewSet):
            pass

    For `GET` and `HEAD`, the serializer that `get_serializer()` returns reads fast, by compiled
    code, and a page is read as rows, whose instances are made when the project's code asks for
    them.

    Everything else stays: the output, the serializer classes, and all methods that the project
    overrides, which are called as ever. What writes, validates or describes is REST framework's:
    other methods, `OPTIONS`, forms, schemas, a serializer that was given `data=`.

    `FASTSERIALIZERS = {"ENABLED": False}` makes the mixin do nothing.
    """

    def get_serializer(self, *args: Any, **kwargs: Any) -> BaseSerializer[Any]:
        """Return DRF's serializer; where the view reads, one that reads fast."""
        if is_asked_by_a_schema(self, super().get_serializer, kwargs):
            return self.get_serializer_class()(*args, **kwargs)
        method = getattr(getattr(self, "request", None), "method", None)
        if method not in READING or drf_reads():
            return super().get_serializer(*args, **kwargs)
        # The mark is there before `__init__()` of the project's looks at the fields.
        token = marking.set(True)
        try:
            serializer = super().get_serializer(*args, **kwargs)
        finally:
            marking.reset(token)
        # A view may give something else, such as None.
        if isinstance(serializer, BaseSerializer):
            mark(serializer)
        return serializer


if value_of("ENABLED"):
    replace()


class FalsyDocstring(str):
    """A docstring that `help()` prints, and that drf-spectacular takes for an empty one.

    drf-spectacular 0.30 shows the first docstring that is not empty among the bases of a view as
    the description of its endpoints.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


FastReadMixin.__doc__ = FalsyDocstring(FastReadMixin.__doc__ or "")


def is_asked_by_a_schema(view: object, get_serializer: object, kwargs: dict[str, Any]) -> bool:
    """Return whether drf-spectacular asks, which makes the serializer where DRF's method would."""
    is_drf = getattr(get_serializer, "__func__", None) is GenericAPIView.get_serializer
    return is_drf and "context" in kwargs and getattr(view, "swagger_fake_view", False) is True
