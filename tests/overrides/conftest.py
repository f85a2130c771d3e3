from __future__ import annotations

import pytest
from rest_framework.serializers import Serializer

from tests.differential import FAST_FORMS, every_form, outcome_and_calls

# Objects, and lists of so many rows that fields of a serializer's own are compiled for the second.
READS = (False, 12, False, 12)


@pytest.fixture
def agree(calls):
    """Asserts that a class and its fast forms give the same, by the same calls; returns it."""

    def assert_agreement(make, source, *, base=Serializer, contexts=(None,), reads=READS):
        make_source = source if callable(source) else lambda: source

        def outcomes(serializer_class):
            for context in contexts:
                for many in reads:
                    own = context and dict(context)
                    yield outcome_and_calls(serializer_class, make_source, calls, own, many=many)

        reference, *forms = every_form(make, base)
        expected = [*outcomes(reference)]
        for place, fast in enumerate(forms):
            for number, outcome in enumerate(outcomes(fast)):
                assert outcome == expected[number], (FAST_FORMS[place].__name__, number)
        return expected[0][0]

    return assert_agreement
