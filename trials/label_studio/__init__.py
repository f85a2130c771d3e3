"""Label Studio, as `label-studio start` sets it up."""

from __future__ import annotations

import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit


def set_up() -> None:
    database = urlsplit(os.environ["DATABASE_URL"])
    way = os.environ["TRIAL_WAY"]
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "core.settings.label_studio",
        "LABEL_STUDIO_BASE_DATA_DIR": str(Path(tempfile.gettempdir(), "trial-of-label-studio")),
        "POSTGRE_HOST": unquote(database.netloc.partition("@")[2].partition(":")[0]),
        "POSTGRE_USER": database.username or "postgres",
        "POSTGRE_NAME": database.path[1:],
        "DJANGO_DB": "default",
        "SECRET_KEY": "of a project that nobody serves",
        "LATEST_VERSION_CHECK": "False",
        "COLLECT_ANALYTICS": "False",
        "SENTRY_DSN": "",
        "FRONTEND_SENTRY_DSN": "",
    }
    # Its apps are modules by themselves: `core`, `users`, `tasks`.
    package = find_spec("label_studio")
    sys.path += list(package.submodule_search_locations or ()) if package else []
    import django
    from django.conf import settings

    # Its settings read themselves while they are loaded: no other module can stand before them.
    settings.DATABASES["default"]["CONN_MAX_AGE"] = None
    settings.LOGGING = {"version": 1, "root": {"level": "CRITICAL"}}
    settings.FASTSERIALIZERS = {"EVERYWHERE": way == "everywhere"}
    if way != "plain":
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "fastserializers"]
    django.setup()
