"""Builds a serializer class twice, on DRF's base and on ours, and holds their outputs together."""

import re

from rest_framework import serializers

from fastserializers import (
    FastReadOnlyMixin,
    FastReadOnlyModelSerializer,
    FastReadOnlySerializer,
)
from fastserializers.reading.class_plan import MARK
from fastserializers.reading.replaced import replace
from fastserializers.reading.state import SerializerState

replace()

FAST_BASES = {
    serializers.Serializer: FastReadOnlySerializer,
    serializers.ModelSerializer: FastReadOnlyModelSerializer,
}


# The ways to a fast class, each of a function that makes a class on a base of DRF's.


def on_the_fast_base(make, base):
    return make(FAST_BASES[base])


def made_fast(plain):
    """Return a subclass that reads fast, and only reads; a class that does as it is."""
    if issubclass(plain, FastReadOnlyMixin):
        return plain
    names = {name: getattr(plain, name) for name in ("__module__", "__qualname__")}
    return type(plain)(plain.__name__, (FastReadOnlyMixin, plain), names)


def with_the_mixin(make, base):
    return made_fast(make(base))


def with_a_mark(make, base):
    """Return the class itself, whose serializers are marked before they are made."""
    plain = make(base)
    new = plain.__new__

    def marked(cls, *args, **kwargs):
        serializer = new(cls, *args, **kwargs)
        if "child" not in vars(serializer):
            vars(serializer)[MARK] = SerializerState()
        return serializer

    plain.__new__ = marked
    return plain


FAST_FORMS = (on_the_fast_base, with_the_mixin, with_a_mark)
# What does not depend on the class itself is read alike by all forms that have a base of ours.
FORMS_THAT_DIFFER = (on_the_fast_base, with_a_mark)


def every_form(make, base=serializers.Serializer):
    """Return the class that `make` makes on DRF's base, and after it all fast ones."""
    return [make(base), *(form(make, base) for form in FAST_FORMS)]


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


def both(body, base=serializers.Serializer, name="ExampleSerializer"):
    """Return the class of `body` on DRF's base and on the fast one.

    `body` has the attributes of the class, or is a function that makes them, for each its own.
    """
    make = body if callable(body) else body.copy
    return type(base)(name, (base,), make()), type(base)(name, (FAST_BASES[base],), make())


def assert_same(body, source, *, base=serializers.Serializer, context=None):
    """Assert that both classes make the same of `source`, alone and in a list; return it.

    `source` is an instance, or a function that makes one, for instances that change when read.
    """
    return assert_classes_agree(*both(body, base), source, context=context)


def assert_classes_agree(reference, fast, source, *, context=None):
    make = source if callable(source) else lambda: source
    outcomes = []
    for many in (False, True):
        expected = outcome(reference, make, context, many=many)
        assert outcome(fast, make, context, many=many) == expected
        outcomes.append(expected)
    return outcomes[0]


def outcome(serializer_class, make, context=None, *, many=False):
    """Return what a serializer makes of an instance, or the exception that it raises.

    The second one of the class does: the first may have been left to DRF. Where the two differ,
    as no class of DRF's does, both are returned.
    """
    first, second = (outcome_once(serializer_class, make, context, many=many) for _ in range(2))
    is_same = first == second or without_addresses(first) == without_addresses(second)
    return second if is_same else (first, second)


def outcome_once(serializer_class, make, context=None, *, many=False):
    """Return the same of one serializer, for classes that count what they make.

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
    return outcome_once(serializer_class, make, context, many=many), list(calls)


def spelled_out(value):
    """Return a value with all the types and the order of the keys in it."""
    if isinstance(value, dict):
        return type(value), [(key, spelled_out(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [spelled_out(item) for item in value]
    # By its text, since NaN is unequal to itself.
    return type(value), repr(value)


# Where an object is, and, from Python 3.14 on, which line of code wanted its hash.
INCIDENTAL = re.compile(
    r" at 0x[0-9a-f]+|cannot use .*? as a (?:dict key|set element) (?=\(unhash)"
)


def without_addresses(result):
    return INCIDENTAL.sub("", repr(result))


def value_of(result):
    """Return the pairs of a row that an outcome spells out, without their types."""
    return {key: value for key, (_, value) in result[1]}
