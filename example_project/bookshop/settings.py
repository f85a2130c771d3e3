from __future__ import annotations

import os
from pathlib import Path

import dj_database_url

DATABASE_FILE = Path(__file__).resolve().parent.parent / "bookshop.sqlite3"

SECRET_KEY = os.environ.get("SECRET_KEY", "for a demonstration on this machine only")
DEBUG = os.environ.get("DEBUG") == "1"
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "rest_framework",
    "fastserializers",
    "bookshop",
]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
if DEBUG and os.environ.get("TOOLBAR") == "1":
    # For `make serve`. The demo measures without the toolbar.
    INSTALLED_APPS += ["debug_toolbar"]
    MIDDLEWARE = [
        "fastserializers.middleware.ServerTimingMiddleware",
        "debug_toolbar.middleware.DebugToolbarMiddleware",
        *MIDDLEWARE,
    ]
    INTERNAL_IPS = ["127.0.0.1", "::1"]
    DEBUG_TOOLBAR_PANELS = [
        "debug_toolbar.panels.history.HistoryPanel",
        "debug_toolbar.panels.timer.TimerPanel",
        "debug_toolbar.panels.sql.SQLPanel",
        "fastserializers.panels.SerializersPanel",
    ]
ROOT_URLCONF = "bookshop.urls"
WSGI_APPLICATION = "bookshop.wsgi.application"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
STATIC_URL = "static/"

DATABASES = {
    "default": dj_database_url.config(default=f"sqlite:///{DATABASE_FILE}", conn_max_age=600),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

USE_TZ = True
TIME_ZONE = "Europe/Amsterdam"

# Everything in the shop is public.
REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": []}

# Without DEBUG, Django would mail a failing request to the administrators and print nothing.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
