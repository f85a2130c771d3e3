"""A thousand rows for each model, made of the few that a project's factories make."""

from __future__ import annotations

import copy
from itertools import cycle, islice
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, models, transaction

ROWS = 1_000


def copy_rows(model: Any) -> None:
    """Add copies until the model has `ROWS` rows, or fewer where the database takes no more.

    A copy differs in its key, and in texts and numbers that have to be unique. It has the
    original's related objects. The project's `save()` is not asked.
    """
    if has_children(model):
        # Its rows are copied with those of the child models.
        return
    originals = list(model._base_manager.order_by("pk")[:ROWS])
    missing = ROWS - model._base_manager.count()
    if not originals or missing <= 0:
        return
    pairs = [
        (row, copied(row, 1 + number // len(originals)))
        for number, row in enumerate(islice(cycle(originals), missing))
    ]
    try:
        with transaction.atomic():
            store(model, [new for _, new in pairs])
            copy_related(model, pairs)
    except (DatabaseError, ValueError, RuntimeError):
        # The project refuses: there is to be one of them only, say.
        return


def store(model: Any, news: list[Any]) -> None:
    """Insert the rows as they are; those of a child model in its parents' tables, too."""
    if not parents_of(model):
        model._base_manager.bulk_create(news, ignore_conflicts=True)
        return
    for each in [*reversed(model._meta.get_parent_list()), model]:
        fields = each._meta.local_concrete_fields
        each._base_manager.all()._insert(news, fields=fields, using=DEFAULT_DB_ALIAS, raw=True)


def has_children(model: Any) -> bool:
    links = (each.field.remote_field for each in model._meta.related_objects if each.one_to_one)
    return any(link.parent_link for link in links)


def parents_of(model: Any) -> dict[Any, Any]:
    """Return the models that have rows of their own behind each row, with the field that leads."""
    return {parent: link for parent, link in model._meta.parents.items() if link is not None}


def copied(row: Any, number: int) -> Any:
    new = copy.copy(row)
    new._state = type(row._state)()
    new._prefetched_objects_cache = {}
    parents = parents_of(type(row))
    for parent, link in parents.items():
        setattr(new, parent._meta.pk.attname, parent._meta.pk.get_default())
        setattr(new, link.attname, getattr(new, parent._meta.pk.attname))
    if not parents:
        new.pk = type(row)._meta.pk.get_default()
    for field in unique_fields(type(row)):
        value = getattr(row, field.attname)
        if isinstance(field, models.CharField | models.TextField) and value:
            end = f"-{number}"
            length = (field.max_length or 1_000) - len(end)
            setattr(new, field.attname, value[:length] + end)
        elif isinstance(field, models.IntegerField) and value is not None:
            setattr(new, field.attname, value + number * ROWS)
    return new


def unique_fields(model: Any) -> list[Any]:
    """Return the fields that are unique, by themselves or together with others."""
    together = {
        name
        for each in (model, *model._meta.get_parent_list())
        for names in (
            *each._meta.unique_together,
            *(getattr(constraint, "fields", ()) for constraint in each._meta.constraints),
        )
        for name in names
    }
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key
        and not field.is_relation
        and (field.unique or field.name in together)
    ]


def copy_related(model: Any, pairs: list[tuple[Any, Any]]) -> None:
    """Give each copy the related objects that its original has in many-to-many fields."""
    keys = [new.pk for _, new in pairs if new.pk is not None]
    stored = set(model._base_manager.filter(pk__in=keys).values_list("pk", flat=True))
    for field in model._meta.many_to_many:
        if not isinstance(field, models.ManyToManyField):
            continue
        through: Any = field.remote_field.through
        source = through._meta.get_field(field.m2m_field_name()).attname
        links_of: dict[Any, list[Any]] = {}
        for link in through._base_manager.filter(
            **{f"{source}__in": {row.pk for row, _ in pairs}}
        ):
            links_of.setdefault(getattr(link, source), []).append(link)
        links = []
        for row, new in pairs:
            for link in links_of.get(row.pk, ()) if new.pk in stored else ():
                links.append(copied(link, 0))
                setattr(links[-1], source, new.pk)
        through._base_manager.bulk_create(links, ignore_conflicts=True)
