"""The mixin for the views of a project, and `reading_fast()` for all other code."""

from __future__ import annotations

from collections.abc import Coroutine
from inspect import iscoroutine
from typing import TYPE_CHECKING, Any

from rest_framework.views import APIView

from fastserializers.conf import value_of
from fastserializers.reading.replaced import replace
from fastserializers.switch import reading_fast

__all__ = ["FastReadMixin", "reading_fast"]

# `OPTIONS` is safe, too, but the response describes the fields as they are for writing.
READING = ("GET", "HEAD")

if value_of("ENABLED"):
    replace()


if TYPE_CHECKING:
    Base = APIView
else:
    Base = object


class FastReadMixin(Base):
    # Everything that is read while `dispatch()` handles a `GET` or `HEAD` request reads fast. Put
    # it first among the bases of the base view of a project. What is rendered afterwards, such as
    # the forms of the browsable API, is REST framework's.
    #
    # It has no docstring: drf-spectacular shows that of the nearest base class as the description
    # of an endpoint.

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_no_view(cls)

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        if request.method not in READING:
            return super().dispatch(request, *args, **kwargs)
        with reading_fast():
            response: Any = super().dispatch(request, *args, **kwargs)
        return read_fast(response) if iscoroutine(response) else response


async def read_fast(response: Coroutine[Any, Any, Any]) -> Any:
    """Await the response of an async view, which has not begun to read."""
    with reading_fast():
        return await response


def refuse_no_view(cls: type) -> None:
    """Raise `TypeError` for a class with the mixin that is no view, or whose view comes first."""
    before = cls.__mro__[1 : cls.__mro__.index(FastReadMixin)]
    if APIView in before:
        raise TypeError(
            f"{cls.__qualname__} handles requests before FastReadMixin does: name FastReadMixin "
            f"before {before[0].__name__} among its bases."
        )
    if not issubclass(cls, APIView) and any(hasattr(cls, name) for name in NO_VIEW):
        raise TypeError(
            f"FastReadMixin is for views of REST framework, and {cls.__qualname__} is none: put "
            f"fastserializers.FastSerializerMixin among the bases of a serializer."
        )


# What serializers have, and Django's views, which have no serializers.
NO_VIEW = ("to_representation", "http_method_names")
