"""The system checks H300 to H310: what to change so that serializers are fast, and stay so.

Each module here is one subject: a function from the project to messages, which is registered where
it is defined. None of them asks a database, runs a view, or fails on a class that is too odd to be
looked at: that one is left out. In the order in which their messages come:

- `configuration`, H307, fastserializers.E001 and H310: a mistake in the setting, a module that
  does not import, a receiver for which lists make an instance of each row.
- `writing`, H300 and H303: fields that a client may set by accident, and what a read-only
  serializer has for writing.
- `slow_views`, H301: a view that reads with REST framework's code.
- `delegated_fields`, H302: a field of a fast serializer that is not compiled.
- `renderers`, H305: a view that sends the data of a fast serializer through `json`.
- `writing_views`, H308: a view that writes with a serializer that only reads.

`findings` has them by their ids, and brings them together as the setting asks for; `baseline`
leaves out those that the project has chosen to live with. `fastserializers/apps.py` registers the
one function of it all.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from django.core import checks

from fastserializers.checks.baseline import without_known
from fastserializers.checks.findings import by_module, findings_now, first_of_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.apps import AppConfig

SUBJECTS = (
    "configuration",
    "writing",
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
    findings = by_module(without_known(findings_now(app_configs)))
    if "check" in sys.argv[1:2]:
        return [*first_of_each(findings)]
    return [finding for finding in findings if finding.level >= checks.ERROR]
