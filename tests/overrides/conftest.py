from __future__ import annotations

import pytest
from rest_framework.serializers import Serializer

from fastserializers.lifecycle import shapes
from tests.differential import FAST_FORMS, outcome_and_calls


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
            expected = outcome_and_calls(reference, make_source, calls, context, many=many)
            actual = outcome_and_calls(fast, make_source, calls, context, many=many)
            assert actual == expected
            outcomes.append(expected[0])
        return outcomes[0]

    return assert_agreement


@pytest.fixture(autouse=True)
def compiling_early(monkeypatch):
    """Has a serializer with fields of its own compiled with its second row, not with the 100th."""
    monkeypatch.setattr(shapes, "FEW_ROWS", 1)
    monkeypatch.setattr(shapes, "FIRST_ROWS", 1)
