from __future__ import annotations

import gc
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from rest_framework.serializers import Serializer

from fastserializers import FastReadOnlySerializer

pytest.register_assert_rewrite(
    "tests.differential",
    "tests.idioms.agreement",
    "tests.relations.comparison",
    "tests.rows.comparison",
)

from tests.differential import outcome_and_calls, without_addresses  # noqa: E402
from tests.relations import library  # noqa: E402


def pytest_collection_finish():
    """Keep the collector from what all tests share: it has only their own classes to look at.

    Classes are in circles of references, and what looks at all serializers of the process looks at
    those of earlier tests until a full collection, which takes 0.3 s with all modules imported.
    """
    gc.collect()
    gc.freeze()


def pytest_sessionfinish():
    gc.unfreeze()


@pytest.fixture(autouse=True)
def nothing_left_active():
    """A test that leaves a time zone or a language active would decide what the next one finds."""
    yield
    left = getattr(timezone._active, "value", None), translation.get_language()
    assert left == (None, settings.LANGUAGE_CODE)


@pytest.fixture
def calls():
    """What the project's own code notes down while it is called."""
    return []


@pytest.fixture
def agree(calls):
    """Asserts that a class gives the same on DRF's base and on ours, by the same calls."""

    def assert_agreement(make, make_source):
        reference, fast = make(Serializer), make(FastReadOnlySerializer)
        # The first ones of a class are REST framework's.
        for many in (False, True, False, True):
            expected = outcome_and_calls(reference, make_source, calls, many=many)
            actual = outcome_and_calls(fast, make_source, calls, many=many)
            assert without_addresses(actual) == without_addresses(expected)

    return assert_agreement


@pytest.fixture(scope="module")
def until_the_module_ends(django_db_setup, django_db_blocker):
    """A context in which rows are stored for all tests of a module; each takes back its own."""

    @contextmanager
    def kept():
        with django_db_blocker.unblock(), transaction.atomic():
            yield
            transaction.set_rollback(True)

    return kept


@pytest.fixture(scope="module")
def library_rows(until_the_module_ends):
    with until_the_module_ends():
        library.fill()
        yield


@pytest.fixture
def stored(library_rows, db):
    """The rows of the library, of every model and relation of `tests.relations`."""
