from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from django.apps import AppConfig
from django.core import checks

from fastserializers.conf import reads_everywhere


class FastSerializersConfig(AppConfig):
    name = "fastserializers"
    verbose_name = "Fast serializers"

    def ready(self) -> None:
        checks.register(check_serializers, "serializers")
        if reads_everywhere():
            import_module("fastserializers.reading.replaced").replace()


def check_serializers(
    app_configs: Sequence[AppConfig] | None, **kwargs: object
) -> list[checks.CheckMessage]:
    """Import the checks, and return their messages.

    The checks import REST framework's serializers, which takes longer than all of
    `django.setup()`. Most processes never check anything.
    """
    messages_about = import_module("fastserializers.checks").messages_about
    messages: list[checks.CheckMessage] = messages_about(app_configs, **kwargs)
    return messages
