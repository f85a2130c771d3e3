"""What does each rival take for what is in memory?"""

from __future__ import annotations

from benchmarks.peers.contenders import side_by_side
from benchmarks.peers.rivals import answers
from benchmarks.work import in_turns

ONE = side_by_side(
    "One user, .data", lambda name: answers(name).one, "µs per object", units=1, calls=50
)
ROWS = side_by_side("1,000 users, .data", lambda name: answers(name).rows, units=1_000)
BODY = side_by_side(
    "1,000 users to bytes", lambda name: answers(name).body, chart="rivals_users", units=1_000
)
NESTED = side_by_side(
    "1,000 books with publisher, author and three tags, to bytes",
    lambda name: answers(name).nested,
    units=1_000,
    rounds=20,
)


def test_outputs_are_equal(user, users, books):
    ONE.check_outputs(user)
    ROWS.check_outputs(users)
    BODY.check_outputs(users)
    NESTED.check_outputs(books)


@in_turns(ONE)
def test_one(benchmark, work, contender, user):
    work.measure_time(benchmark, contender, user)


@in_turns(ROWS, BODY)
def test_users(benchmark, work, contender, users):
    work.measure_time(benchmark, contender, users)


@in_turns(NESTED)
def test_nested(benchmark, work, contender, books):
    work.measure_time(benchmark, contender, books)
