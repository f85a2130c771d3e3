from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from benchmarks.conftest import save_books
from bookshop import catalogue


@pytest.fixture(scope="session")
def database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """1,000 users and 1,000 books, committed: one rival opens connections of its own."""
    with django_db_blocker.unblock():
        call_command("migrate", verbosity=0)
        User.objects.bulk_create(catalogue.readers(seed=1, count=1_000))
        save_books(1_000)
        yield
