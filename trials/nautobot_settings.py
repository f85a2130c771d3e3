"""What `nautobot_config.py` of a new installation has."""

from __future__ import annotations

import os

import dj_database_url
from nautobot.core.settings import *  # noqa: F403


class Unmigrated(dict[str, None]):
    """Says of each app that it has no migrations."""

    def __contains__(self, app: object) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


SECRET_KEY = "of a project that nobody serves"  # noqa: S105
ALLOWED_HOSTS = ["*"]
DATABASES = {"default": dj_database_url.parse(os.environ["DATABASE_URL"], conn_max_age=None)}
# Hundreds of migrations take longer than everything else: tables are made of the models.
MIGRATION_MODULES = Unmigrated()
INSTALLATION_METRICS_ENABLED = False
LOGGING = {"version": 1, "root": {"level": "CRITICAL"}}
if os.environ["TRIAL_WAY"] != "plain":
    INSTALLED_APPS = [*INSTALLED_APPS, "fastserializers"]  # noqa: F405
FASTSERIALIZERS = {"EVERYWHERE": os.environ["TRIAL_WAY"] == "everywhere"}
