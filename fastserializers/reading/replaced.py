"""The attributes of REST framework's classes that are replaced, in one table.

Each replacement asks whether the serializer reads fast. If it does not, the replacement calls the
attribute that it has replaced, at 0.1 µs. The attributes are replaced when a mixin is imported, or
by `AppConfig.ready()` for the setting `EVERYWHERE`: most commands of a project never import REST
framework's serializers.

An attribute that another package or `mock.patch` has replaced before stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

from django.conf import settings
from django.core import checks
from rest_framework.serializers import ListSerializer, ModelSerializer, Serializer
from rest_framework.utils.serializer_helpers import BindingDict

from fastserializers.conf import app_missing
from fastserializers.reading.class_plan import MARK, class_state
from fastserializers.reading.decision import UNPLANNED, Decision, ReadBy, log_why_drf_reads
from fastserializers.reading.hooks import SET_ON_SERIALIZER
from fastserializers.reading.lazy_fields import FieldsOnDemand
from fastserializers.reading.lists import read_list
from fastserializers.reading.objects import read_object
from fastserializers.reading.state import READ_BY_DRF, state_of
from fastserializers.recorder import recorder_now
from fastserializers.runtime.overrides import is_code_of
from fastserializers.switch import drf_reads


class Fields:
    """`Serializer.fields`, each made when it is asked for; or those of REST framework."""

    def __init__(self, by_drf: Any) -> None:
        self.by_drf = by_drf

    def __get__(self, serializer: Any, owner: object = None) -> Any:
        if serializer is None:
            return self
        if state_of(serializer) is None:
            return self.by_drf.__get__(serializer)
        fields = made = serializer.get_fields()
        if type(made) is FieldsOnDemand and made.serializer is serializer:
            made.bind()
        else:
            # As REST framework's `fields` does.
            fields = BindingDict(serializer)
            for name, field in made.items():
                fields[name] = field
        serializer.__dict__["fields"] = fields
        return fields


def getting_fields(by_drf: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def get_fields(self: Any) -> Any:
        state = state_of(self)
        if state is None or drf_reads() or not SET_ON_SERIALIZER.isdisjoint(self.__dict__):
            return by_drf(self)
        plan = state.plan_for(self)
        if plan is None or plan.recipe is None:
            return by_drf(self)
        return FieldsOnDemand(self, plan.recipe)

    return get_fields


def reading_one(by_drf: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def to_representation(self: Any, instance: Any) -> Any:
        recorder, state = recorder_now(), self.__dict__.get(MARK)
        if recorder is None and state is READ_BY_DRF:
            return by_drf(self, instance)
        if state is not None and state.represent_row is not None:
            return state.represent_row(self, instance, by_drf)
        if recorder is not None and recorder.begins(self):
            return recorder.read("object", self, instance, to_representation)
        decided, output = read_object(self, instance, by_drf)
        if recorder is not None:
            recorder.note(self, decided.reader.name, decided.why)
        if decided.reader is ReadBy.DRF:
            drf_has_read(type(self), decided, 1)
        return output

    return to_representation


def drf_has_read(cls: type, decided: Decision, rows: int) -> None:
    """Count the rows of a class that has no plan yet, and log why REST framework has read them."""
    if decided is UNPLANNED:
        class_state(cls).rows += rows
    log_why_drf_reads(cls, decided)


def reading_many(by_drf: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def to_representation(self: Any, data: Any) -> Any:
        recorder = recorder_now()
        # Of an empty list, neither code makes anything.
        is_empty = type(data) is list and not data
        if recorder is None and (is_empty or self.child.__dict__.get(MARK) is READ_BY_DRF):
            return by_drf(self, data)
        if recorder is not None and recorder.begins(self):
            return recorder.read("list", self, data, to_representation)
        decided, output = read_list(self, data, by_drf)
        if recorder is not None:
            recorder.note(self, decided.reader.name, decided.why)
        if decided.reader is ReadBy.DRF:
            drf_has_read(type(self.child), decided, len(output))
        return output

    return to_representation


def paginating(by_drf: Callable[..., Any]) -> Callable[..., Any]:
    from fastserializers.reading.pages import read_page

    def paginate_queryset(self: Any, queryset: Any, request: Any, view: Any = None) -> Any:
        return read_page(self, queryset, view, lambda rows: by_drf(self, rows, request, view=view))

    return paginate_queryset


Replacement = tuple[type, str, Callable[[Any], Any]]
"""A class of REST framework, the name of its attribute, and what makes the replacement."""

SERIALIZERS: tuple[Replacement, ...] = (
    (Serializer, "fields", Fields),
    (Serializer, "get_fields", getting_fields),
    (ModelSerializer, "get_fields", getting_fields),
    (Serializer, "to_representation", reading_one),
    (ListSerializer, "to_representation", reading_many),
)


def paginators() -> Iterator[Replacement]:
    """Yield the replacements of paginators, whose module reads Django's settings."""
    from rest_framework import pagination

    for name in ("PageNumberPagination", "LimitOffsetPagination", "CursorPagination"):
        yield getattr(pagination, name), "paginate_queryset", paginating


# `AppConfig.ready()` registers the other checks, and does not run without the app.
checks.register(app_missing, "serializers")

replacing = Lock()


def replace() -> None:
    """Replace the attributes that are still REST framework's own, once per process."""
    with replacing:
        for cls, name, make in (*SERIALIZERS, *(paginators() if settings.configured else ())):
            before = vars(cls)[name]
            if is_code_of({"rest_framework"}, before):
                attribute = make(before)
                attribute.__doc__ = before.__doc__
                setattr(cls, name, attribute)
