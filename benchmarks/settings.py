from __future__ import annotations

SECRET_KEY = "only for the benchmarks"  # noqa: S105
USE_TZ = True
TIME_ZONE = "UTC"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "fastserializers",
    "bookshop",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ALLOWED_HOSTS = ["localhost"]
ROOT_URLCONF = "benchmarks.addresses"
