"""Search for differences between DRF and this library, for as long as there is time."""

from __future__ import annotations

import argparse
import os
import platform
import secrets
import sys
import time
import warnings
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.hunt", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long (default: 10)")
    parser.add_argument("--seed", type=int, help="where to begin: what a difference was found by")
    options = parser.parse_args()
    first_seed = secrets.randbelow(2**32) if options.seed is None else options.seed
    sys.path.append(str(Path(__file__).parents[1] / "example_project"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

    import django
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    django.setup()
    # Addresses of the test client's host are allowed.
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        search(first_seed, time.monotonic() + options.minutes * 60)
    finally:
        teardown_databases(databases, verbosity=0)


def search(seed, deadline):
    """Try batches of examples until the deadline. Exits with the least example that differs."""
    import django
    import rest_framework

    from fastserializers.plans import strategy
    from tests.hunting import search as hunting
    from tests.hunting.models import order_rows, store_rows

    store_rows()
    order_rows()
    # As in the test suite: a warning that only one of the two gives is a difference.
    warnings.simplefilter("error")
    # Fields that are chosen for a request are compiled at once, not at the second request.
    strategy.FEW_ROWS = 1
    serializers = values = 0
    while time.monotonic() < deadline:
        try:
            tried = hunting.hunt(seed)
        except hunting.Difference as difference:
            sys.exit(f"{difference}\n\nFound by: python -m tests.hunt --seed {seed}")
        serializers += len(tried)
        values += sum(tried)
        seed += 1
    sys.stdout.write(
        f"Python {platform.python_version()}, Django {django.__version__}, "
        f"REST framework {rest_framework.VERSION}: "
        f"{serializers:,} serializers, {values:,} values, no difference.\n"
    )


if __name__ == "__main__":
    main()
