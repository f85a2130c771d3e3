"""Is there one copy of the output in memory, or are there more?"""

from __future__ import annotations

import pytest

from benchmarks.bench_list_to_bytes import body, body_by_drf
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST_SERIALIZERS, data_of_many
from benchmarks.work import Contender, Work

FAST = "FastReadOnlyModelSerializer"
ROWS = 10_000
UNIT = "bytes per row (kept: output and caches)"

DATA = Work(
    title="Memory of Serializer(users, many=True).data, 10,000 users",
    unit=UNIT,
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, data_of_many(DRF_SERIALIZERS[DRF]), units=ROWS),
        Contender(FAST, data_of_many(FAST_SERIALIZERS[FAST]), units=ROWS, at_most=1.5),
    ),
)
BODY = Work(
    title="Memory of the same to bytes",
    unit=UNIT,
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, body_by_drf(DRF_SERIALIZERS[DRF]), units=ROWS),
        Contender(FAST, body(FAST_SERIALIZERS[FAST]), units=ROWS, at_most=1.5),
    ),
)


@pytest.mark.parametrize("contender", DATA.contenders, ids=lambda contender: contender.name)
def test_memory_of_data(benchmark, contender, untouched_users):
    DATA.measure_memory(benchmark, contender, untouched_users)


@pytest.mark.parametrize("contender", BODY.contenders, ids=lambda contender: contender.name)
def test_memory_of_a_body(benchmark, contender, untouched_users):
    BODY.measure_memory(benchmark, contender, untouched_users)
