"""What does a book cost with its publisher, its author and three tags, all of them in memory?"""

from __future__ import annotations

from benchmarks.books import DRFBookSerializer, FastBookSerializer
from benchmarks.users import DRF, FAST, body, body_by_drf
from benchmarks.work import Contender, Work, in_turns

NESTED_BOOKS = Work(
    title="1,000 books with publisher, author and three tags, to bytes",
    unit="µs per book",
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, body_by_drf(DRFBookSerializer), units=1_000),
        Contender(FAST, body(FastBookSerializer), units=1_000, calls=5, at_most=1 / 8),
    ),
)


def test_bytes_of_nested_books_are_equal(books):
    NESTED_BOOKS.check_outputs(books)


@in_turns(NESTED_BOOKS)
def test_nested_books(benchmark, work, contender, books):
    work.measure_time(benchmark, contender, books)
