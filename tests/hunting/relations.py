"""The columns and the relations of each model, by name."""

from __future__ import annotations

from typing import NamedTuple

from tests.hunting.known import KNOWN
from tests.hunting.models import MODELS


class Relation(NamedTuple):
    model: str
    many: bool


def relations_of(model):
    """Return the relations of a model by name, in both directions."""
    relations = {}
    for relation in model._meta.get_fields():
        is_reverse = relation.auto_created and not relation.concrete
        name = relation.get_accessor_name() if is_reverse else relation.name
        if (
            relation.related_model is not None
            and name
            and name not in KNOWN
            and known(relation.related_model)
        ):
            many = relation.one_to_many or relation.many_to_many
            relations[name] = Relation(relation.related_model.__name__, many)
    return relations


def known(model):
    return model is not None and MODELS.get(model.__name__) is model


def relation_names(model, *, many):
    """Return the names of a model's relations to many rows, or to one."""
    return [name for name, relation in RELATIONS[model].items() if relation.many is many]


RELATIONS = {name: relations_of(model) for name, model in MODELS.items()}
COLUMNS = {
    name: tuple(field.name for field in model._meta.concrete_fields)
    for name, model in MODELS.items()
}
PLAIN_COLUMNS = {
    name: tuple(column for column in columns if column not in RELATIONS[name])
    for name, columns in COLUMNS.items()
}
