"""Search for differences between DRF and this library, for as long as there is time."""

import argparse
import os
import secrets
import sys
import time
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.hunt", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="how long (default: 10)")
    parser.add_argument("--seed", type=int, help="where to begin: what a difference was found by")
    options = parser.parse_args()
    seed = secrets.randbelow(2**32) if options.seed is None else options.seed
    sys.path.append(str(Path(__file__).parents[1] / "example_project"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

    import django
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    django.setup()
    # Addresses of the test client's host are allowed.
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    from tests.hunting.search import search

    try:
        search(seed, time.monotonic() + options.minutes * 60)
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
