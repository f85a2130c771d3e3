"""Is there one copy of the output in memory, or are there more?"""

from __future__ import annotations

from benchmarks.bench_list_to_bytes import body, body_by_drf
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST, FAST_SERIALIZERS, data_of_many
from benchmarks.work import Contender, Work, once

ROWS = 10_000
UNIT = "bytes per row, kept by output and caches"

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
    title="Memory of 10,000 users to bytes",
    unit=UNIT,
    baseline=DRF,
    drf=DRF,
    contenders=(
        Contender(DRF, body_by_drf(DRF_SERIALIZERS[DRF]), units=ROWS),
        Contender(FAST, body(FAST_SERIALIZERS[FAST]), units=ROWS, at_most=1.5),
    ),
)


@once(DATA)
def test_memory_of_data(benchmark, contender, untouched_users):
    DATA.measure_memory(benchmark, contender, untouched_users)


@once(BODY)
def test_memory_of_a_body(benchmark, contender, untouched_users):
    BODY.measure_memory(benchmark, contender, untouched_users)
