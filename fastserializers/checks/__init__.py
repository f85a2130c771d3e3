"""The system checks H300 to H311: edits that make serializers fast, and mistakes.

Each module has one subject: a function that takes the project and yields messages, and registers
itself. No check asks a database or runs a view. A class whose code raises when a check looks at it
is left out. In the order of their messages:

- `configuration`, H307, fastserializers.E001, H310 and H311: a mistake in the setting, a module
  that fails to import, a receiver for which Django makes an instance of each row, a middleware
  that tells clients the names of classes.
- `read_only_fields`, H300: a serializer whose fields a client may set by accident.
- `slow_views`, H301: a view that reads with REST framework's code.
- `delegated_fields`, H302: a field of a fast serializer that is not compiled.
- `renderers`, H305: a view that reads fast and renders with `json`.
- `writing_views`, H308: a view that writes with a read-only serializer.

`findings` collects the messages, with the levels of the setting. `baseline` leaves out accepted
findings. `fastserializers/apps.py` registers `check_serializers()`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from django.core import checks

from fastserializers.checks.baseline import without_accepted
from fastserializers.checks.findings import by_module, findings_now, first_of_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.apps import AppConfig

SUBJECTS = (
    "configuration",
    "read_only_fields",
    "slow_views",
    "delegated_fields",
    "renderers",
    "writing_views",
)
for subject in SUBJECTS:
    import_module(f"{__name__}.{subject}")


def check_serializers(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Return messages about the project's serializers, and about the views that use them.

    As in Django's own checks, ``app_configs`` limits the messages to those apps, except for
    messages about the settings and the URLconf. Findings in the baseline are left out.
    `manage.py check` gets the first messages of each id; `manage.py fastserializers check` shows
    all of them. Any other command, such as `migrate`, gets errors alone. Django does not tell a
    check which command runs it, so the command line has to.
    """
    findings = by_module(without_accepted(findings_now(app_configs)))
    if "check" in sys.argv[1:2]:
        return [*first_of_each(findings)]
    return [finding for finding in findings if finding.level >= checks.ERROR]
