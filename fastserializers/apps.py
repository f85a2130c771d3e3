from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register


class FastSerializersConfig(AppConfig):
    name = "fastserializers"
    verbose_name = "Fast serializers"

    def ready(self) -> None:
        # Importing the check imports REST framework's serializers, which needs loaded models.
        from fastserializers.checks import check_read_only_fields

        register(check_read_only_fields, "serializers")
