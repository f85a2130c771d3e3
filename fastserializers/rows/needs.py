"""The columns and relations that a plan reads of rows."""

from __future__ import annotations

from functools import cached_property, lru_cache

from django.db.models import Model

from fastserializers.compiler.functions import CompiledPlan
from fastserializers.compiler.plan import FieldPlan, Nested, OwnRepresentation, Plan
from fastserializers.compiler.representation import Representation
from fastserializers.compiler.sources.instances import column_of, descriptor_of, key_column
from fastserializers.compiler.sources.shapes import Layout
from fastserializers.rows.relations import Relation, relation_of


class ColumnNeeds:
    """The columns and relations that are read of the rows of one model."""

    def __init__(self) -> None:
        self.is_of_many = False
        """Whether the relation leads to many rows."""
        self.names: dict[str, None] = {}
        """The attributes that are read: columns, annotations, and those of instances alone."""
        self.representing: set[tuple[str, ...]] = set()
        """The attributes by which relational fields represent the rows: empty for an instance."""
        self.gives_instance = False
        """Whether project code is given the instance of a row, whatever the model is."""
        self.keys: dict[str, None] = {}
        """Relations of which the key alone is read."""
        self.related: dict[str, ColumnNeeds] = {}
        """The needs of related rows, by the attribute that leads to them."""
        self.known: dict[type[Model], ModelNeeds] = {}
        """By the model of the rows: see `of()`."""

    def at(self, path: tuple[str, ...]) -> ColumnNeeds:
        """Return the needs of the rows that a path leads to."""
        needs = self
        for name in path:
            needs = needs.related.setdefault(name, ColumnNeeds())
        return needs

    def below(self, name: str) -> ColumnNeeds:
        """Return the needs of the rows that a relation leads to."""
        return self.related.get(name, NO_NEEDS)

    def of(self, model: type[Model]) -> ModelNeeds:
        """Return these needs for rows of a model."""
        known = self.known.get(model)
        if known is None:
            known = self.known[model] = ModelNeeds(self, model)
        return known


class ModelNeeds:
    """The needs of rows whose model is known."""

    def __init__(self, needs: ColumnNeeds, model: type[Model]) -> None:
        self.needs = needs
        self.model = model
        self.layout: Layout | None = None
        """The layout of the rows that a relation has led to last."""

    def reads(self, name: str | None) -> bool:
        """Return whether an attribute is read, or what a relation leads to."""
        return name in self.needs.related or name in self.needs.names

    def below(self, name: str, model: type[Model]) -> ModelNeeds:
        """Return the needs of the rows of a model that a relation leads to."""
        return self.needs.below(name).of(model)

    @cached_property
    def relations(self) -> tuple[tuple[Relation, ColumnNeeds], ...]:
        """The relations that are read, in the order in which they are."""
        related = self.needs.related
        names = dict.fromkeys((*related, *self.needs.names))
        of_names = (
            (relation_of(self.model, name), related.get(name, OF_INSTANCES)) for name in names
        )
        return tuple(
            (relation, below)
            for relation, below in of_names
            if relation is not None
            and relation.single is not below.is_of_many
            and not self.reads(relation.parent)
        )

    def takes_rows(self, relation: Relation, below: ColumnNeeds) -> bool:
        """Return whether the fields that read a relation need no instance of its rows' owner."""
        return relation.name not in self.needs.names and all(
            len(path) == 1 and column_of(relation.model, path[0]) for path in below.representing
        )

    @cached_property
    def makes_instances(self) -> bool:
        """Whether an instance is made of every row."""
        return (
            self.needs.gives_instance
            or any(takes_instance(self.model, name) for name in self.needs.names)
            or any(has_key_elsewhere(self.model, name) for name in self.needs.keys)
        )

    @property
    def follows_instances(self) -> bool:
        """Whether a relation is read that only an instance leads to."""
        return not self.needs.related.keys() <= {relation.name for relation, _ in self.relations}

    @cached_property
    def instances_escape(self) -> bool:
        """Whether project code may get instances of the rows."""
        return (
            self.makes_instances
            or self.follows_instances
            or any(below.of(relation.model).instances_escape for relation, below in self.relations)
        )


def takes_instance(model: type[Model], name: str) -> bool:
    """Return whether reading an attribute may run code: not so for columns and annotations."""
    if column_of(model, name) is not None:
        return False
    return descriptor_of(model, name) is not None or hasattr(model, "__getattr__")


def has_key_elsewhere(model: type[Model], name: str) -> bool:
    """Return whether the key of a relation is no column: an instance is asked for it."""
    return key_column(model, name) is None and descriptor_of(model, name) is not None


# The needs of a relation that is represented by its text, or by an attribute.
OF_INSTANCES = ColumnNeeds()
OF_INSTANCES.gives_instance = True
NO_NEEDS = ColumnNeeds()


@lru_cache(maxsize=1024)
def needs_of(compiled: CompiledPlan, model: type[Model]) -> ModelNeeds:
    """Return what a plan reads of the rows of a model."""
    needs = ColumnNeeds()
    add_plan(compiled.plan, needs)
    return needs.of(model)


def add_plan(plan: Plan, needs: ColumnNeeds) -> None:
    for field in plan.fields:
        add_field(field, needs)


def add_field(field: FieldPlan, needs: ColumnNeeds) -> None:
    output = field.output
    path = field.source if output.source is None else output.source
    if output.access in ("nested", "rows"):
        needs.at(path).is_of_many = True
    if isinstance(output, Nested):
        add_plan(output.plan, needs.at(path))
    elif not isinstance(output, Representation):
        needs.gives_instance = True
        if isinstance(output, OwnRepresentation) or output.access == "rows":
            # REST framework reads the value, and gives it to code of the project's.
            add_name(path, needs)
    elif output.access in ("related", "rows"):
        add_name(output.related_attribute, needs.at(path))
        needs.at(path).representing.add(output.related_attribute)
    elif output.access == "key":
        # The column of a relation, and not what it leads to.
        needs.at(path[:-1]).keys.update(dict.fromkeys(path[-1:]))
    else:
        add_name(path, needs)
        if output.runs_code:
            needs.gives_instance = True


def add_name(path: tuple[str, ...], needs: ColumnNeeds) -> None:
    """Add a path of attributes that is read; at the end of an empty one is an instance."""
    needs = needs.at(path[:-1])
    if path:
        needs.names[path[-1]] = None
    else:
        needs.gives_instance = True
