from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoDbBlocker

from benchmarks.books import LOADED_BOOKS
from benchmarks.data import store
from bookshop.models import Book


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thorough: takes too long for make bench")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Compare all outputs before anything is measured."""
    items.sort(key=lambda item: "benchmark" in item.fixturenames)


@pytest.fixture(scope="session")
def database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """100,000 users, about half of whom never logged in, and 1,000 books."""
    with django_db_blocker.unblock():
        store(users=100_000, books=1_000)
        yield


@pytest.fixture(scope="session")
def users(database: None) -> list[User]:
    return saved_users(1_000)


@pytest.fixture(scope="session")
def user(users: list[User]) -> User:
    return next(user for user in users if user.last_login is not None)


@pytest.fixture(scope="module")
def many_users(database: None) -> list[User]:
    return saved_users(100_000)


def saved_users(count: int) -> list[User]:
    return list(User.objects.order_by("pk")[:count])


@pytest.fixture(scope="session")
def books(database: None) -> list[Book]:
    """1,000 books with all that is nested in them already read."""
    return list(LOADED_BOOKS.all())
