from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from rich.console import Console
from rich.progress import Progress

from bookshop import catalogue
from bookshop.models import Book, Review

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from django.core.management.base import CommandParser
    from django.db.models import Model

    T = TypeVar("T")
    M = TypeVar("M", bound=Model)

BATCH = 500


def batches(
    progress: Progress, description: str, items: Iterable[T], count: int
) -> Iterator[list[T]]:
    iterator = iter(items)
    task = progress.add_task(description, total=count)
    while batch := list(islice(iterator, BATCH)):
        yield batch
        progress.advance(task, len(batch))


def add_missing(rows: Sequence[M], key: str) -> list[M]:
    """Save the rows whose key the database does not have, and return them.

    The other rows get the primary key of their row in the database.
    """
    manager = type(rows[0])._default_manager
    wanted = [getattr(row, key) for row in rows]
    present = dict(manager.filter(**{f"{key}__in": wanted}).values_list(key, "pk"))
    for row, value in zip(rows, wanted, strict=True):
        row.pk = present.get(value)
    return manager.bulk_create([row for row in rows if row.pk is None])


def load_readers(progress: Progress, seed: int, count: int) -> tuple[int, list[int]]:
    """Return the number of users that were added, and the primary keys of all users."""
    added, keys = 0, []
    for rows in batches(progress, "users", catalogue.readers(seed, count), count):
        added += len(add_missing(rows, "username"))
        keys += [row.pk for row in rows]
    return added, keys


def load_books(progress: Progress, seed: int, count: int, reader_keys: list[int]) -> int:
    """Return the number of books that were added, each with its tags and reviews."""
    publishers, authors, tags = catalogue.publishers(), catalogue.authors(), catalogue.tags()
    for rows in (publishers, authors, tags):
        add_missing(rows, "name")
    entries = catalogue.entries(
        seed, count, publishers=publishers, authors=authors, tags=tags, reader_keys=reader_keys
    )
    added = 0
    for batch in batches(progress, "books", entries, count):
        new = set(add_missing([entry.book for entry in batch], "isbn"))
        of_new_books = [entry for entry in batch if entry.book in new]
        Book.tags.through.objects.bulk_create(
            tagging for entry in of_new_books for tagging in entry.taggings
        )
        Review.objects.bulk_create(review for entry in of_new_books for review in entry.reviews)
        added += len(new)
    return added


class Command(BaseCommand):
    help = (
        "Fills the shop with books, users and reviews, which depend only on the seed. Adds the "
        "rows that are missing, and changes no others."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--books", type=int, required=True)
        parser.add_argument("--users", type=int, default=100)
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *, books: int, users: int, seed: int, verbosity: int, **options: Any) -> None:
        for option, count in (("--books", books), ("--users", users)):
            if count < 0:
                raise CommandError(f"{option} must be 0 or more, not {count}.")
        console = Console(stderr=True)
        plain_text = verbosity == 0 or not console.is_terminal
        with Progress(console=console, disable=plain_text) as progress, transaction.atomic():
            new_users, reader_keys = load_readers(progress, seed, users)
            new_books = load_books(progress, seed, books, reader_keys)
        if new_books or new_users:
            count_rows()
        if verbosity > 0:
            self.stdout.write(f"users: {new_users:,} added, {users - new_users:,} already there")
            self.stdout.write(f"books: {new_books:,} added, {books - new_books:,} already there")


def count_rows() -> None:
    """Update the statistics of the database, as a database in use has done by itself."""
    if connection.vendor in ("sqlite", "postgresql"):
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
