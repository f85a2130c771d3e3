"""What a project's serializers do: methods, and all that is overridden."""

from contextlib import contextmanager

from django.db import connection
from django.db.models import prefetch_related_objects
from django.db.models.signals import post_init
from rest_framework import serializers

from tests.hunting import changing
from tests.hunting.changing import FIELD_CHANGES
from tests.hunting.models import MODELS, relation_names
from tests.named import all_of, by_name


def type_name(source):
    """Return the name of the type of what is represented: that of a page is another one."""
    return "list" if isinstance(source, list) else type(source).__name__


class Failing:
    """What a method may do that mostly fails."""

    def raises(serializer, instance):
        raise KeyError("hunted")

    def attribute(serializer, instance):
        return instance.a


class Calm:
    """What a method may do with anything, and change nothing."""

    def says_where_it_is(serializer, instance):
        place = serializer.field_name, serializer.source, serializer.parent is None
        instances = serializer.instance, serializer.root.instance, instance
        return [*place, sorted(serializer.context), *map(type_name, instances)]

    def type_of_the_instance(serializer, instance):
        return type(instance).__name__

    def fields(serializer, instance):
        return list(serializer.fields)

    def nothing(serializer, instance):
        return None


def names_of_relations(instance, *, many):
    return relation_names(instance._meta.object_name, many=many)


def plain_column(instance):
    return next(
        column.attname
        for column in instance._meta.concrete_fields
        if not column.unique and not column.is_relation and not column.generated
    )


def asked(instance):
    for name in names_of_relations(instance, many=False):
        if getattr(instance, name, None) is not None:
            return getattr(instance, name)
    return None


def managers(instance):
    return [getattr(instance, name) for name in names_of_relations(instance, many=True)]


class OfRows:
    """What a method may do with a row of the database: anything else has no `_meta`."""

    def names_related_rows(serializer, instance):
        return [[repr(related) for related in manager.all()] for manager in managers(instance)]

    def changes_the_row(serializer, instance):
        setattr(instance, plain_column(instance), 5)

    def changes_a_related_row(serializer, instance):
        OfRows.changes_the_row(serializer, asked(instance))

    def moves_to_another(serializer, instance):
        for column in instance._meta.concrete_fields:
            if column.many_to_one and column.null:
                setattr(instance, column.attname, None)

    def asks_of_related_rows(serializer, instance):
        return [
            [
                manager.all().exists(),
                manager.all().count(),
                len(manager.all()),
                sorted(map(str, manager.all().values_list("pk", flat=True))),
                repr(manager.all().first()),
            ]
            for manager in managers(instance)
        ]

    def asks_what_is_loaded(serializer, instance):
        state = instance._state
        prefetched = getattr(instance, "_prefetched_objects_cache", ())
        names = state.fields_cache, prefetched, instance.get_deferred_fields()
        return [*map(sorted, names), state.adding, state.db]

    def takes_related_rows_away(serializer, instance):
        for related in managers(instance):
            if hasattr(related, "remove"):
                related.remove(*related.all()[:1])
        return OfRows.names_related_rows(serializer, instance)

    def stores_the_row(serializer, instance):
        column = plain_column(instance)
        setattr(instance, column, getattr(instance, column))
        instance.save(update_fields=[column])
        return repr(asked(instance))

    def reads_the_row_again(serializer, instance):
        instance.refresh_from_db()
        return repr(instance)

    def prefetches(serializer, instance):
        prefetch_related_objects([instance], *names_of_relations(instance, many=True))

    def writes_to_related_rows(serializer, instance):
        related = shown_relations(serializer, instance)
        for each in filter(None, related):
            type(each)._base_manager.filter(pk=each.pk).update(**{plain_column(each): 7})
        return [*map(repr, related), repr(asked(instance))]

    def asks_by_sql(serializer, instance):
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return [*map(repr, shown_relations(serializer, instance))]

    def names_a_related_row(serializer, instance):
        return repr(asked(instance))


def shown_relations(serializer, instance):
    """Return the related objects whose relation is a field, before the method or after it."""
    names = names_of_relations(instance, many=False)
    return [getattr(instance, name, None) for name in names if name in serializer.fields]


CALM_METHODS, OF_ROWS = all_of(Calm), all_of(OfRows)
METHODS = {**CALM_METHODS, **OF_ROWS, **all_of(Failing)}


class AddsAKey:
    def to_representation(self, instance):
        row = super().to_representation(instance)
        row["added"] = type(instance).__name__
        return row


class DropsRelationsToMany:
    """Has the property of projects whose clients choose whether lists are long."""

    @property
    def fields(self):
        fields = super().fields
        for name, field in [*fields.items()]:
            if isinstance(field, serializers.ManyRelatedField | serializers.ListSerializer):
                fields.pop(name)
        return fields


class NestsItself:
    def get_fields(self):
        return {**super().get_fields(), "again": type(self)(source="b", required=False)}


class WrapsItsData:
    @property
    def data(self):
        return {"wrapped": super().data}


OVERRIDES = {
    **by_name(AddsAKey, DropsRelationsToMany, NestsItself, WrapsItsData),
    **{f"{name} when made": changing.when_made(change) for name, change in FIELD_CHANGES.items()},
    **changing.REQUEST_OVERRIDES,
}


class Receivers:
    """Receivers of `post_init`, of all models or of one of them."""

    def that_adds(sender, instance, **kwargs):
        instance.extra = f"added to {sender.__name__}"

    def that_changes(sender, instance, **kwargs):
        for name in {"title", "name", "label", "text", "role"} & vars(instance).keys():
            setattr(instance, name, f"{getattr(instance, name)}!")

    def that_loads(sender, instance, **kwargs):
        for field in sender._meta.concrete_fields:
            if field.attname in vars(instance) and field.related_model not in (None, sender):
                getattr(instance, field.name, None)


RECEIVERS = all_of(Receivers)


@contextmanager
def heard(receiver, model=None):
    """Tell a receiver of each instance of a model that is made, or of all models."""
    of_signal = RECEIVERS[receiver], MODELS.get(model)
    post_init.connect(*of_signal)
    try:
        yield
    finally:
        post_init.disconnect(*of_signal)
