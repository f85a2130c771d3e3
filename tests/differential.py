"""Reads a serializer class by REST framework and within `reading_fast()`, and compares.

That is the way by which a view with the mixin reads. The read-only classes have an `__init__()`,
`data` and writing methods of their own: tests of these use `made_fast()` and `FAST_BASES` as well.
"""

import re

from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer, FastReadOnlySerializer
from fastserializers.views import reading_fast

FAST_BASES = {
    serializers.Serializer: FastReadOnlySerializer,
    serializers.ModelSerializer: FastReadOnlyModelSerializer,
}


def made_fast(plain):
    """Return a subclass that reads fast, and only reads; a class that does as it is."""
    if issubclass(plain, FastReadOnlyMixin):
        return plain
    names = {name: getattr(plain, name) for name in ("__module__", "__qualname__")}
    return type(plain)(plain.__name__, (FastReadOnlyMixin, plain), names)


# What the project's own code notes down while it is called: the fixture `calls` empties it.
CALLS = []


def of_a_thing(base, *mixins, name="ExampleSerializer", **attributes):
    """Return a class of the name and the size of `THING`, with what a project overrides."""
    fields = {"name": serializers.CharField(), "size": serializers.IntegerField()}
    return type(base)(name, (*mixins, base), {**fields, **attributes})


def of_a_thing_with(*mixins, **attributes):
    """Return a function that makes such a class on the base that it is given."""
    return lambda base: of_a_thing(base, *mixins, **attributes)


def of_body(body):
    """Return a function that makes a class of the attributes that `body` returns."""
    return lambda base: type(base)("ExampleSerializer", (base,), body())


def made_of(body, base=serializers.Serializer):
    """Return a class of these attributes."""
    return type(base)("ExampleSerializer", (base,), dict(body))


def read_fast(use, *arguments):
    """Return what `use` returns while all serializers read fast."""
    with reading_fast():
        return use(*arguments)


def assert_alike(use, *arguments):
    """Assert that `use` returns the same by REST framework and while all read fast; return it."""
    expected = use(*arguments)
    assert read_fast(use, *arguments) == expected
    return expected


def assert_same(body, source, *, base=serializers.Serializer, context=None):
    """Assert that a class makes the same of `source`, alone and in a list; return it.

    `body` has the attributes of the class. `source` is an instance, or a function that makes one,
    for instances that change when read.
    """
    make = source if callable(source) else lambda: source
    return assert_alike(outcomes, made_of(body, base), make, context)[0]


def outcomes(serializer_class, make, context=None):
    """Return what becomes of an instance, and of a list of two."""
    return [outcome(serializer_class, make, context, many=many) for many in (False, True)]


def outcome(serializer_class, make, context=None, *, many=False):
    """Return what a serializer makes of an instance, or the exception that it raises.

    `many` is True for a list of two, or how many there are in the list.
    """
    options = {} if context is None else {"context": context}
    rows = 2 if many is True else many
    source = [make() for _ in range(rows)] if many else make()
    if many:
        options["many"] = True
    try:
        return spelled_out(serializer_class(source, **options).data)
    except Exception as error:
        return type(error), str(error)


def outcome_and_calls(serializer_class, make, calls, context=None, *, many=False):
    """Return an outcome, and what the project's own code noted down in `calls` meanwhile."""
    calls.clear()
    return outcome(serializer_class, make, context, many=many), list(calls)


def spelled_out(value):
    """Return a value with all the types and the order of the keys in it."""
    if isinstance(value, dict):
        return type(value), [(key, spelled_out(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [spelled_out(item) for item in value]
    # By its text, since NaN is unequal to itself.
    return type(value), repr(value)


# Where an object is, also in a URL or in capitals, and, from Python 3.14 on, which line of code
# wanted its hash.
INCIDENTAL = re.compile(
    r"(?i:(?: |%20)at(?: |%20)0x[0-9a-f]+)"
    r"|cannot use .*? as a (?:dict key|set element) (?=\(unhash)"
)


def without_addresses(result):
    return INCIDENTAL.sub("", repr(result))


def value_of(result):
    """Return the pairs of a row that an outcome spells out, without their types."""
    return {key: value for key, (_, value) in result[1]}
