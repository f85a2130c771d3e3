"""Models of packages: `tests.settings` has the app where they are there."""

from __future__ import annotations

from django.db import models
from parler.models import TranslatableModel, TranslatedFields


class Dish(TranslatableModel):
    price = models.IntegerField()
    translations = TranslatedFields(name=models.CharField(max_length=50))
