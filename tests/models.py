import uuid

from django.db import models


class Country(models.Model):
    name = models.CharField(max_length=50)

    def __str__(self):
        return self.name


class Publisher(models.Model):
    name = models.CharField(max_length=50)
    code = models.SlugField(unique=True)
    country = models.ForeignKey(Country, models.CASCADE, null=True)

    def __str__(self):
        return f"{self.name} ({self.code})"

    initials = property(lambda self: "".join(word[0] for word in self.name.split()))


class ImportedPublisher(Publisher):
    class Meta:
        proxy = True

    initials = property(lambda self: "imported")


class Tag(models.Model):
    label = models.CharField(max_length=50)

    def __str__(self):
        return self.label


class VisibleTags(models.Manager):
    """A manager that says itself what all its rows are."""

    def all(self):
        return self.get_queryset().exclude(label="hidden")


class OfItsOwner(models.Manager):
    """A manager whose rows depend on whose they are."""

    def get_queryset(self):
        rows = super().get_queryset()
        owner = getattr(self, "instance", None)
        return rows if owner is None else rows.filter(text__startswith=owner.name[:1])


class Remark(models.Model):
    country = models.ForeignKey(Country, models.CASCADE, related_name="remarks")
    text = models.CharField(max_length=50)
    objects = OfItsOwner()


class Shelf(models.Model):
    label = models.CharField(max_length=50)
    objects = VisibleTags()


class Book(models.Model):
    class Format(models.TextChoices):
        HARDBACK = "H", "Hardback"
        PAPERBACK = "P", "Paperback"

    class Grade(models.IntegerChoices):
        LOW = 1
        HIGH = 2

    title = models.CharField(max_length=100)
    subtitle = models.TextField(null=True, blank=True)
    slug = models.SlugField(default="book")
    site = models.URLField(default="https://example.org/")
    contact = models.EmailField(default="a@example.org")
    isbn = models.UUIDField(default=uuid.uuid4)
    address = models.GenericIPAddressField(default="127.0.0.1")
    price = models.DecimalField(max_digits=8, decimal_places=2)
    weight = models.FloatField(null=True)
    pages = models.IntegerField(default=0)
    copies = models.BigIntegerField(default=0)
    published = models.DateField(null=True)
    added = models.DateTimeField(null=True)
    opens = models.TimeField(null=True)
    reading_time = models.DurationField(null=True)
    in_print = models.BooleanField(default=True)
    prized = models.BooleanField(null=True)
    format = models.CharField(max_length=1, choices=Format.choices, blank=True)
    grade = models.IntegerField(choices=Grade.choices, null=True)
    metadata = models.JSONField(default=dict)
    blob = models.BinaryField(default=b"", editable=True)
    cover = models.FileField(upload_to="covers", blank=True)
    publisher = models.ForeignKey(Publisher, models.CASCADE, null=True, related_name="books")
    by_code = models.ForeignKey(
        Publisher, models.CASCADE, null=True, to_field="code", related_name="+"
    )
    tags = models.ManyToManyField(Tag, related_name="tagged")
    shelves = models.ManyToManyField(Shelf)

    def __str__(self):
        return self.title

    shout = property(lambda self: self.title.upper())

    def page_count(self):
        return self.pages


class AudioBook(Book):
    narrator = models.CharField(max_length=50)


class Blurb(models.Model):
    book = models.OneToOneField(Book, models.CASCADE)
    text = models.CharField(max_length=100)

    def __str__(self):
        return self.text


class Review(models.Model):
    book = models.ForeignKey(Book, models.CASCADE, related_name="reviews")
    stars = models.IntegerField(default=5)
    answer_to = models.ForeignKey("self", models.CASCADE, null=True, related_name="answers")

    def __str__(self):
        return "*" * self.stars
