"""Does a row of a long queryset cost what a row of a short one does, in time and in memory?"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import QuerySet
from rest_framework import serializers

from benchmarks.growth import at_each, growth
from benchmarks.tables import GROWTH
from benchmarks.users import (
    DRF,
    DRF_SERIALIZERS,
    FAST,
    FAST_SERIALIZERS,
    body,
    body_by_drf,
    data_of_many,
    of_queryset,
)
from benchmarks.work import Contender, Work, in_turns, once
from fastserializers import FastReadOnlyModelSerializer

SIZES = (10, 100, 1_000, 10_000, 100_000)
BASELINE = 1_000
AT = f"from {connection.display_name}"

ROWS = growth(
    f"Rows: a queryset of users to bytes, {AT}",
    "µs per row",
    f"growth_querysets_{connection.vendor}",
    BASELINE,
    *at_each(
        SIZES,
        DRF,
        of_queryset(body_by_drf(DRF_SERIALIZERS[DRF])),
        microseconds=30,
        baseline=BASELINE,
        thorough_from=10_000,
    ),
    *at_each(
        SIZES,
        FAST,
        of_queryset(body(FAST_SERIALIZERS[FAST])),
        microseconds=4,
        baseline=BASELINE,
        at_most=1.5,
    ),
)

# How many related rows each has.

WIDTHS = (1, 2, 5, 10, 20, 50, 100)
GROUPS = 20


def group_serializer(
    base: type[serializers.ModelSerializer],
) -> type[serializers.ModelSerializer]:
    class ReaderSerializer(base):
        class Meta:
            model = User
            fields = ("id", "username", "email")
            read_only_fields = fields

    class GroupSerializer(base):
        readers = ReaderSerializer(source="user_set", many=True, read_only=True)

        class Meta:
            model = User.groups.field.related_model
            fields = ("id", "name", "readers")
            read_only_fields = fields

    return GroupSerializer


WIDTH = growth(
    f"Width: users in each of {GROUPS} groups of a queryset, {AT}",
    "µs per user",
    f"growth_querysets_width_{connection.vendor}",
    10,
    *(
        contender
        for name, base, microseconds in (
            (DRF, serializers.ModelSerializer, 40),
            (FAST, FastReadOnlyModelSerializer, 6),
        )
        for contender in at_each(
            WIDTHS,
            name,
            of_queryset(data_of_many(group_serializer(base))),
            units=GROUPS,
            microseconds=microseconds,
            baseline=10,
            at_most=1.5 if name == FAST else None,
        )
    ),
    axis="nested rows",
)

# Memory: the output, and one copy of the rows.

BY_HAND = "raw cursor, fetchall(), and dicts of it"
NAMES = tuple(FAST_SERIALIZERS[FAST]().fields)
COLUMNS = tuple(field.attname for field in User._meta.concrete_fields)


def rows_and_dicts(queryset: QuerySet[User]) -> Any:
    statement, parameters = queryset.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows = cursor.fetchall()
    return rows, [dict_of(row) for row in rows]


def dict_of(row: tuple[Any, ...]) -> dict[str, Any]:
    columns = dict(zip(COLUMNS, row, strict=True))
    found = {name: columns[name] for name in NAMES}
    for name in ("last_login", "date_joined"):
        if found[name] is not None:
            found[name] = f"{found[name].isoformat()}Z"
    return found


MEMORY = Work(
    title=f"Memory of Serializer(queryset, many=True).data, 10,000 users, {AT}",
    unit="bytes per row, kept by output and caches",
    baseline=BY_HAND,
    section=GROWTH,
    contenders=tuple(
        Contender(name, of_queryset(represent), units=10_000, at_most=at_most)
        for name, represent, at_most in (
            (DRF, data_of_many(DRF_SERIALIZERS[DRF]), None),
            (BY_HAND, rows_and_dicts, None),
            (FAST, data_of_many(FAST_SERIALIZERS[FAST]), 1.1),
        )
    ),
)


pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def users(database: None) -> dict[int, QuerySet[User]]:
    ordered = User.objects.order_by("pk")
    return {size: ordered[:size] for size in SIZES}


@pytest.fixture(scope="module")
def groups(database: None) -> dict[int, QuerySet[Any]]:
    """Return querysets of groups by the number of users that each of theirs has."""
    through = User.groups.through
    group = User.groups.field.related_model
    readers = list(User.objects.order_by("pk").values_list("pk", flat=True)[: max(WIDTHS)])
    by_width = {}
    for width in WIDTHS:
        made = group.objects.bulk_create(
            group(name=f"{width} {number}") for number in range(GROUPS)
        )
        through.objects.bulk_create(
            through(user_id=key, group_id=one.pk) for one in made for key in readers[:width]
        )
        wide = group.objects.filter(name__startswith=f"{width} ").order_by("pk")
        by_width[width] = wide.prefetch_related("user_set")
    return by_width


def test_bytes_of_querysets_are_equal(users):
    ROWS.check_outputs(users)


def test_groups_of_any_width_are_equal(groups):
    WIDTH.check_outputs(groups)


@in_turns(ROWS)
def test_growth_of_querysets(benchmark, work, contender, users):
    work.measure_time(benchmark, contender, users)


@in_turns(WIDTH)
def test_growth_with_related_rows(benchmark, work, contender, groups):
    work.measure_time(benchmark, contender, groups)


@once(MEMORY)
def test_memory_of_a_queryset(benchmark, work, contender, users):
    work.measure_memory(benchmark, contender, users[10_000])
