"""DRF's serializer classes, reading through compiled plans. What is known is in `lifecycle/`."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from rest_framework import serializers
from rest_framework.fields import Field, empty
from rest_framework.serializers import BaseSerializer, ModelSerializer, Serializer
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from fastserializers.exceptions import ReadOnlySerializerError
from fastserializers.later import later
from fastserializers.lean import LEAN, STATE, Unset, lean_list, may_be_lean_list
from fastserializers.lifecycle.readings import (
    OWN_PLANS,
    OwnPlans,
    Reading,
    class_plan,
    is_as_its_class,
    is_fast,
    is_first,
    is_short,
    leave_first,
)
from fastserializers.likeness import likeness, set_real_class, stands_for
from fastserializers.overrides import keep_as_stock, overrides, overrides_behind, overrides_itself
from fastserializers.runtime.places import FIELDS_ALONE
from fastserializers.switch import switch

if TYPE_CHECKING:
    from fastserializers import lists, verification
    from fastserializers.lifecycle import alone, in_use, plans
    from fastserializers.lifecycle import rows as rows_of_plan
    from fastserializers.runtime import zones
else:
    alone = later("fastserializers.lifecycle.alone")
    in_use = later("fastserializers.lifecycle.in_use")
    lists = later("fastserializers.lists")
    plans = later("fastserializers.lifecycle.plans")
    rows_of_plan = later("fastserializers.lifecycle.rows")
    verification = later("fastserializers.verification")
    zones = later("fastserializers.runtime.zones")

# With one of these there is something else to give than what the instance is represented by.
NO_DATA = frozenset({"initial_data", "_errors"})

new_return_dict = ReturnDict.__new__


class Fields:
    """The fields that what stands behind the mixin has: kept by it, or made each time anew."""

    def __get__(self, serializer: Any, owner: Any = None) -> Any:
        if serializer is None:
            return self
        behind: Any = super(FastReadOnlyMixin, serializer)
        if FIELDS_ALONE not in serializer.__dict__:
            return behind.fields
        return alone.all_made(serializer, lambda: behind.fields)


# None of these three has a docstring: schema generators show that of the nearest base class as
# the description of every serializer that has none of its own.


class FastReadOnlyMixin(BaseSerializer[Any], Unset):
    # Makes the serializer class that follows it among the bases read-only and fast.
    #
    # `.data` and `to_representation()` return what DRF's own return, value for value and type for
    # type. Validating and saving raise `ReadOnlySerializerError`.

    _reading: ClassVar[Reading]
    """What was found out about the class."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        refuse_mixin_behind(cls)
        cls._reading = Reading(cls, FastReadOnlyMixin)

    # Making a serializer and asking for its data costs 3 µs. In what follows one more look-up of
    # an attribute is felt: Python 3.13 gives up caching them for a class that changes as often as
    # DRF's `Field`, which counts its instances on itself.

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls._reading.lean_class is not cls or "many" in kwargs:
            look_at(cls)
            return super().__new__(cls, *args, **kwargs)
        serializer = object.__new__(cls)
        state = serializer.__dict__
        state["_args"] = args
        state["_kwargs"] = kwargs
        state["_creation_counter"] = Field._creation_counter  # type: ignore[attr-defined]
        return serializer

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        state = self.__dict__
        if (
            "_creation_counter" in state
            and len(args) == 1
            and args[0] is not None
            and (not kwargs or list(kwargs) == ["context"])
        ):
            state["instance"] = args[0]
            state["_context"] = kwargs["context"] if kwargs else {}
        elif (args[1] if len(args) > 1 else kwargs.get("data", empty)) is not empty:
            refuse(self, "take data=")
        else:
            super().__init__(*args, **kwargs)

    @property
    def data(self) -> Any:
        state = self.__dict__
        plan = self._reading.plan
        if (
            plan is not None
            and len(state) == LEAN
            and plan.is_direct
            and plan.says == plan.copies
            and not switch.is_touched
            and (not plan.names or plans.is_in_order(plan))
        ):
            compiled: Any = plan.compiled
            instance = state["instance"]
            zone = zones.active_zone() if compiled.zoned else None
            representation = compiled.one[type(instance)](instance, self, zone)
            state["_data"] = representation
            if compiled.has_methods and "fields" in state:
                rows_of_plan.refuse_other_size(compiled, self)
        else:
            if "_data" not in state:
                data = data_of(self)
                if data is not FROM_BEHIND:
                    state["_data"] = data
                else:
                    return super().data
            representation = state["_data"]
            if type(representation) is not dict:
                return ReturnDict(representation, serializer=self)
        returned = new_return_dict(ReturnDict)
        returned |= representation
        returned.serializer = self
        return returned

    def to_representation(self, instance: Any) -> Any:
        known = type(self)._reading.plan
        if known is not None and known.is_left_to_drf and not switch.is_touched:
            # Whatever has changed since: it is read as it is now.
            return known.by_drf(self, instance)
        state = self.__dict__
        own: OwnPlans | None = state.get(OWN_PLANS)
        functions = None if own is None else own.for_rows
        if functions is not None and is_as_its_class(state) and not switch.is_touched:
            zone = zones.active_zone() if functions.compiled.zoned else None
            return functions[type(instance)](instance, zone)
        if known is None and own is not None and own.is_left_to_drf():
            return super().to_representation(instance)
        compiled = in_use.plan_in_use(self)
        if compiled is None:
            return super().to_representation(instance)
        return lists.represented(compiled, instance, self)

    fields: Any = Fields()

    def _made_alone(self, name: str) -> Any:
        return in_use.field_made_alone(self, name)

    @classmethod
    def many_init(cls, *args: Any, **kwargs: Any) -> Any:
        if may_be_lean_list(cls, args, kwargs):
            return lean_list(ListSerializer, cls, args, kwargs)
        serializer = super().many_init(*args, **kwargs)
        if isinstance(serializer, serializers.ListSerializer):
            # DRF has sorted the arguments out; only the class is to be another one.
            list_class: Any = type(serializer)
            set_real_class(serializer, fast_list(list_class))
        return serializer

    def run_validation(self, data: Any = empty) -> Any:
        if data is not empty:
            refuse(self, "validate")
        # A field of a writable serializer that is not in the data: DRF knows whether it may be.
        return super().run_validation(data)

    def is_valid(self, *, raise_exception: bool = False) -> NoReturn:
        refuse(self, "validate")

    def save(self, **kwargs: Any) -> NoReturn:
        refuse(self, "save")

    def create(self, validated_data: Any) -> NoReturn:
        refuse(self, "create")

    def update(self, instance: Any, validated_data: Any) -> NoReturn:
        refuse(self, "update")

    def to_internal_value(self, data: Any) -> NoReturn:
        refuse(self, "validate")

    @property
    def errors(self) -> NoReturn:
        refuse(self, "validate")

    @property
    def validated_data(self) -> NoReturn:
        refuse(self, "validate")


def data_of(serializer: Any) -> Any:
    """Return what becomes of the instance of a serializer; `FROM_BEHIND` where DRF is to say."""
    instance = serializer.__dict__.get("instance")
    if instance is not None and serializer._reading.plan is None and leave_first(serializer):
        return FROM_BEHIND
    if not class_plan(serializer).has_plain_data or not may_be_represented(serializer):
        return FROM_BEHIND
    if switch.is_touched:
        return verification.representation_of(serializer, instance)
    return serializer.to_representation(instance)


FROM_BEHIND = object()


WRITING = ("create", "is_valid", "run_validation", "save", "to_internal_value", "update")


def look_at(cls: type[FastReadOnlyMixin]) -> None:
    """Find out about a class how its serializers are made, and keep it from writing."""
    if "_reading" not in vars(cls):
        # A base of the project's has kept its `__init_subclass__()` to itself.
        cls._reading = Reading(cls, FastReadOnlyMixin)
    reading = cls._reading
    if reading.is_known:
        return
    if not reading.is_kept_from_writing:
        keep_from_writing(cls)
        reading.is_kept_from_writing = True
    if is_first(reading):
        # Its next serializers may be worth a look at how they are made.
        return
    reading.is_known = True
    if not overrides(cls, STATE) and not overrides_behind(
        cls, FastReadOnlyMixin, ("__init__", "__new__")
    ):
        reading.lean_class = cls
        reading.has_lean_lists = not (
            overrides_behind(cls, FastReadOnlyMixin, ("many_init",))
            or overrides(ListSerializer, (*STATE, "__init__", "__new__"))
        )


def keep_from_writing(cls: Any) -> None:
    mixin = cls.__mro__.index(FastReadOnlyMixin)
    before, behind = cls.__mro__[:mixin], cls.__mro__[mixin + 1 :]
    # A dozen look-ups: this is done before the first object of a class, which may be its only one.
    if not all(NAMES_OF_WRITING.isdisjoint(vars(base)) for base in before):
        for name in WRITING:
            if overrides(cls, (name,)):
                # It has been a writable one: what it wrote with must not run half a write.
                setattr(cls, name, vars(FastReadOnlyMixin)[name])
    if any(overrides_itself(base, FIELDS) for base in behind if "fields" in vars(base)):
        show_fields_behind(cls)


NAMES_OF_WRITING = frozenset(WRITING)
FIELDS = ("fields",)


def show_fields_behind(cls: Any) -> None:
    """Have a class the `fields` of the project's that stand behind the mixin, if none before it.

    They may be a property, which Python asks before what a serializer has itself.
    """
    have = [base for base in cls.__mro__ if "fields" in vars(base)]
    if have[0] is FastReadOnlyMixin:
        cls.fields = vars(have[1])["fields"]


def refuse_mixin_behind(cls: type) -> None:
    """Raise `TypeError` for a class where DRF's code comes before that of the mixin."""
    before = cls.__mro__[1 : cls.__mro__.index(FastReadOnlyMixin)]
    if any(base in (Serializer, serializers.ListSerializer) for base in before):
        raise TypeError(
            f"{cls.__qualname__} reads by REST framework's own code: name "
            f"FastReadOnlyMixin before {before[0].__name__} among its bases."
        )


class FastReadOnlySerializer(FastReadOnlyMixin, Serializer[Any]):
    # `rest_framework.serializers.Serializer`, read-only and fast.
    pass


class FastReadOnlyModelSerializer(FastReadOnlyMixin, ModelSerializer[Any]):
    # `rest_framework.serializers.ModelSerializer`, read-only and fast.
    pass


class FastListSerializer(serializers.ListSerializer[Any], Unset):
    """What a list of a fast serializer does, behind what a list class of the project's does."""

    @property
    def data(self) -> Any:
        state = self.__dict__
        if "_data" not in state and may_be_represented(self):
            if switch.is_touched:
                state["_data"] = verification.representation_of(self, self.instance)
            elif type(self) is ListSerializer and has_stock_data():
                state["_data"] = self.to_representation(state["instance"])
                return ReturnList(state["_data"], serializer=self)
        return super().data

    def to_representation(self, data: Any) -> Any:
        child: Any = self.child
        data, level = lists.source_of(data, self)
        rows = iter(data if level is None else level.shown)
        for first in rows:
            # Only now: without rows, DRF makes no fields.
            rows = chain((first,), rows) if level is None else iter(level)
            every = data if level is None and type(data) in lists.READ_AGAIN else rows
            is_planned = is_fast(child)
            if (
                is_planned
                and child._reading.plan is None
                and is_short(data)
                and leave_first(child)
            ):
                return super().to_representation(every)
            model = type(first) if level is None else level.model
            plan = in_use.class_plan_of_list(child, model) if is_planned else None
            if plan is None or plan.answers_for_attributes:
                return super().to_representation(every)
            if plan.is_left_to_drf or not lists.is_plain(child, plan):
                return lists.rows_one_by_one(every, child, plan)
            compiled = in_use.compiled_for(child, plan)
            if compiled is None or not compiled.is_known:
                return lists.rows_by_fields(compiled, data, rows, child)
            if level is not None:
                return lists.rows_of_level(compiled, level, child)
            return lists.rows_by_plan(compiled, data, model, rows, child)
        return []

    def run_validation(self, data: Any = empty) -> Any:
        if data is not empty:
            refuse(self.child, "validate")
        return super().run_validation(data)

    def is_valid(self, *, raise_exception: bool = False) -> NoReturn:
        refuse(self.child, "validate")

    def save(self, **kwargs: Any) -> NoReturn:
        refuse(self.child, "save")

    def create(self, validated_data: Any) -> NoReturn:
        refuse(self.child, "create")

    def update(self, instance: Any, validated_data: Any) -> NoReturn:
        refuse(self.child, "update")

    def to_internal_value(self, data: Any) -> NoReturn:
        refuse(self.child, "validate")

    @property
    def errors(self) -> NoReturn:
        refuse(self.child, "validate")

    @property
    def validated_data(self) -> NoReturn:
        refuse(self.child, "validate")


def has_stock_data() -> bool:
    """Return whether DRF's own code stands behind the data of a list."""
    is_stock = serializers.ListSerializer.data is LIST_DATA
    return is_stock and BaseSerializer.data is BASE_DATA


LIST_DATA, BASE_DATA = serializers.ListSerializer.data, BaseSerializer.data


def may_be_represented(serializer: Any) -> bool:
    """Return whether the data of a serializer are what its instance is represented by."""
    state = serializer.__dict__
    return state.get("instance") is not None and NO_DATA.isdisjoint(state)


def new_list(list_class: Any) -> Any:
    """Return a list that has no state yet, as unpickling wants it."""
    return object.__new__(list_class)


@lru_cache(maxsize=1024)
def fast_list(list_class: Any) -> Any:
    """Return the class that stands for a list class, DRF's or a project's, and reads by plans."""
    if issubclass(list_class, FastListSerializer):
        return list_class
    is_stock = list_class is serializers.ListSerializer
    return likeness(
        list_class,
        (FastListSerializer,) if is_stock else (list_class, FastListSerializer),
        {
            "__reduce__": lambda listed: (new_list, (type(listed),), vars(listed)),
            "_find": staticmethod(fast_list),
        },
    )


keep_as_stock(
    Unset,
    FastReadOnlyMixin,
    FastReadOnlySerializer,
    FastReadOnlyModelSerializer,
    FastListSerializer,
)

# What `many=True` makes of a fast serializer, where its `Meta` names no other class.
ListSerializer: Any = fast_list(serializers.ListSerializer)


def refuse(serializer: Any, action: str) -> NoReturn:
    cls = type(serializer)
    name = cls.__name__
    what = name if stands_for(cls) is cls else f"The read_only() twin of {name}"
    raise ReadOnlySerializerError(
        f"{what} is read-only and does not {action}. Use a writable serializer where the API "
        f"writes: return one from the view's get_serializer_class() for that action, or declare "
        f"{name} with read_only=True where it is a field of a writable serializer."
    )
