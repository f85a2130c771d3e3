"""How a list of a model's rows would be read: as rows, or from instances, and all reasons why.

No query is made.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import packages_distributions
from typing import Any, NamedTuple

from django.db import connections
from django.db.models import FileField, Model, QuerySet

from fastserializers.compiler.plan import Delegated, FieldPlan, Method, Nested, Plan
from fastserializers.compiler.sources.rows import columns
from fastserializers.compiler.sources.shapes import RelatedShape, Shape
from fastserializers.compiler.sources.source import Reader, Source
from fastserializers.conf import value_of
from fastserializers.instances import row_pages
from fastserializers.instances.loading import queryset_for_each
from fastserializers.instances.queryset import reasons_against_rows, why_cheaper
from fastserializers.names import path_of
from fastserializers.project.naming import raised
from fastserializers.project.reading import example_of, fast_plan
from fastserializers.project.serializers import SerializerClass, model_of
from fastserializers.project.views import Use
from fastserializers.proof.orders import accessor_of
from fastserializers.reading.class_plan import reason_for_drf
from fastserializers.reading.hooks import gives_instances
from fastserializers.reading.lists import NO_ROWS, why_given
from fastserializers.reading.pages import OWN_PAGINATOR
from fastserializers.rows.layout import layout_of
from fastserializers.rows.models import makes_plainly, reasons_against
from fastserializers.rows.needs import ModelNeeds, needs_of
from fastserializers.rows.relations import compares_as_python, relation_of
from fastserializers.rows.unpatched import ByDjango, is_djangos


class RowsReading(NamedTuple):
    """How the list of an unevaluated queryset is read."""

    instances: str = ""
    """Why the list is read from instances; empty if it is read as rows."""
    fields: tuple[tuple[str, str], ...] = ()
    """The fields that need an instance of each row nevertheless, and why."""
    make_function: Callable[[], Any] | None = None
    """Compiles the function that represents rows; None if the list is read from instances."""

    def sentences(self) -> Iterator[str]:
        rows = "The list of a queryset is read as rows"
        if self.make_function is None:
            yield f"The list of a queryset is read from instances: {self.instances}."
        elif not self.fields:
            yield f"{rows}, without instances."
        else:
            yield f"{rows}. These fields need an instance of each row:"
            yield from (f"  {name}: {reason}" for name, reason in self.fields)

    def document(self) -> dict[str, object]:
        return {
            "is_read_as_rows": self.make_function is not None,
            "read_from_instances_because": self.instances or None,
            "fields_that_need_an_instance": dict(self.fields),
        }


def rows_reading(
    serializer_class: SerializerClass, queryset: QuerySet[Any] | None = None
) -> RowsReading:
    """Return how a serializer class that reads fast reads a list.

    Without a queryset of the model, it is one of all rows, with nothing joined or prefetched.
    """
    model: Any = model_of(serializer_class)
    try:
        if not isinstance(model, type) or not issubclass(model, Model):
            return RowsReading("it has no model")
        rows: Any = model._default_manager.all()
        if queryset is not None and queryset.model is model:
            rows = queryset
        serializer = example_of(serializer_class)
        reason = reason_for_drf(serializer_class) or "; ".join(
            reasons_for_instances(serializer, rows)
        )
        compiled = None if reason else fast_plan(serializer)
        if compiled is None:
            return RowsReading(reason or "it renames its fields")
        reason = "" if makes_plainly(model) else why_cheaper(rows, compiled)
        needs = needs_of(compiled, model)
        shape = shape_of_model(needs, instances_escape=needs.instances_escape)
    except Exception as error:
        return RowsReading(raised(error))
    if shape is None:
        return RowsReading(f"Django reads {model.__name__} in a way of its own")
    needing = tuple(fields_of_instances(compiled.plan, columns(without_instances(shape)), model))
    if reason:
        return RowsReading(f"{reason}: {'; '.join(why for _, why in needing)}", needing)
    make_function = partial(compiled.many.__getitem__, columns(shape))
    return RowsReading(fields=needing, make_function=make_function)


def reading_of_use(serializer_class: SerializerClass, use: Use | None) -> RowsReading:
    """Return how the view that uses a serializer class reads a list; without one, all rows."""
    if use is None:
        return rows_reading(serializer_class)
    # REST framework replaces a method of the queryset that is an attribute of a view.
    queryset = None if use.queryset is None else use.queryset.all()
    found = rows_reading(serializer_class, queryset)
    paginator = use.options.get("pagination_class", use.view.pagination_class)
    if paginator is None or "list" not in use.actions:
        return found
    if row_pages.is_by_drf(paginator(), use.view):
        return found
    return RowsReading("; ".join(filter(None, [found.instances, OWN_PAGINATOR])))


def reasons_for_instances(serializer: Any, queryset: Any) -> Iterator[str]:
    """Yield why a serializer that reads fast needs an instance of each row of a queryset."""
    if not value_of("ROWS") or getattr(getattr(serializer, "Meta", None), "rows", True) is False:
        yield NO_ROWS
    against = [*reasons_against(queryset)]
    yield from against or reasons_against_rows(queryset)
    cls = type(serializer)
    if gives_instances(cls):
        yield why_given(cls)


def why_query_each(model: type[Model], name: str) -> str:
    """Return why a relation that is not loaded takes a query for each object; "" if not."""
    relation, db = relation_of(model, name), model._default_manager.db
    if relation is None:
        return "only Django follows it"
    if not compares_as_python(relation, connections[db]):
        return "the database compares its keys in another way than Python"
    # Django asks a related manager for the keys of its instance.
    names = [field.attname for field in model._meta.concrete_fields]
    try:
        queryset_for_each(relation, model.from_db(db, names, [1] * len(names)))
    except ByDjango as reason:
        return str(reason)
    return ""


def shape_of_model(needs: ModelNeeds, *, instances_escape: bool) -> Shape | None:
    """Return the shape of all rows of a model, with the relations that a plan reads."""
    queryset = needs.model._default_manager.all()
    # The query is compiled, and not executed.
    compiler: Any = queryset.query.get_compiler(using=queryset.db)
    compiler.setup_query()
    try:
        layout = layout_of(compiler)
    except ByDjango:
        return None
    related = []
    for relation, below in needs.relations:
        key = layout.positions.get(relation.key)
        if key is None:
            continue
        shape = shape_of_model(below.of(relation.model), instances_escape=instances_escape)
        if shape is not None:
            related.append(
                RelatedShape(
                    relation.name, shape, key, "key", relation.single, relation.may_be_none
                )
            )
    of_row = layout.with_values if layout.by_code else layout
    return Shape(of_row, tuple(related), instances_escape, needs.makes_instances)


# Fields that need an instance.


def without_instances(shape: Shape) -> Shape:
    """Return the same shape without instances, so that each field is asked on its own."""
    related = (each._replace(shape=without_instances(each.shape)) for each in shape.related)
    return shape._replace(related=tuple(related), has_instances=False)


def fields_of_instances(plan: Plan, source: Source, model: Any) -> Iterator[tuple[str, str]]:
    for field in plan.fields:
        reason, reader = why_instance(field, source, model)
        if reason:
            yield field.name, reason
        elif isinstance(field.output, Nested) and reader is not None and reader.related:
            rows, related = reader.related.rows, related_model(model, field.source)
            if isinstance(rows, Source):
                for name, below in fields_of_instances(field.output.plan, rows, related):
                    yield f"{field.name}.{name}", below


def why_instance(field: FieldPlan, source: Source, model: Any) -> tuple[str, Reader | None]:
    """Return why a field needs an instance; or an empty reason, and what reads the field."""
    output = field.output
    if isinstance(output, Method):
        return f"{output.name}() is given one", None
    if isinstance(output, Delegated):
        return f"REST framework's own code reads it: {output.reason}", None
    path = field.source if output.source is None else output.source
    reader = source.read(path, output.access)
    if reader is None:
        return "only REST framework knows how to read it", None
    return (why_made(model, path), None) if "made" in reader.row_locals else ("", reader)


def why_made(model: Any, path: Sequence[str]) -> str:
    """Return why the value at a path needs an instance of a model."""
    source = ".".join(path)
    for name in path:
        field = model_field(model, name)
        if field is None:
            what = "() is a method" if callable(getattr(model, name, None)) else " is an attribute"
            return f"{name}{what} of {model.__name__}"
        if field.is_relation and (field.one_to_many or field.many_to_many):
            manager = type(field.related_model._default_manager)
            return f"{source} is read by managers like {path_of(manager)}"
        descriptor = inspect.getattr_static(model, name, None)
        if not is_djangos(type(descriptor)):
            top = type(descriptor).__module__.partition(".")[0]
            packages = packages_distributions().get(top)
            of_package = f", of {packages[0]}" if packages else ""
            return f"{source} is read by {path_of(type(descriptor))}{of_package}"
        if isinstance(field, FileField):
            return f"{source} is a file, which belongs to an instance"
        if not field.is_relation:
            return f"{source} is an attribute of a value"
        model = field.related_model
    return f"{source} is a related instance" if path else "the source is the instance itself"


def related_model(model: Any, path: Iterable[str]) -> Any:
    for name in path:
        model = getattr(model_field(model, name), "related_model", None)
    return model


def model_field(model: Any, name: str) -> Any:
    fields = model._meta.get_fields() if hasattr(model, "_meta") else ()
    names = ((each, (accessor_of(each), getattr(each, "attname", None))) for each in fields)
    return next((each for each, known in names if name in known), None)
