"""Model instances: loaded values are read from the places where Django keeps them.

A plain column, a loaded relation and a prefetched set of rows need no descriptor. Everything else
is read as from any object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import reduce
from operator import attrgetter
from typing import Any, TypeGuard

from django.db.models import ForeignKey, ManyToManyRel, Model
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

from fastserializers.compiler.representation import Access, Same
from fastserializers.compiler.sources.plain_objects import (
    THE_OBJECT,
    attribute_of,
    attributes,
    claims_another_class,
    objects,
)
from fastserializers.compiler.sources.source import (
    DELEGATE,
    NOT_READ,
    READ,
    Reader,
    RelationRows,
    Source,
    of_type,
)
from fastserializers.compiler.templates import attribute, quoted
from fastserializers.packages.known import as_djangos
from fastserializers.runtime.overrides import is_code_of

COLUMN_DESCRIPTORS = (DeferredAttribute, ForeignKeyDeferredAttribute)

# The places where a model instance keeps loaded values, and their names in generated code.
ROW_LOCALS = {
    "columns": "$row.__dict__",
    "related": "$row._state.fields_cache",
    "prefetched": '$row.__dict__.get("_prefetched_objects_cache", EMPTY)',
}


def instances(cls: type[Model]) -> Source:
    def read(path: tuple[str, ...], access: Access) -> Reader | None:
        if access in ONLY_STORED:
            return ONLY_STORED[access](path, cls)
        return read_loaded(path, access, cls) if path else THE_OBJECT

    return replace(of_type(cls, read), row_locals=ROW_LOCALS)


def stored(
    expression: str, words: str, *row_locals: str, errors: str = "KeyError", guard: str = ""
) -> Reader:
    """Return a reader of a loaded value. No project code runs, so DRF may read the field again."""
    return Reader(
        expression,
        words,
        errors=errors,
        fallback=NOT_READ,
        guard=guard,
        row_locals=row_locals,
    )


def stored_column(path: tuple[str, ...], cls: type[Model]) -> Reader | None:
    column = column_of(cls, path[0]) if path else None
    return None if column is None else stored(f"columns[{quoted(column)}]", "column", "columns")


def stored_lookup(path: tuple[str, ...], cls: type[Model]) -> Reader | None:
    """Read a column of an instance, if that has a key, as `HyperlinkedRelatedField.get_url()`."""
    column, key = stored_column(path, cls), column_of(cls, "pk")
    if column is None or key is None:
        return None
    return column._replace(guard=f'columns.get({quoted(key)}) not in (None, "")')


def read_loaded(path: tuple[str, ...], access: Access, cls: type[Model]) -> Reader:
    if len(path) > 1:
        return path_reader(path, cls) or attributes(path)
    (name,) = path
    return (
        stored_column(path, cls)
        or relation_reader(name, cls)
        or (prefetched_reader(name, cls) if access == "nested" else None)
        or display_reader(name, cls)
        or attribute_of(cls, name)
    )


def display_reader(name: str, cls: type[Model]) -> Reader | None:
    """Read the label of a choice, as Django's own `get_<name>_display()`."""
    descriptor = descriptor_of(cls, name)
    display = vars(Model)["_get_FIELD_display"]
    if getattr(descriptor, "func", None) is not display or not is_code_of({"django"}, display):
        return None
    model_field = descriptor.keywords.get("field")
    column = column_of(cls, getattr(model_field, "attname", ""))
    if column is None or type(getattr(model_field, "choices", None)) is not list:
        return None
    # An instance may have an attribute in the method's place: no label is found by EMPTY.
    value = f"columns[{quoted(column)}] if {quoted(name)} not in columns else EMPTY"
    return stored(
        f"str($labels[{value}])", "label of a choice", "columns", errors="(KeyError, TypeError)"
    )._replace(
        constants=(("model_field", Same(model_field)),),
        per_call=(("labels", "labels_of($model_field)"),),
    )


def relation_reader(name: str, cls: type[Model]) -> Reader | None:
    """Read a relation to one row: a loaded one, or else as DRF does."""
    cache = relation_cache(cls, name)
    if cache is None:
        return None
    key = quoted(cache)
    return Reader(
        f"related[{key}] if {key} in related else {attribute('$row', name)}",
        "loaded relation, or a query",
        row_locals=("related",),
        related=RelationRows(side_of(cls, name).related_model),
    )


def prefetched_reader(name: str, cls: type[Model]) -> Reader | None:
    """Read the rows of a relation to many for `ListSerializer`, which takes rows and managers."""
    key, cache = column_of(cls, "pk"), rows_cache(cls, name)
    if key is None or cache is None:
        return None
    # Django refuses the rows of an instance that has lost its key.
    is_loaded = f"{quoted(cache)} in prefetched and columns.get({quoted(key)}) is not None"
    otherwise = attribute("$row", name)
    return Reader(
        f"prefetched[{quoted(cache)}] if {is_loaded} else {otherwise}",
        "prefetched rows, or a query",
        row_locals=("columns", "prefetched"),
        related=RelationRows(side_of(cls, name).related_model, otherwise=False),
    )


def path_reader(path: tuple[str, ...], cls: type[Model]) -> Reader | None:
    """Follow forward relations to a column, or to one more relation."""
    *way, last = path
    target = model_at(way, cls)
    if target is None or (column_of(target, last) or relation_cache(target, last)) is None:
        return None
    return along(path)._replace(fallback=READ._replace(value=DELEGATE))


def model_at(way: Iterable[str], cls: type[Model]) -> type[Model] | None:
    """Return the model that forward relations of Django's lead to; None for other attributes."""
    for name in way:
        side = side_of(cls, name)
        if not isinstance(side, ForeignKey):
            return None
        cls = side.related_model
    return cls


def along(path: Iterable[str]) -> Reader:
    """Return a reader of attributes of Django's, none of which is called."""
    return Reader(reduce(attribute, path, "$row"), "through relations", fallback=NOT_READ)


def stored_key(path: tuple[str, ...], cls: type[Model]) -> Reader | None:
    """Read the key of a relation from its column, as `use_pk_only_optimization()` has it."""
    if not path:
        return None
    *way, last = path
    target: Any = model_at(way, cls)
    if target is None or target.serializable_value is not Model.serializable_value:
        return None
    column = key_column(target, last)
    if column is None:
        return None
    return (
        along((*way, column)) if way else stored(f"columns[{quoted(column)}]", "column", "columns")
    )


def key_column(cls: type[Model], name: str) -> str | None:
    side = side_of(cls, name)
    return column_of(cls, side.attname if isinstance(side, ForeignKey) else name)


def stored_rows(path: tuple[str, ...], cls: type[Model]) -> Reader | None:
    """Read to-many rows that are prefetched, as `ManyRelatedField.get_attribute()` has them."""
    if len(path) != 1:
        return None
    key, cache = column_of(cls, "pk"), rows_cache(cls, path[0])
    if key is None or cache is None:
        return None
    return stored(
        f"prefetched[{quoted(cache)}]",
        "prefetched rows, or a query",
        "columns",
        "prefetched",
        guard=f"columns.get({quoted(key)}) is not None",
    )


# For these, only a loaded value is the value that DRF reads.
ONLY_STORED: dict[Access, Callable[[tuple[str, ...], type[Model]], Reader | None]] = {
    "column": stored_column,
    "key": stored_key,
    "lookup": stored_lookup,
    "rows": stored_rows,
}

# The places where Django keeps loaded values.


def has_loaded_state(cls: type) -> TypeGuard[type[Model]]:
    """Return whether `cls` is a model whose instances keep loaded values as Django does."""
    return (
        issubclass(cls, Model) and not issubclass(cls, Mapping) and not claims_another_class(cls)
    )


def source_of_type(cls: type) -> Source:
    return instances(cls) if has_loaded_state(cls) else objects(cls)


def descriptor_of(cls: type, name: str) -> Any:
    """Return the attribute that a class has under a name, without running a descriptor.

    Django's, in the place of one that a package has put around it.
    """
    # `inspect.getattr_static()` takes ten times as long.
    for base in cls.__mro__:
        if name in base.__dict__:
            return as_djangos(base.__dict__[name])
    return None


def column_of(cls: type[Model], name: str) -> str | None:
    """Return the key in `instance.__dict__` of a plain column."""
    if name == "pk" and descriptor_of(cls, "pk") is vars(Model)["pk"]:
        name = cls._meta.pk.attname
    descriptor = descriptor_of(cls, name)
    if type(descriptor) not in COLUMN_DESCRIPTORS:
        return None
    column: str = descriptor.field.attname
    return column


# Which relation a descriptor is.


def side_of(cls: type[Model], name: str) -> Any:
    """Return the field of a relation, or the `rel` that Django has for its other side.

    Both have the same attributes. None for a descriptor that is none of Django's.
    """
    descriptor = descriptor_of(cls, name)
    side = SIDES.get(type(descriptor))
    return side and side(descriptor)


SIDES: dict[type, Callable[[Any], Any]] = {
    ForwardManyToOneDescriptor: attrgetter("field"),
    ForwardOneToOneDescriptor: attrgetter("field"),
    ReverseOneToOneDescriptor: attrgetter("related"),
    ReverseManyToOneDescriptor: attrgetter("rel"),
    ManyToManyDescriptor: lambda it: it.rel if it.reverse else it.rel.field,
}


def is_to_one(side: Any) -> bool:
    return bool(side.many_to_one or side.one_to_one)


def relation_cache(cls: type[Model], name: str) -> str | None:
    """Return the key in `fields_cache` of a relation to one row, forward or reverse."""
    side = side_of(cls, name)
    return side.cache_name if side and is_to_one(side) else None


def rows_cache(cls: type[Model], name: str) -> str | None:
    """Return the key in `_prefetched_objects_cache` of a relation to many rows.

    None if a manager of the project may give other rows than the prefetched ones.
    """
    side = side_of(cls, name)
    if not side or is_to_one(side):
        return None
    manager = descriptor_of(cls, name).related_manager_cls
    return prefetch_cache(side) if manager.all is BaseManager.all else None


def prefetch_cache(side: Any) -> str:
    is_reverse = isinstance(side, ManyToManyRel)
    cache: str = side.field.related_query_name() if is_reverse else side.cache_name
    return cache
