"""What does each rival take for what is in a database?"""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import RequestFactory

from benchmarks.peers.by_hand import BOOKS, USERS
from benchmarks.peers.contenders import side_by_side
from benchmarks.peers.pages import body_of_page
from benchmarks.peers.rivals import answers
from benchmarks.work import in_turns

pytestmark = pytest.mark.usefixtures("database")

DATABASE = f"from {connection.display_name}"
# What SQLite does is done in this process.
UNIT = "µs per row" + ("" if connection.vendor == "sqlite" else ", without its server's own time")

USERS_TO_BYTES = side_by_side(
    f"1,000 users to bytes, {DATABASE}",
    lambda name: lambda queryset: answers(name).body(queryset.all()),
    UNIT,
    units=1_000,
)
BOOKS_TO_BYTES = side_by_side(
    f"1,000 books with publisher, author and three tags, to bytes, {DATABASE}",
    lambda name: lambda queryset: answers(name).nested(queryset.all()),
    UNIT,
    chart=f"rivals_books_{connection.vendor}",
    units=1_000,
    rounds=16,
)
PAGE = side_by_side(
    f"A request for a page of 100 users, {DATABASE}", body_of_page, UNIT, units=100
)


def test_outputs_are_equal():
    USERS_TO_BYTES.check_outputs(USERS)
    BOOKS_TO_BYTES.check_outputs(BOOKS)
    PAGE.check_outputs(RequestFactory())


@in_turns(USERS_TO_BYTES)
def test_users(benchmark, contender):
    USERS_TO_BYTES.measure_time(benchmark, contender, USERS)


@in_turns(BOOKS_TO_BYTES)
def test_books(benchmark, contender):
    BOOKS_TO_BYTES.measure_time(benchmark, contender, BOOKS)


@in_turns(PAGE)
def test_page(benchmark, contender):
    PAGE.measure_time(benchmark, contender, RequestFactory())
