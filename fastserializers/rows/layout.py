"""Which position of a row holds which column of which relation."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.core.signals import setting_changed
from django.db.models import Model
from django.db.models.fields.mixins import FieldCacheMixin
from django.db.models.sql.compiler import SQLCompiler

from fastserializers.compiler.sources.shapes import Conversion, Joined, Layout
from fastserializers.rows.conversions import CUSTOM, conversions_of
from fastserializers.rows.pg_text import TEXT_TYPES

Row = tuple[Any, ...]
"""A row as the database has given it."""


@lru_cache(maxsize=1024)
def loaded_as(layout: Layout, loaded: tuple[str, ...]) -> Layout:
    """Return the layout of the same query, where columns of these types are texts."""
    if not any(loaded):
        return layout
    texts = {
        place: CUSTOM if place in layout.conversions else TEXT_TYPES[name].conversion
        for place, name in enumerate(loaded)
        if name
    }
    return layout.with_conversions({**layout.conversions, **texts})


def layout_of(compiler: SQLCompiler) -> Layout | None:
    """Return the layout of the rows of a query that Django's SQL compiler has executed.

    None for what `ModelIterable` reads in a way of its own.
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
LAYOUTS: dict[object, tuple[Layout | None, list[Any]]] = {}
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
) -> Layout | None:
    select, info = compiler.select, compiler.klass_info
    if compiler.has_composite_fields([part[0] for part in select]):
        return None
    if any(runs_code(info["model"], name) for name, _ in annotations):
        return None
    columns = (place for place, target in enumerate(targets_of(select)) if target is not None)
    layout = layout_of_part(info, select, {**conversions_of(compiler, columns), **conversions})
    return layout and replace(layout, annotations=annotations)


def why_no_layout(compiler: SQLCompiler) -> str:
    """Return why `layout_of()` gives none, in the words of tools."""
    joined: Any = compiler.klass_info.get("related_klass_infos", ())
    names = [part["field"].name for part in joined if not joined_of(part, compiler.select, {})]
    if names:
        return f"only Django joins {', '.join(names)}"
    return "it selects columns or annotations that only Django reads"


def runs_code(model: type[Model], annotation: str) -> bool:
    """Return whether setting an annotation on an instance does more, such as to refuse it."""
    return hasattr(type(inspect.getattr_static(model, annotation, None)), "__set__")


def layout_of_part(
    info: dict[str, Any], select: Sequence[Any], conversions: Mapping[int, Conversion]
) -> Layout | None:
    model = info["model"]
    targets = targets_of([select[place] for place in info["select_fields"]])
    names = [target and target.attname for target in targets]
    places = dict(zip(names, info["select_fields"], strict=True))
    order = [field.attname for field in model._meta.concrete_fields if field.attname in places]
    # Django tells the columns of a whole row, and of one with deferred columns, by their order.
    if len(order) != len(names) or not (info.get("from_parent") or order == names):
        return None
    joined = [joined_of(part, select, conversions) for part in info.get("related_klass_infos", ())]
    known = tuple(part for part in joined if part is not None)
    columns = tuple((name, places[name]) for name in order)
    return Layout(model, columns, conversions, known) if len(known) == len(joined) else None


def joined_of(
    info: dict[str, Any], select: Sequence[Any], conversions: Mapping[int, Conversion]
) -> Joined | None:
    field = info["field"]
    relation = field.remote_field
    if not caches_plainly(field) or not caches_plainly(relation):
        return None
    if getattr(info["local_setter"], "__self__", None) not in (field, relation):
        # A `FilteredRelation` sets what it has found as an attribute.
        return None
    layout = layout_of_part(info, select, conversions)
    if layout is None:
        return None
    key = layout.positions.get(layout.model._meta.pk_fields[0].attname)
    if key is None:
        return None
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
