from __future__ import annotations

import pytest
from rest_framework.serializers import Serializer

from tests.differential import FAST_FORMS, outcome


@pytest.fixture(params=FAST_FORMS, ids=lambda form: form.__name__)
def fast_form(request):
    """Makes the fast class of a function that makes a class on a base."""
    return request.param


@pytest.fixture
def agree(fast_form, calls):
    """Asserts that a class and its fast form give the same, by the same calls; returns it."""

    def assert_agreement(make, source, *, base=Serializer, context=None):
        make_source = source if callable(source) else lambda: source
        reference, fast = make(base), fast_form(make, base)
        outcomes = []
        for many in (False, True):
            calls.clear()
            expected = outcome(reference, make_source, context, many=many), list(calls)
            calls.clear()
            assert (outcome(fast, make_source, context, many=many), list(calls)) == expected
            outcomes.append(expected[0])
        return outcomes[0]

    return assert_agreement
