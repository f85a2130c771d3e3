from __future__ import annotations

from importlib.util import find_spec

import dj_database_url

SECRET_KEY = "only for the benchmarks"  # noqa: S105
USE_TZ = True
TIME_ZONE = "UTC"
DATABASES = {"default": dj_database_url.config(default="sqlite://:memory:", conn_max_age=None)}
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "fastserializers",
    "bookshop",
    # Of the dependency group "packages": `bench_packages`.
    *(name for name in ("django_countries", "djmoney") if find_spec(name)),
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ALLOWED_HOSTS = ["localhost"]
ROOT_URLCONF = "benchmarks.addresses"
