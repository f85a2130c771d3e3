"""To-many relations without a total order, of which two codes may list the rows differently.

The database may return the rows of one object in another order than the rows of all objects.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import Any, NamedTuple

from django.db.models import Model

from fastserializers.runtime.overrides import SHIPPED_PACKAGES, is_code_of


class UnorderedRelation(NamedTuple):
    """A to-many relation whose rows the database may return in more than one order."""

    owner: type[Model]
    name: str
    model: type[Model]
    ordering: tuple[Any, ...]

    @property
    def label(self) -> str:
        return f"{self.owner.__name__}.{self.name}"

    @property
    def why(self) -> str:
        """The relation, and the edits that give its rows an order: one of them is enough."""
        ordering = [f'"{part}"' if isinstance(part, str) else "..." for part in self.ordering]
        names = ", ".join([*(part for part in ordering if part != '"?"'), '"pk"'])
        model = self.model.__name__
        rows = f"{model}.{self.model._default_manager.name}.order_by({names})"
        return (
            f"{self.label} has no total order: set ordering = [{names}] in the Meta of {model}, "
            f'or prefetch_related(Prefetch("{self.name}", queryset={rows})) in the view'
        )


def unordered_relation_behind(field: Any) -> UnorderedRelation | None:
    """Return the relation without a total order that a field or serializer may read.

    The source of the field names the relation, or the code behind the field does.
    """
    if field is None:
        return None
    names = names_behind(field)
    while (model := model_behind(field)) is None and field.parent is not None:
        names.update(getattr(field, "source_attrs", ()))
        field = field.parent
    return next(unordered_relations(model, names), None) if model else None


def model_behind(serializer: Any) -> Any:
    """Return the model of a serializer: that of its `Meta`, or of the rows that it has."""
    rows: Any = getattr(serializer, "instance", None)
    if isinstance(rows, list | tuple) and rows:
        rows = rows[0]
    of_rows = getattr(rows, "model", type(rows))
    of_meta = getattr(getattr(serializer, "Meta", None), "model", None)
    return of_meta or (of_rows if issubclass(of_rows, Model) else None)


def names_behind(field: Any) -> set[str]:
    """Return the names that the project's code for a field looks up."""
    cls = type(field.parent)
    method = getattr(cls, getattr(field, "method_name", ""), None)
    by_field = names_reached(type(field), [type(field).to_representation])
    return by_field | names_reached(cls, [method])


def names_reached(cls: type, functions: Iterable[Any]) -> set[str]:
    """Return the globals and attributes that functions look up, and the functions of `cls` there.

    The code of Django and of REST framework is left out.
    """
    names: set[str] = set()
    pending = [*functions]
    while pending:
        function = pending.pop()
        if not is_code_of(NOT_OF_PROJECT, function):
            new = {*names_used_by(function)} - names
            names |= new
            pending += [inspect.getattr_static(cls, name, None) for name in new]
    return names


NOT_OF_PROJECT = SHIPPED_PACKAGES | {"django"}


def names_used_by(function: Any) -> Iterator[str]:
    for name in ("fget", "func", "__func__"):
        function = getattr(function, name, None) or function
    yield from names_in(getattr(inspect.unwrap(function), "__code__", None))


def names_in(code: CodeType | None) -> Iterator[str]:
    """Yield the globals and attributes that code looks up, with the functions within it."""
    if code is not None:
        yield from code.co_names
        for constant in code.co_consts:
            yield from names_in(constant if isinstance(constant, CodeType) else None)


def unordered_relations(model: type[Model], names: set[str]) -> Iterator[UnorderedRelation]:
    """Yield the to-many relations of these names, of a model and of the models it leads to."""
    models: list[Any] = [model]
    # The list grows: code may read relations of related objects.
    for owner in models:
        names |= names_reached(
            owner, [inspect.getattr_static(owner, name, None) for name in names]
        )
        for relation in owner._meta.get_fields():
            accessor, related = accessor_of(relation), relation.related_model
            if accessor not in names or related is None:
                continue
            models += [] if related in models else [related]
            ordering = ordering_of(related)
            is_many = relation.one_to_many or relation.many_to_many
            if is_many and not is_total(ordering, related, relation):
                yield UnorderedRelation(owner, accessor, related, ordering)


def accessor_of(relation: Any) -> str:
    """Return the attribute of an instance that has the related objects."""
    is_reverse = relation.is_relation and relation.auto_created and not relation.concrete
    return (relation.get_accessor_name() if is_reverse else relation.name) or ""


def ordering_of(model: Any) -> tuple[Any, ...]:
    """Return the order of all rows that the default manager of a model gives."""
    query = model._default_manager.all().query
    of_meta = model._meta.ordering if query.default_ordering else ()
    return tuple(query.extra_order_by or query.order_by or of_meta)


def is_total(ordering: Iterable[Any], model: Any, relation: Any) -> bool:
    """Return whether no two rows of one object are equal in this ordering."""
    names = {ordered_name(part) for part in ordering}
    if relation.one_to_many and relation.field in model._meta.fields:
        names.add(relation.field.name)
    unique = [(field.name,) for field in model._meta.fields if field.unique and not field.null]
    unique += [("pk",), *model._meta.unique_together]
    unique += [constraint.fields for constraint in model._meta.total_unique_constraints]
    return any(names.issuperset(columns) for columns in unique)


def ordered_name(part: Any) -> str:
    """Return the field that a part of an ordering names, such as `F("name").desc()`."""
    expression = getattr(part, "expression", part)
    name = expression if isinstance(expression, str) else getattr(expression, "name", "")
    return str(name).lstrip("-+")
