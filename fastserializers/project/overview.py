"""The serializers of a project and their uses by views, for commands that ask often."""

from __future__ import annotations

from typing import NamedTuple

from fastserializers.project.modules import ImportFailure, import_project, is_first_party
from fastserializers.project.serializers import SerializerClass, serializer_classes
from fastserializers.project.views import Use, uses
from fastserializers.project.ways import ways_to_read_fast


class Project(NamedTuple):
    failures: list[ImportFailure]
    """The modules that do not import."""
    serializers: list[SerializerClass]
    """The project's own serializer classes."""
    uses: list[Use]
    """The uses of serializers by all views in the URLconf, third-party ones included."""

    @property
    def own_uses(self) -> list[Use]:
        return [use for use in self.uses if is_first_party(use.view.__module__)]

    @property
    def ways(self) -> dict[SerializerClass, str]:
        """The way by which each serializer of the project reads fast, for those that do."""
        return ways_to_read_fast(self.uses, self.serializers)


def project_now() -> Project:
    """Import every module that may define or use a serializer, and look at all of them."""
    failures = import_project()
    return Project(failures, serializer_classes(), uses())
