"""H304: a relation that a list reads with a query per row."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeAlias

from django.core import checks
from django.db.models import Prefetch, QuerySet
from django.db.models.query import ModelIterable
from rest_framework.relations import ManyRelatedField, RelatedField, SlugRelatedField
from rest_framework.serializers import ListSerializer, Serializer

from fastserializers.checks.registry import check, messages_of_each
from fastserializers.compiler.planner import has_fixed_fields
from fastserializers.database.demands import Demand
from fastserializers.overrides import overrides
from fastserializers.project.code import names_used_by
from fastserializers.project.overview import Project
from fastserializers.project.rows import (
    demand_of_prototype,
    is_loaded_for_all,
    is_read_as_rows,
)
from fastserializers.project.serializers import prototype_of_fixed, without_list
from fastserializers.project.views import Use

# The relations to follow from a row, one after the other: fields of models, and their reverses.
Route: TypeAlias = "tuple[Any, ...]"


@check("H304")
def queries_per_row(project: Project) -> Iterator[checks.CheckMessage]:
    said: set[tuple[type, str]] = set()
    lists: set[tuple[Any, ...]] = set()
    prototype = cache(prototype_of_fixed)
    demand = cache(lambda serializer: demand_of_prototype(prototype(serializer)))

    def unsaid(use: Use) -> Iterator[checks.CheckMessage]:
        # A router has two routes to each list.
        if (looked_at := decisive_of(use)) in lists:
            return
        lists.add(looked_at)
        missing = missing_paths(use, prototype, demand)
        calls = calls_that_load(missing)
        if calls and (use.view, calls) not in said:
            said.add((use.view, calls))
            yield checks.Warning(
                f"{use.view.__name__} at {use.route!r} queries the database for every row that "
                f"it lists: for {', '.join(lookup_of(path) for path in missing)}.",
                hint=f"Add {calls} to its queryset.",
                obj=use.view,
                id="H304",
            )

    return messages_of_each(project.own_uses, unsaid)


def decisive_of(use: Use) -> tuple[Any, ...]:
    """Return what decides on the relations that a list reads row by row."""
    options = ((name, id(value)) for name, value in use.options.items() if name not in NAMES)
    queryset = id(use.queryset)
    return (use.view, use.serializer, queryset, "list" in use.actions, use.is_certain, *options)


# What a router names a view by.
NAMES = frozenset({"basename", "description", "detail", "name", "suffix"})


def missing_paths(
    use: Use, prototype: Callable[[Any], Any], demand: Callable[[Any], Demand | None]
) -> list[Route]:
    """Return the relations that are read row by row, as far as that is certain."""
    queryset = use.queryset
    if queryset is None or "list" not in use.actions or not use.is_certain:
        return []
    if may_load_more(use) or not loads_as_it_says(queryset):
        return []
    meta_list = getattr(getattr(use.serializer, "Meta", None), "list_serializer_class", None)
    if meta_list is not None and overrides(meta_list, ("to_representation", "data")):
        return []
    if not represents_its_fields(use.serializer) or prototype(use.serializer) is None:
        return []
    needed = needed_by_serializer(prototype(use.serializer), queryset.model, ())
    missing = [path for path in dict.fromkeys(needed) if not is_loaded(path, queryset)]
    read = demand(use.serializer) if missing and is_read_as_rows(use, queryset) else None
    if read is None:
        return missing
    return [
        path
        for path in missing
        if not is_loaded_for_all(map(accessor_of, path), queryset.model, read)
    ]


def may_load_more(use: Use) -> bool:
    """Return whether code of the project's may load relations after all, when the view runs."""
    if overrides(use.view, ("filter_queryset", "get_queryset", "list", "paginate_queryset")):
        return True
    view: Any = use.view
    backends = use.options.get("filter_backends", view.filter_backends)
    paginator = use.options.get("pagination_class", view.pagination_class)
    loading = {"prefetch_related", "select_related", "prefetch_related_objects"}
    return any(
        not loading.isdisjoint(names_used_by(function.__code__))
        for cls in (*backends, paginator)
        if cls is not None
        for base in cls.__mro__
        for function in vars(base).values()
        if inspect.isfunction(function)
    )


def loads_as_it_says(queryset: QuerySet[Any]) -> bool:
    """Return whether Django's own code loads instances, and each one's relations by itself."""
    return (
        issubclass(queryset._iterable_class, ModelIterable)
        and type(queryset)._fetch_all is QuerySet._fetch_all
        and not queryset.query.combinator
        # With only(), select_related() wants the names of columns as well.
        and queryset.query.deferred_loading[1]
        # From Django 6.1 on, a queryset may load a relation of all of its rows at once.
        and getattr(queryset, "_fetch_mode", None) is getattr(QuerySet(), "_fetch_mode", None)
    )


def represents_its_fields(serializer: type) -> bool:
    return issubclass(serializer, Serializer) and not overrides(
        serializer, ("__init__", "__new__", "_readable_fields", "data", "to_representation")
    )


# What a serializer reads.


def needed_by_serializer(serializer: Any, model: Any, path: Route) -> Iterator[Route]:
    """Return the relations that a serializer reads from instances of `model`."""
    for field in serializer.fields.values():
        if not field.write_only and not overrides(type(field), ("get_attribute",)):
            yield from needed_by_field(field, model, path)


def needed_by_field(field: Any, model: Any, path: Route) -> Iterator[Route]:
    many = isinstance(field, ManyRelatedField | ListSerializer)
    if many and overrides(type(field), ("to_representation",)):
        return
    to_follow = [*field.source_attrs, *attributes_of_slug(field)]
    last = len(field.source_attrs) - 1
    for position, attribute in enumerate(to_follow):
        relation = relations_of(model).get(attribute)
        if relation is None or (position == last and reads_key_only(field, relation)):
            return
        if is_to_many(relation) and not (many and position == last):
            return
        path = (*path, relation)
        yield path
        model = relation.related_model
        if model is None:
            return
    child = without_list(field)
    if represents_its_fields(type(child)) and has_fixed_fields(type(child)):
        yield from needed_by_serializer(child, model, path)


def attributes_of_slug(field: Any) -> list[str]:
    """Return what a slug field reads of the object that it relates to."""
    child = field.child_relation if isinstance(field, ManyRelatedField) else field
    if not isinstance(child, SlugRelatedField):
        return []
    return child.slug_field.replace("__", ".").split(".")


def relations_of(model: Any) -> dict[str, Any]:
    """Return the relations of a model that Django itself reads, by the names of attributes."""
    return {
        name: field
        for field in model._meta.get_fields()
        if field.is_relation
        for name in [accessor_of(field)]
        if type(inspect.getattr_static(model, name, None)).__module__.startswith("django.")
    }


def accessor_of(relation: Any) -> str:
    is_reverse = relation.auto_created and not relation.concrete
    name: str = relation.get_accessor_name() if is_reverse else relation.name
    return name


def is_to_many(relation: Any) -> bool:
    return bool(relation.many_to_many or relation.one_to_many)


def reads_key_only(field: Any, relation: Any) -> bool:
    """Return whether a field makes do with the key that is in the row."""
    return (
        isinstance(field, RelatedField)
        and hasattr(relation, "attname")
        and field.use_pk_only_optimization()
    )


# What a queryset loads.


def is_loaded(path: Route, queryset: Any) -> bool:
    return (
        comes_with_its_row(path)
        or is_selected(path, queryset.query.select_related)
        or is_prefetched(path, queryset)
    )


def comes_with_its_row(path: Route) -> bool:
    """Return whether the last relation leads back to the row that the one before has left."""
    relation = path[-1]
    if is_to_many(relation):
        return False
    if relation.concrete and relation.remote_field and relation.remote_field.parent_link:
        return True
    return len(path) > 1 and relation is path[-2].remote_field and not path[-2].many_to_many


def is_selected(path: Route, select_related: Any) -> bool:
    for relation in path:
        if select_related is True:
            # Without names, it follows what can't be null, five relations deep.
            return len(path) <= 5 and not any(
                is_to_many(step) or not step.concrete or step.null for step in path
            )
        if not select_related or relation.name not in select_related:
            return False
        select_related = select_related[relation.name]
    return True


def is_prefetched(path: Route, queryset: Any) -> bool:
    names = [accessor_of(relation) for relation in path]
    for lookup in queryset._prefetch_related_lookups:
        is_plain = not isinstance(lookup, Prefetch)
        loaded = (lookup if is_plain else lookup.prefetch_to).split("__")
        if loaded[: len(names)] == names:
            return True
        rest = path[len(loaded) :]
        within = None if is_plain else getattr(lookup, "queryset", None)
        reaches = within is not None and rest and names[: len(loaded)] == loaded
        if reaches and is_loaded(rest, within):
            return True
    return False


# What would load the rest.


def calls_that_load(paths: list[Route]) -> str:
    """Return the calls that load these relations."""
    selected = [lookup_of(path, "name") for path in paths if can_be_selected(path)]
    prefetched = [lookup_of(path) for path in paths if not can_be_selected(path)]
    return call("select_related", selected) + call("prefetch_related", prefetched)


def can_be_selected(path: Route) -> bool:
    # A generic foreign key has no single table to join.
    return not any(is_to_many(relation) or relation.related_model is None for relation in path)


def lookup_of(path: Route, attribute: str = "") -> str:
    return "__".join(
        getattr(relation, attribute) if attribute else accessor_of(relation) for relation in path
    )


def call(method: str, names: list[str]) -> str:
    """Return a call with names, but for those that are on the way to others."""
    needed = [name for name in names if not any(other.startswith(f"{name}__") for other in names)]
    arguments = ", ".join(f'"{name}"' for name in needed)
    return f".{method}({arguments})" if needed else ""
