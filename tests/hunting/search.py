"""A search for serializers of which ours represents something else than DRF's own does."""

import platform
import sys
import time
import warnings

import django
import rest_framework
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Flaky

from fastserializers.reading import class_plan
from tests.hunting import examples
from tests.hunting.comparison import Difference, assert_no_difference
from tests.hunting.models import order_rows, store_rows

SEARCH = settings(
    max_examples=200,
    deadline=None,
    database=None,
    report_multiple_bugs=False,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)

# Querysets have the most that may be put together.
EXAMPLES = (
    examples.free_examples,
    examples.queryset_examples,
    examples.model_examples,
    examples.queryset_examples,
    examples.instance_examples,
)


def search(first, deadline):
    """Try batches of examples until the deadline. Exits with the least example that differs."""
    store_rows()
    order_rows()
    # As in the test suite: a warning that only one of the two gives is a difference.
    warnings.simplefilter("error")
    tried = []
    while time.monotonic() < deadline:
        try:
            tried += hunt(first)
        except Difference as difference:
            sys.exit(f"{difference}\n\nFound by: python -m tests.hunt --seed {first}")
        first += 1
    sys.stdout.write(
        f"Python {platform.python_version()}, Django {django.__version__}, "
        f"REST framework {rest_framework.VERSION}: "
        f"{len(tried):,} serializers, {sum(tried):,} values, no difference.\n"
    )


def hunt(first):
    """Try a batch of examples; return how many values each of them has. Raises `Difference`."""
    values = []

    @seed(first)
    @SEARCH
    @given(example=EXAMPLES[first % len(EXAMPLES)]())
    def compare(example):
        values.append(assert_no_difference(example))

    # The classes are those of functions.
    class_plan.ROWS_OF_CREATED_CLASS = 0
    try:
        compare()
    except Flaky as flaky:
        found = "\n\n".join(map(str, getattr(flaky, "exceptions", (flaky,))))
        raise Difference(f"Found once, and not again:\n\n{found}") from flaky
    return values
