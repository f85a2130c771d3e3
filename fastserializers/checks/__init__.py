"""The system checks H300 to H311: edits that make serializers fast, and mistakes.

In: the `Project`. Out: messages. No check asks a database or runs a view, and a class whose code
raises is left out. `fastserializers/apps.py` registers `messages_about()`.

- `findings`: all messages, with the levels of the setting. Read it first.
- `configuration`, `serializer_fields`, `routed_views`: the checks. Each registers a function.
- `accepted`: findings that a project has accepted.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from django.core import checks

from fastserializers.checks.accepted import without_accepted
from fastserializers.checks.findings import by_module, findings_now, first_of_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.apps import AppConfig

for subject in ("configuration", "serializer_fields", "routed_views"):
    import_module(f"{__name__}.{subject}")


def messages_about(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Return messages about the project's serializers, and about the views that use them.

    As in Django's own checks, `app_configs` limits the messages to those apps, except for
    messages about the settings and the URLconf. Findings in the baseline are left out.
    `manage.py check` gets the first messages of each id; `manage.py fastserializers check` shows
    all of them. Any other command, such as `migrate`, gets errors alone. Django does not tell a
    check which command runs it, so the command line has to.
    """
    is_verbose = bool(re.search(r" (-v|--verbosity)[ =]?[23]( |$)", " ".join(sys.argv)))
    findings = by_module(without_accepted(findings_now(app_configs)), shows_all=is_verbose)
    if "check" in sys.argv[1:2]:
        return [*first_of_each(findings)]
    return [finding for finding in findings if finding.level >= checks.ERROR]
