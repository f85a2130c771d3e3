"""The users and books that are measured, the same in each process."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.management import call_command

from benchmarks.optional import store_tasks
from bookshop import catalogue
from bookshop.models import Book


def store(users: int, books: int) -> None:
    """Make the tables and save the rows, unless another process has done so."""
    call_command("migrate", verbosity=0)
    store_tasks(20)
    if not User.objects.exists():
        User.objects.bulk_create(catalogue.readers(seed=1, count=users))
        save_books(books)


def save_books(count: int) -> None:
    publishers, authors, tags = catalogue.publishers(), catalogue.authors(), catalogue.tags()
    for rows in (publishers, authors, tags):
        type(rows[0])._default_manager.bulk_create(rows)
    for entry in catalogue.entries(
        seed=1, count=count, publishers=publishers, authors=authors, tags=tags, reader_keys=()
    ):
        entry.book.save()
        Book.tags.through.objects.bulk_create(entry.taggings)
