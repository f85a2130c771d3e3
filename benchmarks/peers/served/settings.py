from __future__ import annotations

from benchmarks.published.settings import *  # noqa: F403
from benchmarks.published.settings import INSTALLED_APPS

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
