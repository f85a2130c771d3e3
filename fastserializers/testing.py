"""For a project's own tests: proof that a serializer gives the same output when it reads fast."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from django.db.models import QuerySet
from django.db.models.manager import BaseManager
from django.db.models.query import RawQuerySet
from rest_framework.serializers import BaseSerializer

from fastserializers.proof.compare import compare
from fastserializers.proof.differences import name_of, places_in_words

LISTS = (list, QuerySet, RawQuerySet, BaseManager)


def assert_same_output(
    serializer_class: type[BaseSerializer[Any]],
    source: Any,
    *,
    context: Mapping[str, Any] | None = None,
    allow_empty: bool = False,
    **others: NoReturn,
) -> None:
    """Assert that REST framework's code and the fast code give the same output for `source`.

    `source` is an instance; or a list, a queryset or a manager, which is serialized with
    `many=True`. Values, types, the keys and their order have to be the same. A queryset is
    evaluated once for each of the two; an instance and the items of a list are read twice, the
    fast way first.

    Raises `AssertionError` with the first difference, and `TypeError` for a class that cannot read
    fast. An exception that both codes raise is raised: a test that expects it uses
    `pytest.raises()`. Warns of the same rows in another order if nothing orders the relation,
    and of values that REST framework's code itself gives differently each time, such as the
    current time, because nothing is proved of them.
    """
    # REST framework's paginators need Django's settings when they are imported.
    from fastserializers.reading.replaced import replace

    __tracebackhide__ = True
    if others:
        raise TypeError(
            f"assert_same_output() has no argument {next(iter(others))!r}: a list, a queryset and "
            f"a manager are always serialized with many=True, and anything else is one object."
        )
    replace()
    make_source = fresh(source)
    difference, drf, unstable, relations = compare(
        serializer_class, make_source, many=isinstance(source, LISTS), context=context
    )
    if difference is not None:
        where = f"at {difference.path}" if difference.path else "as a whole"
        raise AssertionError(f"{name_of(serializer_class)} differs {where}:\n{difference}")
    if drf.error is not None:
        raise drf.error
    for relation in relations:
        warnings.warn(
            f"{name_of(serializer_class)} gives the same rows in another order: {relation.why}.",
            stacklevel=2,
        )
    if unstable:
        warnings.warn(
            f"REST framework's code gives {name_of(serializer_class)} another value each time at "
            f"{places_in_words(sorted(unstable))}, so nothing is proved there. Fix the value, for "
            f"example with freezegun or a seed.",
            stacklevel=2,
        )
    if not allow_empty and isinstance(source, LISTS) and not drf.value:
        raise AssertionError(
            f"There are no rows to compare {name_of(serializer_class)} on, so nothing is proved. "
            f"allow_empty=True accepts that."
        )


def fresh(source: Any) -> Callable[[], Any]:
    """Return a function that returns `source`: a queryset is a new, unevaluated one each time."""
    if isinstance(source, QuerySet):
        return source.all
    if isinstance(source, RawQuerySet):
        return source.prefetch_related
    return lambda: source
