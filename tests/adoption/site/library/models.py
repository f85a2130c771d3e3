from django.contrib.auth.models import User
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models


class Category(models.Model):
    name = models.CharField(max_length=50)
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="children")


class Author(models.Model):
    name = models.CharField(max_length=80)
    born = models.DateField(null=True, blank=True)
    biography = models.TextField(blank=True)

    @property
    def initials(self):
        return "".join(word[0] for word in self.name.split())


class Publisher(models.Model):
    name = models.CharField(max_length=80, unique=True)
    website = models.URLField(blank=True)
    founded = models.PositiveSmallIntegerField(null=True)


class Tag(models.Model):
    label = models.SlugField(unique=True)


class Book(models.Model):
    class Format(models.TextChoices):
        PAPER = "paper", "On paper"
        AUDIO = "audio", "To listen to"

    title = models.CharField(max_length=120)
    isbn = models.CharField("ISBN", max_length=13, unique=True)
    price = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    format = models.CharField(max_length=5, choices=Format.choices, default=Format.PAPER)
    added = models.DateTimeField()
    details = models.JSONField(default=dict, blank=True)
    cover = models.FileField(upload_to="covers", blank=True)
    author = models.ForeignKey(Author, models.PROTECT, related_name="books")
    publisher = models.ForeignKey(Publisher, models.SET_NULL, null=True, related_name="books")
    category = models.ForeignKey(Category, models.SET_NULL, null=True, related_name="books")
    tags = models.ManyToManyField(Tag, related_name="books", blank=True)


class Chapter(models.Model):
    book = models.ForeignKey(Book, models.CASCADE, related_name="chapters")
    number = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    length = models.DurationField(null=True)

    class Meta:
        ordering = ("number",)
        unique_together = ("book", "number")


class Review(models.Model):
    book = models.ForeignKey(Book, models.CASCADE, related_name="reviews")
    user = models.ForeignKey(User, models.CASCADE)
    stars = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    text = models.TextField(blank=True)


class Loan(models.Model):
    book = models.ForeignKey(Book, models.CASCADE)
    user = models.ForeignKey(User, models.CASCADE)
    due = models.DateField()
    returned = models.BooleanField(default=False)


class Shelf(models.Model):
    """Its key is a text of the project's."""

    code = models.CharField(max_length=8, primary_key=True)
    room = models.UUIDField()
    books = models.ManyToManyField(Book)
