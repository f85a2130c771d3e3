"""How a list of a model's rows would be read, told without a row: by columns, or by instances."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Model
from django.db.models.signals import post_init, pre_init

from fastserializers.compiler.emit import MANY
from fastserializers.compiler.function import CompiledPlan, compile_function
from fastserializers.compiler.plan import Delegated, FieldPlan, Method, Nested, Plan
from fastserializers.compiler.reads.rows import columns
from fastserializers.compiler.reads.shapes import RelatedShape, Shape
from fastserializers.compiler.reads.source import Reader, Source
from fastserializers.conf import value_of
from fastserializers.plans.class_plan import class_plan
from fastserializers.plans.switch import reading_by
from fastserializers.project.serializers import model_of
from fastserializers.rows.execute import is_readable
from fastserializers.rows.layout import columns_without, layout_of
from fastserializers.rows.needs import ColumnNeeds, needs_of
from fastserializers.rows.queryset import may_read_rows
from fastserializers.rows.unpatched import OWN_QUERYSET, making_of, path_of

if TYPE_CHECKING:
    from fastserializers.project.serializers import SerializerClass


class RowsReading(NamedTuple):
    """How the list of a queryset that nobody has evaluated is read."""

    instances: str = ""
    """Why of instances; nothing where it is read as rows."""
    fields: tuple[tuple[str, str], ...] = ()
    """Which fields need an instance of a row nevertheless, and why."""
    plan: CompiledPlan | None = None
    shape: Shape | None = None
    """None where it is read from instances."""

    def in_words(self) -> Iterator[str]:
        rows = "The list of a queryset is read as rows"
        if self.shape is None:
            yield f"The list of a queryset is read from instances: {self.instances}."
        elif not self.fields:
            yield f"{rows}, without instances."
        else:
            yield f"{rows}. These fields need an instance of each row:"
            yield from (f"  {name}: {reason}" for name, reason in self.fields)

    def document(self) -> dict[str, Any]:
        return {
            "is_read_as_rows": self.shape is not None,
            "read_from_instances_because": self.instances or None,
            "fields_that_need_an_instance": dict(self.fields),
        }

    def source(self) -> str | None:
        """Return the function that represents the rows, if there is one."""
        if self.plan is None or self.shape is None:
            return None
        return inspect.getsource(compile_function(self.plan, columns(self.shape), MANY))


def rows_reading(serializer_class: SerializerClass) -> RowsReading:
    """Return how lists of a serializer class are read where it reads fast.

    The queryset is one that all rows of the model come from, with nothing joined or prefetched.
    """
    model: Any = model_of(serializer_class)
    try:
        with reading_by("fast"):
            serializer: Any = serializer_class()
            compiled = class_plan(serializer_class).compiled
            reason = why_instances(serializer, compiled, model)
        if reason or compiled is None:
            return RowsReading(reason)
        needs = needs_of(compiled)
        shape = shape_of_model(model, needs, instances_escape=needs.of(model).instances_escape)
    except Exception as error:
        return RowsReading(" ".join(f"{type(error).__name__}: {error}".split()))
    if shape is None:
        return RowsReading(f"Django reads {model.__name__} in a way of its own")
    needing = fields_of_instances(compiled.plan, columns(without_instances(shape)))
    return RowsReading(fields=tuple(needing), plan=compiled, shape=shape)


def why_instances(serializer: Any, compiled: CompiledPlan | None, model: Any) -> str:
    """Return why lists of a model are read as instances; nothing where nothing says so."""
    if not isinstance(model, type) or not issubclass(model, Model):
        return "it has no model"
    if not may_read_rows(serializer):
        return "ROWS is False in the setting, or rows is False in its Meta"
    if making_of(model) or not is_readable(model._default_manager.all()):
        return why_django_makes(model)
    plan = class_plan(type(serializer))
    if plan.reason:
        return plan.reason
    if not plan.is_plain:
        definer = own_method(type(serializer), ("to_representation",), "rest_framework")
        return f"{definer}() is given them"
    if compiled is None or not compiled.is_complete:
        return "its fields are known when it is made, and not before"
    return ""


# Why instances are made of the rows of a model.

MAKING = ("__init__", "__new__", "__setattr__", "__getattribute__", "from_db")
SIGNALS = {"pre_init": pre_init, "post_init": post_init}


def why_django_makes(model: Any) -> str:
    """Return which receiver, method or class makes each row of a model an instance."""
    heard = [f"{path} receives {name}" for path, name in receivers_of(model)]
    if heard:
        return ", ".join(heard)
    queryset = type(model._default_manager.all())
    own = own_method(model, MAKING) or own_method(queryset, OWN_QUERYSET.names)
    return f"{own} is no code of Django's" if own else f"{path_of(model)} makes them its own way"


class AnyModel:
    """In the place of a model, for the receivers that are connected without a sender."""


def receivers_of(model: Any) -> Iterator[tuple[str, str]]:
    """Return the paths of the receivers that the instances of a model are made for."""
    harmless = value_of("HARMLESS_RECEIVERS")
    for name, signal in SIGNALS.items():
        for path in (path_of(each) for live in signal._live_receivers(model) for each in live):
            if path not in harmless:
                yield path, name


def own_method(cls: Any, names: Iterable[str], package: str = "django") -> str:
    """Return the path of the first of these that a class has from elsewhere than a package."""
    for name in names:
        definer: Any = next((base for base in cls.__mro__ if name in vars(base)), object)
        if definer.__module__.partition(".")[0] not in (package, "builtins"):
            return f"{path_of(definer)}.{name}"
    return ""


def shape_of_model(
    model: type[Model], needs: ColumnNeeds, *, instances_escape: bool
) -> Shape | None:
    """Return the shape of all rows of a model, with what is read of them fetched by key."""
    queryset = model._default_manager.all()
    # Its query is compiled, and not executed.
    compiler: Any = queryset.query.get_compiler(using=queryset.db)
    compiler.setup_query()
    layout = layout_of(compiler)
    if layout is None:
        return None
    links = []
    for relation, below in needs.of(model).relations:
        key = layout.positions.get(relation.key)
        if key is None or relation.owns:
            continue
        shape = shape_of_model(relation.model, below, instances_escape=instances_escape)
        if shape is not None:
            links.append(
                RelatedShape(
                    relation.name,
                    relation.single,
                    key,
                    by_key=relation.converts is None,
                    may_be_none=relation.may_be_none,
                    shape=shape,
                )
            )
    has_instances = needs.of(model).makes_instances
    return Shape(columns_without(layout), (), tuple(links), instances_escape, has_instances)


# Fields that need an instance.


def without_instances(shape: Shape) -> Shape:
    """Return the shape of rows that no instances are made of for the sake of other fields."""
    links = (link._replace(shape=without_instances(link.shape)) for link in shape.links)
    return shape._replace(links=tuple(links), has_instances=False)


def fields_of_instances(plan: Plan, source: Source) -> Iterator[tuple[str, str]]:
    for field in plan.fields:
        reason, reader = why_instance(field, source)
        if reason:
            yield field.name, reason
        elif isinstance(field.output, Nested) and reader is not None and reader.related:
            rows = reader.related.rows
            if isinstance(rows, Source):
                for name, below in fields_of_instances(field.output.plan, rows):
                    yield f"{field.name}.{name}", below


def why_instance(field: FieldPlan, source: Source) -> tuple[str, Reader | None]:
    """Return why a field needs an instance, if it does, and else what it is read by."""
    output = field.output
    if isinstance(output, Method):
        return f"{output.name}() is given one", None
    if isinstance(output, Delegated):
        return f"REST framework's own code reads it: {output.reason}", None
    path = field.source if output.source is None else output.source
    reader = source.read(path, output.access)
    if reader is None:
        return "only REST framework knows how to read it", None
    if "made" in reader.row_locals:
        return f"{'.'.join(path) or '*'} is no column or relation of the rows", None
    return "", reader
