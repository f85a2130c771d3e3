from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from benchmarks.data import store


@pytest.fixture(scope="session")
def database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """1,000 users and 1,000 books, committed: one rival opens connections of its own."""
    with django_db_blocker.unblock():
        store(users=1_000, books=1_000)
        yield
