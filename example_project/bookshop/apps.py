from __future__ import annotations

from django.apps import AppConfig


class BookshopConfig(AppConfig):
    name = "bookshop"
    default_auto_field = "django.db.models.BigAutoField"
