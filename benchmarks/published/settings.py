from __future__ import annotations

from benchmarks.settings import *  # noqa: F403

ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "benchmarks.published.served"
