"""Answer a request to each of 30 endpoints in a new process; print the CPU milliseconds."""

from __future__ import annotations

import sys
from functools import partial
from time import process_time

import django

ENDPOINTS = 30
ROWS = 10


def main(way: str) -> None:
    django.setup()
    from rest_framework.serializers import ModelSerializer

    from benchmarks.books import BOOKS, FlatSerializer
    from benchmarks.classes import importable
    from benchmarks.data import store
    from benchmarks.pages import drf_and_fast, page
    from bookshop.models import Book
    from fastserializers.project.warming import warm

    store(users=1, books=ROWS)
    names = FlatSerializer.Meta.fields
    classes, requests = [], []
    for number in range(ENDPOINTS):
        meta = type("Meta", (), {"model": Book, "fields": names})
        classes.append(importable(f"Endpoint{number}Serializer", ModelSerializer, Meta=meta))
        views = drf_and_fast(classes[-1], queryset=BOOKS)
        requests.append(partial(page, views[way != "drf"], ROWS))
    # What any first request has to import, and what the database prepares, is no part of it.
    page(drf_and_fast(FlatSerializer, queryset=BOOKS)[way != "drf"], ROWS)
    if way == "warm":
        warm(classes)
    started = process_time()
    for request in requests:
        request()
    sys.stdout.write(f"{(process_time() - started) * 1_000}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
