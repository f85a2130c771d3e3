from __future__ import annotations

import dj_database_url

from benchmarks.settings import *  # noqa: F403

DATABASES = {"default": dj_database_url.config(conn_max_age=None)}
ROOT_URLCONF = "benchmarks.published.pages"
ALLOWED_HOSTS = ["127.0.0.1"]
