"""What `/etc/pulp/settings.py` of a new installation has."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import dj_database_url
from cryptography.fernet import Fernet

SECRET_KEY = "of a project that nobody serves"  # noqa: S105
CONTENT_ORIGIN = "http://content.example.org"
DEPLOY_ROOT = Path(tempfile.gettempdir(), "trial-of-pulpcore")
MEDIA_ROOT = str(DEPLOY_ROOT / "media")
STATIC_ROOT = str(DEPLOY_ROOT / "static")
WORKING_DIRECTORY = str(DEPLOY_ROOT / "tmp")
FILE_UPLOAD_TEMP_DIR = WORKING_DIRECTORY
DB_ENCRYPTION_KEY = str(DEPLOY_ROOT / "key")
for folder in (MEDIA_ROOT, STATIC_ROOT, WORKING_DIRECTORY):
    Path(folder).mkdir(parents=True, exist_ok=True)
if not Path(DB_ENCRYPTION_KEY).exists():
    Path(DB_ENCRYPTION_KEY).write_bytes(Fernet.generate_key())
DATABASES = {"default": dj_database_url.parse(os.environ["DATABASE_URL"], conn_max_age=None)}
ANALYTICS = False
LOGGING = {"version": 1, "root": {"level": "CRITICAL"}}
if os.environ["TRIAL_WAY"] != "plain":
    INSTALLED_APPS = ["fastserializers", "dynaconf_merge"]
FASTSERIALIZERS = {"EVERYWHERE": os.environ["TRIAL_WAY"] == "everywhere"}
