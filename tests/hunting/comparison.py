"""What a class of an example has to agree in, read by DRF and read fast."""

import operator
import re
from contextlib import ExitStack
from pprint import pformat

from django.test import override_settings
from django.urls import path
from rest_framework.renderers import JSONRenderer

from fastserializers.renderers import OrjsonRenderer
from tests.differential import made_fast, read_fast, without_addresses
from tests.hunting.classes import class_of
from tests.hunting.descriptions import Call, made
from tests.hunting.models import MODELS
from tests.hunting.outcomes import Place, outcome, rendered
from tests.hunting.things import many
from tests.rendering.test_renderers import with_one_spelling_of_floats


def page(request, **kwargs):
    raise AssertionError("the hunt reverses addresses, and requests none")


urlpatterns = [
    path("by-name/<name>/", page, name="named"),
    *(
        path(f"{model.lower()}/<pk>{suffix}", page, name=f"{model.lower()}-detail")
        for model in MODELS
        for suffix in ("/", ".<format>")
    ),
]


class Difference(AssertionError): ...


SETTINGS = {"ROOT_URLCONF": __name__, "FASTSERIALIZERS": {"ROWS": True}}


def assert_no_difference(example):
    """Assert that DRF and this library agree on an example; return how many values they have."""
    with ExitStack() as stack:
        cls = class_of(example.shape) if example.before else None
        stack.enter_context(override_settings(**SETTINGS))
        places = places_of(example)
        if example.before == "read":
            for place in places:
                read_fast(outcome, cls, example, place)
        for context in made(example.surroundings):
            stack.enter_context(context)
        cls = cls or class_of(example.shape)
        # What a class reads first may be left to REST framework.
        return sum(assert_same_outcome(example, cls, at) for at in (places[0], *places))


def places_of(example):
    alone = [Place(source, False, number) for number, source in enumerate(example.sources)]
    listed = example.listed
    source = Call(many, listed, example.sources) if isinstance(listed, str) else listed
    return [*alone, Place(source, True, 0)]


SEEN_BEFORE = "lookup was already seen with a different queryset"


def assert_same_outcome(example, cls, place):
    """Assert the same data, queryset afterwards and JSON, by no more queries than DRF needs."""
    expected = outcome(cls, example, place)
    # Once: a generator in the data gives its items to the first that asks.
    json = rendered(JSONRenderer, expected)
    assert_same_as(expected, json, cls, example, place)
    # It has an `__init__()` and `data` of its own.
    assert_same_as(expected, json, made_fast(cls), example, place)
    return expected.text.count("<class ")


def assert_same_as(expected, json, cls, example, place):
    actual = read_fast(outcome, cls, example, place)
    if is_left_out(example, place, expected, actual):
        return
    if actual.text != expected.text:
        raise difference(example, place, "The output", expected.text, actual.text)
    if actual.left != expected.left and not may_leave_less(example):
        raise difference(example, place, "The queryset that is left", expected.left, actual.left)
    if not may_ask_more(example, place, expected):
        for most, count in zip(expected.queries, actual.queries, strict=True):
            if count > most:
                raise difference(example, place, "The number of queries", str(most), str(count))
    actual_json = rendered(OrjsonRenderer, actual)
    if not is_same_json(actual_json, json):
        raise difference(example, place, "The JSON", json, actual_json)


def is_left_out(example, place, expected, actual):
    """Return whether the output may differ, as the documentation says."""
    is_other = actual.text != expected.text
    return (
        # Not noticed where Django prefetches from several places.
        SEEN_BEFORE in expected.text
        # A value that no field reads need not be made.
        or (is_other and expected.unmade)
        # The manager of the remarks is called later, and sees the name that a method has changed.
        or (uses(example, "changes the row") and "'remarks'" in repr(example.listed))
        # While a list is read, what it has loaded counts as loaded.
        or (is_other and reads_a_list(example, place) and uses(example, "asks what is loaded"))
    )


# By these, a relation is read of some rows alone, or taken from one.
WRITING = ("takes related rows away", "stores the row")
# By these a row loses what was fetched for all rows, takes it from elsewhere, or leaves it out.
WITHOUT_WHAT_WAS_FETCHED = (
    *WRITING,
    "asks by sql",
    "writes to related rows",
    "moves to another",
    "reads the row again",
    "prefetches",
    "that loads",
)


def may_leave_less(example):
    """Return whether instances may be left with other relations than with DRF's."""
    # What a list has loaded is not loaded again by a method, and a child's is its parent's, too.
    children = "audiobook", "novel", "serial"
    return (
        uses(example, *WRITING, "prefetches", *children)
        or forgets_the_parent(example)
        # Their related rows have the last of two instances as their owner.
        or "with_two_of_each" in repr(example.listed)
    )


def forgets_the_parent(example):
    """Return whether Django may load a deferred column, and then forgets the parent link."""
    return uses(example, "work_ptr") and re.search(r"\.(only|defer)\(", repr(example.listed))


def may_ask_more(example, place, expected):
    """Return whether an example may need more queries than DRF does for it."""
    return (
        # What is read of all rows is fetched before the first of them is represented.
        expected.failed
        or (reads_a_list(example, place) and uses(example, *WITHOUT_WHAT_WAS_FETCHED))
        or forgets_the_parent(example)
        # `list(page)` passes over the error of its first fetch: Django starts from the beginning.
        or (example.paged and re.search(r"Prefetch\(.*__getitem__", repr(example)))
        # Only once it is compiled does Django tell how such a relation is set, that the manager of
        # calves defers their key, or what is joined: it begins again.
        or re.search(
            r"Prefetch\(.*FilteredRelation|prefetch.*calves|select_related\(.*Prefetch\(",
            repr(example.listed),
        )
    )


def reads_a_list(example, place):
    """Return whether a list is read: the whole of the source, a nested one, or a method's."""
    shape = repr(example.shape)
    return place.many or any(part in shape for part in ("ByHand(", "'many': True", "'depth'"))


def uses(example, *names):
    """Return whether an example has one of these methods or overrides."""
    return any(repr(name) in repr(example) for name in names)


# A member of a plain enum has JSON.
NO_ENUM = without_addresses((TypeError, "Object of type Colour is not JSON serializable"))


def is_same_json(actual, expected):
    jsons = map(with_one_spelling_of_floats, (actual, expected))
    return expected == NO_ENUM or operator.eq(*jsons)


def difference(example, place, what, expected, actual):
    pairs = enumerate(zip(expected, actual, strict=False))
    start = max(0, next((at for at, (one, other) in pairs if one != other), 0) - 300)
    return Difference(
        f"{what} differs from DRF's.\n\n{pformat(example, width=99)}\n\n"
        f"source: {place.source!r}\nDRF:    {shortened(expected, start)}\n"
        f"fast:   {shortened(actual, start)}"
    )


def shortened(text, start):
    """Return what is around the first character that differs."""
    return f"{'… ' if start else ''}{text[start:][:1500]}{' …' if text[start + 1500 :] else ''}"
