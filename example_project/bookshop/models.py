from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone


class Publisher(models.Model):
    name = models.CharField(max_length=100, unique=True)
    country = models.CharField(max_length=2)
    website = models.URLField()
    same_day_until = models.TimeField(
        null=True, help_text="Orders placed before this time leave the same day."
    )

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class Author(models.Model):
    name = models.CharField(max_length=100, unique=True)
    born = models.DateField(null=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class Tag(models.Model):
    name = models.CharField(max_length=50, unique=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class Book(models.Model):
    class Format(models.TextChoices):
        HARDBACK = "hardback"
        PAPERBACK = "paperback"
        EBOOK = "ebook", "E-book"
        AUDIOBOOK = "audiobook"

    isbn = models.UUIDField(unique=True, default=uuid.uuid4)
    title = models.CharField(max_length=200)
    subtitle = models.CharField(max_length=200, null=True)  # noqa: DJ001 (a null to serialize)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    rating = models.FloatField(null=True)
    pages = models.PositiveIntegerField()
    reading_time = models.DurationField(null=True)
    published = models.DateField()
    added = models.DateTimeField(default=timezone.now)
    in_print = models.BooleanField(default=True)
    format = models.CharField(max_length=10, choices=Format.choices, default=Format.PAPERBACK)
    metadata = models.JSONField(default=dict)
    publisher = models.ForeignKey(Publisher, models.PROTECT, related_name="books")
    author = models.ForeignKey(Author, models.PROTECT, related_name="books")
    tags = models.ManyToManyField(Tag, related_name="books")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.title


class Review(models.Model):
    book = models.ForeignKey(Book, models.CASCADE, related_name="reviews")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reviews")
    stars = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.stars}/5 for {self.book}"
