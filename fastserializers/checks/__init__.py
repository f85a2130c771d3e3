"""The system checks H300 to H307: what to change so that serializers are fast, and stay so.

Each module here is one subject, a function from the project to messages. None of them asks a
database, runs a view, or fails on a class that is too odd to be looked at: that one is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import apps
from django.conf import settings
from django.core import checks

from fastserializers.checks.configuration import wrong_configuration
from fastserializers.checks.delegated_fields import delegated_fields
from fastserializers.checks.method_fields import needless_methods
from fastserializers.checks.project import project_now
from fastserializers.checks.queries import queries_per_row
from fastserializers.checks.read_only_fields import read_only_fields_missing
from fastserializers.checks.renderers import json_renderers
from fastserializers.checks.slow_serializers import slow_serializers
from fastserializers.checks.writing import writing_that_never_runs
from fastserializers.project.modules import ImportFailure, import_project
from fastserializers.project.serializers import defining_module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.apps import AppConfig

SUBJECTS = (
    read_only_fields_missing,
    slow_serializers,
    delegated_fields,
    writing_that_never_runs,
    queries_per_row,
    json_renderers,
    needless_methods,
)


def check_serializers(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Return what there is to say of the project's serializers and of the views that use them.

    Every module that may define a serializer is imported first; one that can't be is returned as
    ``fastserializers.E001``. As in Django's own checks, ``app_configs`` limits the messages to
    those apps, except for the settings' and the URLconf's, which belong to no app.
    """
    failures = import_project()
    project = project_now()
    return [
        *wrong_configuration(),
        *(
            import_failed(failure)
            for failure in failures
            if failure.module == getattr(settings, "ROOT_URLCONF", None)
            or belongs_to(app_configs, failure.module)
        ),
        *(
            message
            for subject in SUBJECTS
            for message in subject(project)
            if belongs_to(app_configs, defining_module(message.obj))
        ),
    ]


def belongs_to(app_configs: Sequence[AppConfig] | None, module: str) -> bool:
    return app_configs is None or apps.get_containing_app_config(module) in app_configs


def import_failed(failure: ImportFailure) -> checks.Error:
    return checks.Error(
        f"{failure.module} fails to import: {type(failure.error).__name__}: {failure.error}",
        hint=f'See the traceback with: python manage.py shell -c "import {failure.module}"',
        obj=failure.module,
        id="fastserializers.E001",
    )
