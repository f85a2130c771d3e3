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


SOURCES = {USERS_TO_BYTES: USERS, BOOKS_TO_BYTES: BOOKS, PAGE: RequestFactory()}


def test_outputs_are_equal():
    for work, source in SOURCES.items():
        work.check_outputs(source)


@in_turns(*SOURCES)
def test_answers(benchmark, work, contender):
    work.measure_time(benchmark, contender, SOURCES[work])
