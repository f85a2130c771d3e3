"""pulpcore, with the plugins that come with it, as its settings file says."""

from __future__ import annotations

import os
from pathlib import Path


def set_up() -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "pulpcore.app.settings",
        "PULP_SETTINGS": str(Path(__file__).with_name("settings.py")),
    }
    import django

    django.setup()
