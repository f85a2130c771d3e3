"""Lists every difference between a serializer that reads fast and REST framework's."""

from collections import defaultdict
from itertools import cycle

from tests.differential import made_of, outcome_and_calls, read_fast, without_addresses


def differences(body, sources, *, context=None, calls=None):
    """Return a line for each source that a class of the attributes `body` represents in two ways.

    Each source is read alone and in a list: all of one type in one list, but for those that raise
    an exception. `calls` is what the project's code notes down, for each source.
    """
    return list(found_differences(made_of(body), sources, context, calls))


def found_differences(cls, sources, context=None, calls=None):
    noted = [] if calls is None else calls
    lists = defaultdict(dict)
    for name, make in sources.items():
        expected = outcome_and_calls(cls, make, noted, context)
        found = read_fast(outcome_and_calls, cls, make, noted, context)
        yield from difference(name, expected, found)
        is_alone = calls is not None or issubclass(expected[0][0], Exception)
        lists[name if is_alone else type(make())] |= {name: make}
    for together in lists.values():
        yield from difference_in_a_list(cls, together, context, noted)


def difference_in_a_list(cls, sources, context, noted):
    """Yield the differences in one list of these sources, of which there are two at least."""
    rows = max(2, len(sources))

    def read():
        makes = cycle(sources.values())
        return outcome_and_calls(cls, lambda: next(makes)(), noted, context, many=rows)

    lines = [*difference(f"a list of {[*sources]}", read(), read_fast(read))]
    if lines and len(sources) > 1:
        for name, make in sources.items():
            lines += difference_in_a_list(cls, {name: make}, context, noted)
    yield from lines


def difference(name, expected, found):
    if repr(found) != repr(expected):
        given, wanted = map(without_addresses, (found, expected))
        if given != wanted:
            yield f"{name}: {given}, where DRF gives {wanted}"
