import gc
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from rest_framework.serializers import Serializer

from fastserializers.reading import class_plan

pytest.register_assert_rewrite(
    "tests.differential",
    "tests.idioms.agreement",
    "tests.neighbours.library",
    "tests.relations.comparison",
    "tests.rows.comparison",
)

from tests.differential import (  # noqa: E402
    CALLS,
    FAST_BASES,
    outcome_and_calls,
    read_fast,
    without_addresses,
)
from tests.relations import library  # noqa: E402


def pytest_configure(config):
    # Most classes that tests make are those of functions.
    class_plan.ROWS_OF_CREATED_CLASS = 0
    # Modules and classes stay: by default, the collector would look at them again and again.
    gc.set_threshold(50_000)


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
    CALLS.clear()
    return CALLS


@pytest.fixture
def agree(calls):
    """Asserts that a class gives the same when it reads fast, by the same calls; returns it.

    It reads an object, and a list of three: `reads` has other numbers. With `read_only`, it is
    made on the read-only base as well.
    """

    def assert_agreement(
        make, source, *, base=Serializer, contexts=(None,), reads=(False, 3), read_only=False
    ):
        make_source = source if callable(source) else lambda: source

        def outcomes(serializer_class):
            return [
                outcome_and_calls(
                    serializer_class, make_source, calls, context and dict(context), many=many
                )
                for context in contexts
                for many in reads
            ]

        expected = outcomes(make(base))
        wanted = [*map(without_addresses, expected)]
        assert [*map(without_addresses, read_fast(outcomes, make(base)))] == wanted
        if read_only:
            assert [*map(without_addresses, outcomes(make(FAST_BASES[base])))] == wanted
        return expected[0][0]

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
