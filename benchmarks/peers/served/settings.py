from __future__ import annotations

import dj_database_url

from benchmarks.settings import *  # noqa: F403
from benchmarks.settings import INSTALLED_APPS

DATABASES = {"default": dj_database_url.config(conn_max_age=None)}
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = [*INSTALLED_APPS, "django_bolt"]
ROOT_URLCONF = "benchmarks.peers.served.views"
BOLT_API = ["benchmarks.peers.served.bolt:api"]
REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": [], "DEFAULT_PERMISSION_CLASSES": []}
# django-bolt writes a line for each request, gunicorn none.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "loggers": {"django.server": {"level": "WARNING"}},
}
