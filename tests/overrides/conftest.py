from __future__ import annotations

import pytest
from rest_framework.serializers import Serializer

from tests.differential import FAST_FORMS, outcome_and_calls

# Objects, and lists of so many rows that fields of a serializer's own are compiled for the second.
READS = (False, 12, False, 12)


@pytest.fixture
def agree(calls):
    """Asserts that a class and its fast forms give the same, by the same calls; returns it."""

    def assert_agreement(make, source, *, base=Serializer, contexts=(None,)):
        make_source = source if callable(source) else lambda: source
        for form in FAST_FORMS:
            reference, fast = make(base), form(make, base)
            for context in contexts:
                for many in READS:
                    expected = outcome_and_calls(reference, make_source, calls, context, many=many)
                    actual = outcome_and_calls(fast, make_source, calls, context, many=many)
                    assert actual == expected, (form.__name__, many, context)
        return outcome_and_calls(make(base), make_source, calls, contexts[0])[0]

    return assert_agreement
