"""Models for the relations and kinds of models that the bookshop's own have no need of."""

from django.conf import settings
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.utils.functional import cached_property

# Where no order is asked for, MariaDB has another one for each query.
ORDERING = ["pk"] if settings.DATABASES["default"]["ENGINE"].endswith("mysql") else []


class Place(models.Model):
    code = models.SlugField(unique=True)
    name = models.CharField(max_length=50)
    within = models.ForeignKey("self", models.CASCADE, null=True, related_name="parts")

    class Meta:
        ordering = ORDERING

    def __str__(self):
        return self.name


class Note(models.Model):
    text = models.CharField(max_length=50)
    content_type = models.ForeignKey(ContentType, models.CASCADE)
    object_id = models.PositiveBigIntegerField()
    about = GenericForeignKey()

    class Meta:
        ordering = ORDERING

    def __str__(self):
        return self.text


class Dated(models.Model):
    made = models.DateTimeField(null=True)
    notes = GenericRelation(Note)

    class Meta:
        abstract = True
        ordering = ORDERING


class Author(Dated):
    name = models.CharField(max_length=50)
    home = models.ForeignKey(Place, models.CASCADE, null=True, to_field="code")
    mentors = models.ManyToManyField("self", symmetrical=False, related_name="pupils")
    kind = "author"

    def __str__(self):
        return self.name


class Portrait(models.Model):
    """Has the key of its author for its own."""

    author = models.OneToOneField(Author, models.CASCADE, primary_key=True)
    painter = models.CharField(max_length=50)

    def __str__(self):
        return f"{self.author_id} by {self.painter}"


class Work(Dated):
    title = models.CharField(max_length=50)
    authors = models.ManyToManyField(Author, through="Credit", related_name="works")
    sequel_to = models.OneToOneField("self", models.CASCADE, null=True, related_name="sequel")
    kind = property(lambda self: "work")

    def __str__(self):
        return self.title

    @cached_property
    def credit_count(self):
        return self.credits.count()


class Credit(models.Model):
    work = models.ForeignKey(Work, models.CASCADE, related_name="credits")
    author = models.ForeignKey(Author, models.CASCADE, related_name="credits")
    role = models.CharField(max_length=50, default="writer")

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return self.role


class Novel(Work):
    chapters = models.IntegerField(default=0)
    kind = property(lambda self: "novel")


class Serial(Novel):
    magazine = models.CharField(max_length=50)


class Poem(Work):
    class Meta:
        proxy = True

    kind = property(lambda self: "poem")
