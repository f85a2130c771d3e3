"""The mark that makes a serializer read fast: a view's, its class's, or the project's for all.

A serializer has none until it is first asked for, and then a `SerializerState`, under `MARK`.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, NamedTuple

from rest_framework.fields import empty
from rest_framework.serializers import BaseSerializer

from fastserializers.compiler.function import CompiledPlan
from fastserializers.conf import reads_everywhere
from fastserializers.plans.fields_snapshot import FieldsSnapshot
from fastserializers.plans.switch import reader
from fastserializers.plans.versions import ClassPlan, Version
from fastserializers.runtime.drf_types import AnySerializer

MARK = "_fastserializers"
"""The one attribute of this library: on a class its `ClassState`, on a serializer its state."""


class OpenList(NamedTuple):
    """A list that reads its rows one by one now, as the serializer of each row knows it."""

    context: Any = None
    """The context of generated functions."""
    rows: Any = None
    """The `RowsOfInstances` that a project's code represents."""


LEFT = OpenList()
"""A list that REST framework reads, which was decided for all of its rows."""


class SerializerState:
    """The state of one serializer."""

    # Set on the class, they cost nothing for one object.
    reads_fast = True
    """Whether it reads fast; False of `READ_BY_DRF` alone."""
    class_plan: ClassPlan | None = None
    """That of its class when it first read: REST framework makes the fields once, too."""
    fields_plan: CompiledPlan | None = None
    """The plan of the fields that it has itself."""
    snapshot: FieldsSnapshot | None = None
    """The state of these fields when that plan was made; None after the first plan."""
    changes = 0
    """How often these fields have changed while a list was read by them."""
    version: Version | None = None
    """The version of its class when it first read, which counts the rows."""
    open_list: OpenList | None = None
    """The list that reads its rows by the serializer now; None where there is none."""

    def __reduce__(self) -> str | tuple[type[SerializerState], tuple[()]]:
        # A serializer that is pickled leaves its plans behind.
        return (SerializerState, ()) if self.reads_fast else "READ_BY_DRF"


READ_BY_DRF = SerializerState()
"""The state of all serializers that REST framework reads."""
READ_BY_DRF.reads_fast = False
READ_BY_DRF.open_list = LEFT


class ReadsFast:
    # A base of the views that read fast, and of the serializer classes that do whatever uses them.
    # It has no docstring: drf-spectacular would show that as the description of a project's view.
    pass


# Whether a serializer reads fast.

marking: ContextVar[bool] = ContextVar("marking", default=False)
"""Whether the view that makes a serializer now reads by it."""


def state_of(serializer: AnySerializer) -> SerializerState | None:
    """Return the state of a serializer that reads fast; None where REST framework reads it.

    It is decided when it is first asked: REST framework reads many a serializer once a row.
    """
    own = serializer.__dict__
    if MARK not in own:
        own[MARK] = SerializerState() if reads_fast(serializer) else READ_BY_DRF
    state: SerializerState = own[MARK]
    return state if state.reads_fast else None


def mark(serializer: BaseSerializer[Any]) -> None:
    """Let a serializer read fast, and the serializer of each item where it is one of a list.

    One that was given `data=` stays REST framework's.
    """
    for each in (serializer, serializer.__dict__.get("child")):
        own: Any = vars(each) if isinstance(each, BaseSerializer) else {"initial_data": None}
        if "initial_data" not in own and not own.get(MARK, READ_BY_DRF).reads_fast:
            own[MARK] = SerializerState()


def reads_fast(serializer: AnySerializer) -> bool:
    """Return whether a serializer that has no mark reads fast.

    Its class decides, a serializer that nests it, the view that makes it, or the setting.
    """
    if isinstance(serializer, ReadsFast):
        return "initial_data" not in serializer.__dict__
    root, parent = serializer, serializer.__dict__.get("parent")
    while parent is not None:
        root, parent = parent, parent.__dict__.get("parent")
        if MARK in root.__dict__:
            return bool(root.__dict__[MARK].reads_fast)
    if "initial_data" in root.__dict__ or has_data(root):
        return False
    return reads_everywhere() or marking.get() or reader.get() == "fast"


def has_data(serializer: AnySerializer) -> bool:
    """Return whether a serializer whose `__init__()` is still running is given `data=`."""
    state = serializer.__dict__
    arguments, options = state.get("_args", ()), state.get("_kwargs", {})
    return (arguments[1] if len(arguments) > 1 else options.get("data", empty)) is not empty
