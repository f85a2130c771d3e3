from __future__ import annotations

import dj_database_url

from benchmarks.settings import *  # noqa: F403
from benchmarks.settings import INSTALLED_APPS

# SQLite in a file, not in memory: one rival opens connections of its own.
DATABASES = {"default": dj_database_url.config(conn_max_age=None)}
INSTALLED_APPS = [*INSTALLED_APPS, "django_clarax"]
ROOT_URLCONF = "benchmarks.peers.pages"
DEBUG_PROPAGATE_EXCEPTIONS = True
ALLOWED_HOSTS = ["testserver"]
REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": []}
FASTDRF = {
    "SERIALIZER_BACKEND": "msgspec",
    "CACHE_SERIALIZER_FIELDS": True,
    "FIELD_COPY_MODE": "compiled",
    # Without it, two fields that are not compiled leave all of a book to REST framework.
    "DELEGATE_FIELDS": True,
}
