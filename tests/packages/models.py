"""A marketplace of courses, whose models use what people install: a package or two for each."""

from dirtyfields import DirtyFieldsMixin
from django.db import models
from django_countries.fields import CountryField
from django_fsm import FSMField, transition
from django_lifecycle import AFTER_UPDATE, LifecycleModelMixin, hook
from djmoney.models.fields import MoneyField
from easy_thumbnails.fields import ThumbnailerImageField
from imagekit.models import ImageSpecField
from imagekit.processors import ResizeToFill
from model_utils import FieldTracker
from mptt.models import MPTTModel, TreeForeignKey
from parler.models import TranslatableModel, TranslatedFields
from phonenumber_field.modelfields import PhoneNumberField
from polymorphic.models import PolymorphicModel
from safedelete.models import SafeDeleteModel
from simple_history.models import HistoricalRecords
from treenode.models import TreeNodeModel
from versatileimagefield.fields import PPOIField, VersatileImageField


class Category(MPTTModel):
    name = models.CharField(max_length=50)
    parent = TreeForeignKey("self", models.CASCADE, null=True, blank=True, related_name="children")

    def __str__(self):
        return self.name


class Organization(models.Model):
    name = models.CharField(max_length=50)
    phone = PhoneNumberField(region="GB", blank=True)
    country = CountryField()
    logo = ThumbnailerImageField(upload_to="logos", blank=True)

    def __str__(self):
        return self.name


class Person(DirtyFieldsMixin, models.Model):
    name = models.CharField(max_length=50)
    email = models.EmailField()
    born = models.DateField(null=True)
    phone = PhoneNumberField(null=True)
    country = CountryField(null=True)
    works_for = models.ForeignKey(Organization, models.CASCADE, related_name="people")

    @property
    def is_changed(self):
        return self.is_dirty()


class Course(models.Model):
    title = models.CharField(max_length=50)
    price = MoneyField(max_digits=10, decimal_places=2, default_currency="EUR")
    old_price = MoneyField(max_digits=10, decimal_places=2, null=True, default_currency=None)
    category = models.ForeignKey(Category, models.CASCADE, related_name="courses")
    organization = models.ForeignKey(Organization, models.CASCADE, related_name="courses")
    changed_at = models.DateTimeField(auto_now=True)
    history = HistoricalRecords()

    def __str__(self):
        return self.title


class Enrollment(models.Model):
    student = models.ForeignKey(Person, models.CASCADE, related_name="enrollments")
    course = models.ForeignKey(Course, models.CASCADE, related_name="enrollments")
    state = FSMField(default="new", protected=True)
    mark = models.IntegerField(null=True)
    tracker = FieldTracker()

    @transition(field=state, source="new", target="paid")
    def pay(self): ...

    @property
    def changes(self):
        return self.tracker.changed()


class Invoice(LifecycleModelMixin, models.Model):
    number = models.CharField(max_length=20)
    total = models.DecimalField(max_digits=10, decimal_places=2)
    enrollment = models.ForeignKey(Enrollment, models.CASCADE, related_name="invoices")

    @hook(AFTER_UPDATE, when="total", has_changed=True)
    def note(self): ...

    def has_new_total(self):
        return self.has_changed("total")


class Review(SafeDeleteModel):
    course = models.ForeignKey(Course, models.CASCADE, related_name="reviews")
    stars = models.IntegerField()
    text = models.TextField()


class Photo(models.Model):
    course = models.ForeignKey(Course, models.CASCADE, related_name="photos")
    title = models.CharField(max_length=50)
    image = VersatileImageField(upload_to="photos", ppoi_field="center")
    center = PPOIField()


class Badge(models.Model):
    name = models.CharField(max_length=50)
    picture = models.ImageField(upload_to="badges")
    small = ImageSpecField(source="picture", processors=[ResizeToFill(10, 10)], format="PNG")


class Page(TreeNodeModel):
    treenode_display_field = "title"
    title = models.CharField(max_length=50)


class Topic(TranslatableModel):
    code = models.CharField(max_length=20)
    translations = TranslatedFields(name=models.CharField(max_length=50))


class Lesson(PolymorphicModel):
    title = models.CharField(max_length=50)
    course = models.ForeignKey(Course, models.CASCADE, related_name="lessons")


class Video(Lesson):
    minutes = models.IntegerField()
