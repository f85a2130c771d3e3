"""Nautobot, as `nautobot-server` starts it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def set_up() -> None:
    os.environ |= {
        "NAUTOBOT_ROOT": str(Path(tempfile.gettempdir(), "trial-of-nautobot")),
        "NAUTOBOT_REDIS_SCHEME": "unix",
        "NAUTOBOT_REDIS_HOST": os.environ["REDIS_SOCKET"],
    }
    import nautobot

    nautobot.setup(str(Path(__file__).with_name("settings.py")))
