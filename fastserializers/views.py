"""The mixin for the views of a project, and `reading_fast()` for all other code."""

from __future__ import annotations

from collections.abc import Coroutine
from inspect import iscoroutine
from typing import TYPE_CHECKING, Any

from rest_framework.views import APIView

from fastserializers.conf import value_of
from fastserializers.names import path_of
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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if type(self) is FastReadMixin:
            raise TypeError(why_no_decorator(*args))
        super().__init__(*args, **kwargs)

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
    if issubclass(cls, APIView):
        return
    for attribute, kind in OTHER_KINDS.items():
        if hasattr(cls, attribute):
            raise TypeError(
                f"FastReadMixin is for views of REST framework. {cls.__qualname__} is {kind}."
            )


# Attributes that no view of REST framework has, or that Django's views have as well.
OTHER_KINDS = {
    "to_representation": (
        "a serializer: put fastserializers.FastSerializerMixin among its bases instead"
    ),
    "http_method_names": (
        "a view of Django: read inside `with reading_fast():`, or let it inherit from a view such "
        "as rest_framework.generics.ListAPIView"
    ),
}


def why_no_decorator(decorated: Any = None, *args: Any) -> str:
    """Return what to write in the place of `@FastReadMixin`."""
    if isinstance(decorated, type):
        return (
            f"FastReadMixin is no decorator: name it first among the bases of "
            f"{path_of(decorated)}."
        )
    if callable(decorated):
        return (
            f"FastReadMixin is for classes. Write @reading_fast() directly above the function "
            f"{path_of(decorated)}, below @api_view() if there is one."
        )
    return "FastReadMixin is no view: name it first among the bases of a view."
