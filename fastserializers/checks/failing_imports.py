"""fastserializers.E001: a module that does not import, and hides what it defines."""

from __future__ import annotations

from collections.abc import Iterator

from django.core import checks

from fastserializers.checks.registry import check
from fastserializers.project.overview import Project


@check("fastserializers.E001")
def failing_imports(project: Project) -> Iterator[checks.CheckMessage]:
    for module, error in project.failures:
        yield checks.Error(
            f"{module} fails to import: {type(error).__name__}: {error}",
            hint=f'See the traceback with: python manage.py shell -c "import {module}"',
            obj=module,
            id="fastserializers.E001",
        )
