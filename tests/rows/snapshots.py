"""All that is on instances, as a value, to hold ours against Django's."""

import operator

from django.core.exceptions import EmptyResultSet
from django.db.models import Model, QuerySet


def follows_all(instance, name):
    return True


def snapshot_of(value, path=(), is_same=operator.is_, follows=follows_all):
    """Return what is on an instance and on all that it leads to, with the order of its columns.

    `is_same` tells whether an instance is one that has led to it; `follows`, whether there is more
    of a related instance than its key, by the name in the cache.
    """

    def below(value):
        return snapshot_of(value, path, is_same, follows)

    if isinstance(value, QuerySet):
        known = value._known_related_objects
        return (
            "queryset",
            sql_of(value),
            value._prefetch_done,
            [(field.name, list(objects)) for field, objects in known.items()],
            below(value._result_cache),
        )
    if isinstance(value, list | tuple):
        return [below(item) for item in value]
    if isinstance(value, dict):
        return sorted((key, below(item)) for key, item in value.items())
    if not isinstance(value, Model):
        return type(value), repr(value)
    led_to_it = [is_same(value, other) for other in path]
    if any(led_to_it):
        return "the one above", led_to_it.index(True)
    path = (*path, value)
    state = dict(vars(value._state))
    state.pop("peers", None)
    if not state.get("fields_cache"):
        # Django makes an empty one for whoever asks.
        state.pop("fields_cache", None)
    else:
        state["fields_cache"] = {
            key: item if item is None or follows(value, key) else (type(item), item.pk)
            for key, item in state["fields_cache"].items()
        }
    return (
        type(value),
        [(key, below(item)) for key, item in attributes_of(value)],
        next(iter(vars(value))),
        [(key, below(item)) for key, item in sorted(state.items())],
    )


def attributes_of(instance):
    """Return all that is on an instance, what was prefetched to it at the end."""
    # The key of a parent, which it has as its own link to it: Django takes it from there.
    inherited = {parent._meta.pk.attname for parent in instance._meta.get_parent_list()}
    apart = {"_state", "_prefetched_objects_cache", *inherited}
    yield from ((key, item) for key, item in vars(instance).items() if key not in apart)
    # An empty one, which nobody finds anything in, is as good as none.
    if vars(instance).get("_prefetched_objects_cache"):
        yield "_prefetched_objects_cache", instance._prefetched_objects_cache


def sql_of(queryset):
    try:
        return str(queryset.query)
    except EmptyResultSet:
        return "nothing"
