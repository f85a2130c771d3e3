from __future__ import annotations

from importlib.util import find_spec

import dj_database_url

SECRET_KEY = "only for the tests"  # noqa: S105
USE_TZ = True
TIME_ZONE = "UTC"
DATABASES = {"default": dj_database_url.config(default="sqlite://:memory:")}
# PostgreSQL makes no table that refers to one which only a later migration makes.
DATABASES["default"]["TEST"] = {"MIGRATE": False}
# A cursor of the server's has a name of its own in every query, and outlives an exception.
DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
if DATABASES["default"]["ENGINE"] == "django.db.backends.mysql":
    # The driver in Python, which needs no compiler, says that it is the one that Django asks for.
    import pymysql

    pymysql.install_as_MySQLdb()
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "rest_framework",
    "fastserializers",
    "bookshop",
    "tests",
    "tests.relations",
    "tests.rows",
]
# Packages of the dependency group "neighbours" that have fields for models.
if all(map(find_spec, MODEL_FIELDS := ["django_countries", "djmoney", "parler"])):
    INSTALLED_APPS += [*MODEL_FIELDS, "tests.third_party"]
# Packages of the dependency group "packages" that take part in making instances.
PACKAGES = [
    "dirtyfields",
    "django_fsm",
    "django_lifecycle",
    "easy_thumbnails",
    "imagekit",
    "model_utils",
    "mptt",
    "phonenumber_field",
    "polymorphic",
    "safedelete",
    "simple_history",
    "treenode",
    "versatileimagefield",
]
if all(map(find_spec, [*MODEL_FIELDS, *PACKAGES])):
    NO_APPS = ("dirtyfields", "django_lifecycle", "model_utils")
    APPS = [name for name in PACKAGES if name not in NO_APPS]
    INSTALLED_APPS += [*APPS, "tests.packages"]
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    INSTALLED_APPS += ["django.contrib.postgres", "tests.postgres"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "bookshop.urls"
STATIC_URL = "static/"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
MIDDLEWARE: list[str] = []
