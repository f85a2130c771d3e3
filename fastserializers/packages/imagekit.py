"""django-imagekit: an instance remembers which files its images were made of.

Read: 6.1. Its receiver is connected to all models of a project, and does nothing for those without
an `ImageSpecField` or a `ProcessedImageField`.
"""

from __future__ import annotations

from typing import Any

from fastserializers.packages.table import about


@about("imagekit.specs.sourcegroups.ModelSignalRouter.post_init_receiver")
def has_images(receiver: Any, model: type) -> bool:
    """Return whether a model has a field of images."""
    groups = receiver.__self__._source_groups
    return any(issubclass(model, group.model_class) for group in groups)
