from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig, apps


class FastSerializersConfig(AppConfig):
    name = "fastserializers"
    verbose_name = "Fast serializers"

    def ready(self) -> None:
        # Importing the checks imports REST framework's serializers, which need loaded models.
        import_module("fastserializers.checks")
        if apps.is_installed("drf_spectacular"):
            # It finds an extension by its being defined.
            import_module("fastserializers.schemas")
