"""What a server needs of the machine: its programs, and a user who may run it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

# Servers refuse to run as root: the first of these users that is there does it then.
UNPRIVILEGED = ("postgres", "mysql", "nobody")


def found_or_installed(find: Callable[[], str | None], package: str, missing: str) -> str:
    """Return the path that `find` finds, after installing Debian's `package` where root may.

    Exits with the text `missing` where there is none even then.
    """
    if not (path := find()) and os.geteuid() == 0 and shutil.which("apt-get"):
        for step in (["update"], ["install", "--yes", "--no-install-recommends", package]):
            subprocess.run(  # noqa: S603
                ["apt-get", "--quiet", *step],  # noqa: S607
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            )
        path = find()
    return path or sys.exit(missing)


def place(directory: str) -> dict[str, Any]:
    """Give `directory` to a user who may run a server; return what starts a process there as them.

    It is out of reach of the terminal's Ctrl-C: the command needs the database to clean up.
    """
    return {"cwd": directory, "start_new_session": True, **unprivileged_owner(directory)}


def unprivileged_owner(directory: str) -> dict[str, object]:
    if os.geteuid() != 0:
        return {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = next(users[name] for name in UNPRIVILEGED if name in users)
    os.chown(directory, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def finish(command: list[str], **place: Any) -> int:
    """Run `command` to its end in any case: what is half made can't be removed."""
    with subprocess.Popen(command, **place) as step:  # noqa: S603
        return step.wait()
