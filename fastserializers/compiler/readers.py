"""How a plan entry gets its raw value out of a source object, chosen once per type of object.

A plain column, a loaded relation and a prefetched set of rows are read from where Django keeps
them. Everything else is read as DRF reads it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from keyword import iskeyword
from types import FunctionType
from typing import Any, NamedTuple
from weakref import ProxyTypes

from django.db.models import Model
from django.db.models.fields.related_descriptors import (
    ForeignKeyDeferredAttribute,
    ForwardManyToOneDescriptor,
    ForwardOneToOneDescriptor,
    ManyToManyDescriptor,
    ReverseManyToOneDescriptor,
    ReverseOneToOneDescriptor,
)
from django.db.models.manager import BaseManager
from django.db.models.query_utils import DeferredAttribute
from rest_framework.relations import PKOnlyObject

from fastserializers.compiler.representations.representation import Access

COLUMN_DESCRIPTORS = (DeferredAttribute, ForeignKeyDeferredAttribute)
FORWARD_DESCRIPTORS = (ForwardManyToOneDescriptor, ForwardOneToOneDescriptor)
ROWS_DESCRIPTORS = (ManyToManyDescriptor, ReverseManyToOneDescriptor)

# Where a model instance keeps what it has loaded, and the name of each in the generated code.
STORES = {
    "columns": "instance.__dict__",
    "related": "instance._state.fields_cache",
    "prefetched": 'instance.__dict__.get("_prefetched_objects_cache", NOTHING)',
}


class Reader(NamedTuple):
    """Statements that assign `{value}`, and what is to happen where they are not enough."""

    statements: tuple[str, ...]
    errors: str = "READ_ERRORS"
    """What the statements may raise."""
    on_error: str = "recover"
    guard: str = ""
    """What must hold, beside the representation's guard, for the value to be the right one."""
    otherwise: str = "resume"
    """What finishes the field where a guard fails."""
    stores: tuple[str, ...] = ()
    constants: tuple[tuple[str, type], ...] = ()

    runs_code: bool = False
    """Whether reading may run code of the project's, such as a property."""
    model: type | None = None
    """The model of the rows that a relation leads to, if nothing else is given instead."""


def stored(statement: str, *stores: str, guard: str = "") -> Reader:
    """Return a reader of what the instance holds: no code has run yet, so DRF may read again."""
    return Reader((statement,), "KeyError", "delegate", guard, "delegate", stores)


def literal(value: object) -> str:
    """Return the source of a text or a tuple of texts, for use in a template."""
    return repr(value).replace("{", "{{").replace("}", "}}")


def reader_of(source: tuple[str, ...], access: Access, cls: type) -> Reader | None:
    """Return how `source` is read from instances of `cls`; None where only DRF's field knows."""
    if cls in (type(None), PKOnlyObject):
        return None
    if access in ONLY_STORED:
        return ONLY_STORED[access](source, cls)
    if not source:
        return Reader(("{value} = instance",), "", "delegate", otherwise="delegate")
    if has_loaded_state(cls):
        return loaded_reader(source, access, cls) or attribute_reader(source)
    if claims_another_class(cls) or len(source) > 1:
        return attributes_reader(source)
    return item_reader(source[0], cls) if issubclass(cls, Mapping) else attribute_reader(source)


# Model instances.


def column_reader(source: tuple[str, ...], cls: type) -> Reader | None:
    column = column_of(cls, source[0]) if has_loaded_state(cls) else None
    return stored(f"{{value}} = columns[{literal(column)}]", "columns") if column else None


def lookup_reader(source: tuple[str, ...], cls: type) -> Reader | None:
    """Read a column of an instance, if that has a key, as `HyperlinkedRelatedField.get_url()`."""
    column, key = column_reader(source, cls), column_reader(("pk",), cls)
    if column is None or key is None:
        return None
    name = literal(column_of(cls, "pk"))
    return column._replace(guard=f'columns.get({name}) not in (None, "")')


def has_loaded_state(cls: type) -> bool:
    """Return whether `cls` is a model that keeps what it has loaded where Django puts it."""
    return (
        issubclass(cls, Model) and not issubclass(cls, Mapping) and not claims_another_class(cls)
    )


def loaded_reader(source: tuple[str, ...], access: Access, cls: type[Model]) -> Reader | None:
    if len(source) > 1:
        return path_reader(source, cls)
    (name,) = source
    if (column := column_of(cls, name)) is not None:
        return stored(f"{{value}} = columns[{literal(column)}]", "columns")
    other = attribute("instance", name)
    if (cache := relation_cache(cls, name)) is not None:
        read = f"{{value}} = related[{literal(cache)}] if {literal(cache)} in related else {other}"
        return Reader((read,), stores=("related",), model=related_model(cls, name))
    key, cache = column_of(cls, "pk"), rows_cache(cls, name)
    if access == "nested" and key is not None and cache is not None:
        # Django refuses the rows of an instance that has lost its key.
        loaded = f"{literal(cache)} in prefetched and columns.get({literal(key)}) is not None"
        read = f"{{value}} = prefetched[{literal(cache)}] if {loaded} else {other}"
        stores = ("columns", "prefetched")
        return Reader((read,), stores=stores, model=related_model(cls, name))
    return None


def path_reader(source: tuple[str, ...], cls: type[Model]) -> Reader | None:
    """Follow forward relations that are loaded, to a column or to one more relation."""
    *path, last = source
    steps = follow(path, cls)
    if not steps:
        return None
    target = steps[-1].target
    if (column := column_of(target, last)) is not None:
        return path_of(steps, f".__dict__[{literal(column)}]")
    if (cache := relation_cache(target, last)) is not None:
        return path_of(steps, f"._state.fields_cache[{literal(cache)}]")
    return None


class Step(NamedTuple):
    """A forward relation on the way, and the model that it leads to."""

    cache: str
    target: type[Model]


def follow(path: Iterable[str], cls: type[Model]) -> tuple[Step, ...]:
    """Return the steps of a path; none where one of them is not Django's own forward relation."""
    steps: list[Step] = []
    for name in path:
        cache = forward_cache(cls, name)
        if cache is None:
            return ()
        cls = descriptor_of(cls, name).field.related_model
        if not has_loaded_state(cls):
            return ()
        steps.append(Step(cache, cls))
    return tuple(steps)


def path_of(steps: tuple[Step, ...], last: str) -> Reader:
    names = [f"step_{number}" for number in range(1, len(steps) + 1)]
    roots = ["related", *(f"{{{name}}}._state.fields_cache" for name in names)]
    reads = [
        f"{{{name}}} = {root}[{literal(step.cache)}]"
        for name, root, step in zip(names, roots, steps, strict=False)
    ]
    return Reader(
        (*reads, f"{{value}} = {{{names[-1]}}}{last}"),
        # A relation may be loaded and empty: None has no attributes to read.
        errors="(KeyError, AttributeError)",
        on_error="delegate",
        guard=" and ".join(f"type({{{name}}}) is {{{name}_model}}" for name in names),
        otherwise="delegate",
        stores=("related",),
        constants=tuple(
            (f"{name}_model", step.target) for name, step in zip(names, steps, strict=True)
        ),
    )


def key_reader(source: tuple[str, ...], cls: type) -> Reader | None:
    """Read the key of a relation from its column, as `use_pk_only_optimization()` has it."""
    if not source or not has_loaded_state(cls):
        return None
    *path, last = source
    steps = follow(path, cls)
    if len(steps) != len(path):
        return None
    target: Any = steps[-1].target if steps else cls
    if target.serializable_value is not Model.serializable_value:
        return None
    column = key_column(target, last)
    if column is None:
        return None
    if not path:
        return stored(f"{{value}} = columns[{literal(column)}]", "columns")
    return path_of(steps, f".__dict__[{literal(column)}]")


def key_column(cls: type[Model], name: str) -> str | None:
    descriptor = descriptor_of(cls, name)
    if type(descriptor) in FORWARD_DESCRIPTORS:
        return column_of(cls, descriptor.field.attname)
    return column_of(cls, name)


def rows_reader(source: tuple[str, ...], cls: type) -> Reader | None:
    """Read to-many rows that are prefetched, as `ManyRelatedField.get_attribute()` has them."""
    if len(source) != 1 or not has_loaded_state(cls):
        return None
    key, cache = column_of(cls, "pk"), rows_cache(cls, source[0])
    if key is None or cache is None:
        return None
    return stored(
        f"{{value}} = prefetched[{literal(cache)}]",
        "columns",
        "prefetched",
        guard=f"columns.get({literal(key)}) is not None",
    )


def descriptor_of(cls: type, name: str) -> Any:
    return inspect.getattr_static(cls, name, None)


def column_of(cls: type[Model], name: str) -> str | None:
    """Return the key in `instance.__dict__` of a plain column."""
    if name == "pk" and descriptor_of(cls, "pk") is vars(Model)["pk"]:
        name = cls._meta.pk.attname
    descriptor = descriptor_of(cls, name)
    if type(descriptor) not in COLUMN_DESCRIPTORS:
        return None
    column: str = descriptor.field.attname
    return column


def relation_cache(cls: type[Model], name: str) -> str | None:
    """Return the key in `fields_cache` of a relation to one row, forward or reverse."""
    descriptor = descriptor_of(cls, name)
    if type(descriptor) is not ReverseOneToOneDescriptor:
        return forward_cache(cls, name)
    cache: str = descriptor.related.cache_name
    return cache


def forward_cache(cls: type[Model], name: str) -> str | None:
    descriptor = descriptor_of(cls, name)
    if type(descriptor) not in FORWARD_DESCRIPTORS:
        return None
    cache: str = descriptor.field.cache_name
    return cache


def rows_cache(cls: type[Model], name: str) -> str | None:
    """Return the key in `_prefetched_objects_cache` of a relation to many rows.

    None where a manager of the project's own may give other rows than the prefetched ones.
    """
    descriptor = descriptor_of(cls, name)
    if type(descriptor) not in ROWS_DESCRIPTORS:
        return None
    if descriptor.related_manager_cls.all is not BaseManager.all:
        return None
    cache: str
    if type(descriptor) is ReverseManyToOneDescriptor:
        cache = descriptor.field.remote_field.cache_name
    elif descriptor.reverse:
        cache = descriptor.field.related_query_name()
    else:
        cache = descriptor.field.name
    return cache


def related_model(cls: type[Model], name: str) -> type | None:
    """Return the model on the other side of one of Django's own relations."""
    descriptor = descriptor_of(cls, name)
    if type(descriptor) in FORWARD_DESCRIPTORS:
        model: type = descriptor.field.related_model
    elif type(descriptor) is ReverseOneToOneDescriptor:
        model = descriptor.related.related_model
    elif type(descriptor) is ManyToManyDescriptor and not descriptor.reverse:
        model = descriptor.rel.model
    else:
        model = descriptor.rel.related_model
    return model


# Where only what an instance has loaded is as good as what DRF reads.
ONLY_STORED: dict[Access, Callable[[tuple[str, ...], type], Reader | None]] = {
    "column": column_reader,
    "key": key_reader,
    "lookup": lookup_reader,
    "rows": rows_reader,
}

# Mappings and any other objects.


def item_reader(name: str, cls: type) -> Reader:
    return Reader((f"{{value}} = instance[{literal(name)}]",), runs_code=cls is not dict)


def attribute_reader(source: tuple[str, ...]) -> Reader:
    if len(source) > 1:
        return attributes_reader(source)
    return Reader((f"{{value}} = {attribute('instance', source[0])}",), runs_code=True)


def attributes_reader(source: tuple[str, ...]) -> Reader:
    """Read as DRF does, step by step; the value is then what any callable in it has returned."""
    return Reader(
        (f"{{value}} = get_attribute(instance, {literal(source)})",),
        errors="FIELD_ERRORS",
        otherwise="represent",
        runs_code=True,
    )


def attribute(of: str, name: str) -> str:
    """Return the source that reads an attribute, whatever its name is."""
    if name.isascii() and name.isidentifier() and not iskeyword(name):
        return f"{of}.{name}"
    return f"getattr({of}, {literal(name)})"


def claims_another_class(cls: type) -> bool:
    """Return whether instances may say that they are of another class, as lazy objects do."""
    return issubclass(cls, ProxyTypes) or any(
        "__class__" in vars(base) or isinstance(vars(base).get("__getattribute__"), FunctionType)
        for base in cls.__mro__
        if base is not object
    )
