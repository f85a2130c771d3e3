"""Which position of a row holds which column of which relation."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.core.signals import setting_changed
from django.db.models.fields.mixins import FieldCacheMixin
from django.db.models.sql.compiler import SQLCompiler

from fastserializers.compiler.sources.shapes import Conversion, Joined, Layout
from fastserializers.rows.conversions import CUSTOM, conversions_of
from fastserializers.rows.pg_text import TEXT_TYPES
from fastserializers.rows.unpatched import ByDjango

Row = tuple[Any, ...]
"""A row as the database has given it."""


@lru_cache(maxsize=1024)
def with_texts(layout: Layout, types: tuple[str, ...]) -> Layout:
    """Return the layout of the same query, where columns of these types are texts."""
    if not any(types):
        return layout
    texts = {
        place: CUSTOM if place in layout.conversions else TEXT_TYPES[name].conversion
        for place, name in enumerate(types)
        if name
    }
    return layout.with_conversions({**layout.conversions, **texts})


def layout_of(compiler: SQLCompiler) -> Layout:
    """Return the layout of the rows of a query that Django's SQL compiler has compiled.

    Raises `ByDjango` for what `ModelIterable` reads in a way of its own.
    """
    info, annotations = compiler.klass_info, compiler.annotation_col_map
    made_of = [info["model"], *targets_of(compiler.select)]
    if "related_klass_infos" in info:
        made_of += related_in(info)
    conversions = conversions_of(compiler, annotations.values()) if annotations else {}
    made_of += conversions.values()
    names = tuple(annotations.items()) if annotations else ()
    key = (compiler.connection.alias, names, *conversions, *map(id, made_of))
    # Another thread may clear them at any time.
    known = LAYOUTS.get(key)
    if known is None:
        if len(LAYOUTS) >= MOST_LAYOUTS:
            LAYOUTS.clear()
        known = LAYOUTS[key] = new_layout(compiler, names, conversions), made_of
    return known[0]


# With what the key is made of: as long as these are kept, nothing else has their identities.
LAYOUTS: dict[object, tuple[Layout, list[Any]]] = {}
# A process that makes models without end would otherwise keep a layout for each of them.
MOST_LAYOUTS = 1024


def forget_layouts(setting: str, **kwargs: Any) -> None:
    """Forget all layouts when a setting changes that decides on converters, as MySQL's do."""
    if setting in ("DATABASES", "TIME_ZONE", "USE_TZ"):
        LAYOUTS.clear()


setting_changed.connect(forget_layouts, dispatch_uid="fastserializers.forget_layouts")


def targets_of(select: Sequence[Any]) -> list[Any]:
    """Return the fields that a query selects; None for what is no column."""
    return [getattr(part[0], "target", None) for part in select]


def related_in(info: dict[str, Any]) -> Iterator[Any]:
    for part in info["related_klass_infos"]:
        yield from (part["field"], part["reverse"], part["from_parent"], part["model"])
        # A `FilteredRelation` has the field of what it is a part of.
        yield hasattr(part["local_setter"], "__self__")
        yield len(part["select_fields"])
        yield from related_in(part)
        # Where it ends.
        yield None


def new_layout(
    compiler: SQLCompiler,
    annotations: tuple[tuple[str, int], ...],
    conversions: dict[int, Conversion],
) -> Layout:
    select, info = compiler.select, compiler.klass_info
    if compiler.has_composite_fields([part[0] for part in select]):
        raise ByDjango("it selects keys of several columns")
    for name, _ in annotations:
        # Setting it on an instance does more than that, such as to refuse it.
        if hasattr(type(inspect.getattr_static(info["model"], name, None)), "__set__"):
            raise ByDjango(f"only Django sets its annotation {name}")
    columns = (place for place, target in enumerate(targets_of(select)) if target is not None)
    layout = layout_of_part(info, select, {**conversions_of(compiler, columns), **conversions})
    return replace(layout, annotations=annotations)


def layout_of_part(
    info: dict[str, Any], select: Sequence[Any], conversions: Mapping[int, Conversion]
) -> Layout:
    model = info["model"]
    targets = targets_of([select[place] for place in info["select_fields"]])
    names = [target and target.attname for target in targets]
    places = dict(zip(names, info["select_fields"], strict=True))
    order = [field.attname for field in model._meta.concrete_fields if field.attname in places]
    # Django tells the columns of a whole row, and of one with deferred columns, by their order.
    if len(order) != len(names) or not (info.get("from_parent") or order == names):
        raise ByDjango("it selects columns that only Django reads")
    joined = (joined_of(part, select, conversions) for part in info.get("related_klass_infos", ()))
    columns = tuple((name, places[name]) for name in order)
    return Layout(model, columns, conversions, tuple(joined))


def joined_of(
    info: dict[str, Any], select: Sequence[Any], conversions: Mapping[int, Conversion]
) -> Joined:
    field = info["field"]
    relation = field.remote_field
    layout = layout_of_part(info, select, conversions)
    key = layout.positions.get(layout.model._meta.pk_fields[0].attname)
    # A `FilteredRelation` sets the related instance as an attribute.
    is_set_plainly = getattr(info["local_setter"], "__self__", None) in (field, relation)
    if key is None or not (is_set_plainly and caches_plainly(field) and caches_plainly(relation)):
        raise ByDjango(f"only Django joins {field.name}")
    if info["reverse"]:
        name, remote, may_be_none = relation.cache_name, field.cache_name, False
    else:
        remote = relation.cache_name if field.unique else None
        name, may_be_none = field.cache_name, field.null
    # The owner takes the place of what is joined for it once more.
    layout = replace(layout, joined=tuple(part for part in layout.joined if part.name != remote))
    return Joined(name, layout, key, remote, may_be_none)


def caches_plainly(field: Any) -> bool:
    cls = type(field)
    return all(
        getattr(cls, name, None) is getattr(FieldCacheMixin, name)
        for name in ("get_cached_value", "set_cached_value", "is_cached")
    )
