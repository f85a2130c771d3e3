"""Lists every difference between two serializer classes, each with what it was found by."""

from collections import defaultdict
from itertools import cycle

from tests.differential import both, outcome_and_calls, outcome_once, without_addresses


def differences(body, sources, *, context=None, calls=None):
    """Return a line for each source that the classes of `body` represent in two ways.

    Each source is read alone and in a list: all of one type in one list, but for those that raise
    an exception. `calls` is what the project's code notes down, for each source.
    """
    return list(found_differences(both(body), sources, context, calls))


def found_differences(classes, sources, context, calls):
    noted = [] if calls is None else calls
    # The first object of a class is REST framework's.
    outcome_once(classes[1], next(iter(sources.values())), context)
    lists = defaultdict(dict)
    for name, make in sources.items():
        expected, found = (outcome_and_calls(cls, make, noted, context) for cls in classes)
        yield from difference(name, expected, found)
        is_alone = calls is not None or issubclass(expected[0][0], Exception)
        lists[name if is_alone else type(make())] |= {name: make}
    for together in lists.values():
        yield from difference_in_a_list(classes, together, context, noted)


def difference_in_a_list(classes, sources, context, noted):
    """Yield the differences in one list of these sources, of which there are two at least."""
    rows = max(2, len(sources))
    makes = cycle(sources.values())
    expected, found = (
        outcome_and_calls(cls, lambda: next(makes)(), noted, context, many=rows) for cls in classes
    )
    lines = [*difference(f"a list of {[*sources]}", expected, found)]
    if lines and len(sources) > 1:
        for name, make in sources.items():
            lines += difference_in_a_list(classes, {name: make}, context, noted)
    yield from lines


def difference(name, expected, found):
    if repr(found) != repr(expected):
        given, wanted = map(without_addresses, (found, expected))
        if given != wanted:
            yield f"{name}: {given}, where DRF gives {wanted}"
