"""Comparisons in several processes, which each read the database for themselves."""

from __future__ import annotations

from multiprocessing import get_all_start_methods, get_context
from typing import Any

from django.core.management.base import CommandError
from django.db import connections
from rest_framework.serializers import BaseSerializer

from fastserializers.commands.compare.verdicts import Candidate, Verdict, verdicts_of_this_process
from fastserializers.commands.sampling import Sampling

# What the processes are made for; they are copies of this one, and have it from there.
waiting: list[tuple[list[Candidate], Sampling]] = []


def verdicts_of_processes(
    candidates: list[Candidate], asked: Sampling, jobs: int
) -> tuple[list[Verdict], dict[str, str]]:
    """Return what came of each. Raises `CommandError` where processes can't be copied."""
    if "fork" not in get_all_start_methods() or has_database_in_memory():
        raise CommandError("--jobs needs processes that can be copied, and databases with files.")
    # A copy of a connection would be a second voice on the same line.
    connections.close_all()
    waiting.append((candidates, asked))
    try:
        # Every so many-th, since the dear ones are often next to each other.
        with get_context("fork").Pool(jobs) as pool:
            parts = pool.starmap(part_of, [(first, jobs) for first in range(jobs)], chunksize=1)
    finally:
        waiting.clear()
    verdicts = [verdict for found, _ in parts for verdict in found]
    kept = {alias: how for _, by_alias in parts for alias, how in by_alias.items()}
    return [
        verdict._replace(serializer=candidates[place].serializer)
        for place, verdict in sorted(verdicts, key=lambda verdict: verdict[0])
    ], kept


def part_of(first: int, step: int) -> tuple[list[tuple[int, Verdict]], dict[str, str]]:
    """Return the verdicts on every so many-th candidate, without what can't leave a process."""
    [(candidates, asked)] = waiting
    places = range(first, len(candidates), step)
    verdicts, kept = verdicts_of_this_process([candidates[place] for place in places], asked)
    return [
        (place, verdict._replace(serializer=BaseSerializer, pk=portable(verdict.pk)))
        for place, verdict in zip(places, verdicts, strict=True)
    ], kept


def portable(key: Any) -> Any:
    return key if isinstance(key, int | str | None) else str(key)


def has_database_in_memory() -> bool:
    found: Any = connections.all()
    return any(each.vendor == "sqlite" and each.is_in_memory_db() for each in found)
