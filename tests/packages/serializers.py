"""The serializers of the marketplace: nothing here knows of this library."""

from functools import partial

from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.packages import models
from tests.relations.serializers import serializer_of, slug

of = partial(serializer_of, ModelSerializer)
name_of = serializers.CharField

Category = of(models.Category, ["id", "name", "parent", "level"])
CategoryName = of(models.Category, ["id", "name"])
CategoryTree = of(models.Category, ["name"], {"children": CategoryName(many=True)})

OrganizationName = of(models.Organization, ["id", "name"])
Organization = of(models.Organization, ["id", "name", "phone", "country", "logo"])
Person = of(models.Person, ["id", "name", "email", "born"])
OrganizationPeople = of(models.Organization, ["name"], {"people": Person(many=True)})
PersonContact = of(models.Person, ["id", "name", "phone", "country"])
PersonEmployer = of(
    models.Person,
    ["name"],
    {"works_for": slug("name"), "employer": name_of(source="works_for.name")},
)
PersonState = of(models.Person, ["name", "is_changed"])

CourseTitle = of(models.Course, ["id", "title", "changed_at"])
Course = of(models.Course, ["id", "title", "price", "old_price", "category"])
CourseCurrency = of(models.Course, ["title", "price_currency", "old_price_currency"])
CourseContact = of(models.Course, ["title"], {"organization": Organization()})
CourseCategory = of(
    models.Course,
    ["title"],
    {"category": name_of(source="category.name"), "school": name_of(source="organization.name")},
)
Review = of(models.Review, ["id", "course", "stars", "text"])
CourseReviews = of(models.Course, ["title"], {"reviews": Review(many=True)})
History = of(
    models.Course.history.model, ["id", "title", "history_id", "history_type", "history_date"]
)

Enrollment = of(models.Enrollment, ["id", "student", "course", "state", "mark"])
EnrollmentChanges = of(models.Enrollment, ["id", "changes"])
Invoice = of(models.Invoice, ["id", "number", "total"])
EnrollmentInvoices = of(models.Enrollment, ["state"], {"invoices": Invoice(many=True)})
Student = of(models.Person, ["name"], {"enrollments": Enrollment(many=True)})
InvoiceState = of(models.Invoice, ["number", "has_new_total"])

Photo = of(models.Photo, ["id", "title", "course"])
Badge = of(models.Badge, ["id", "name"])
Page = of(models.Page, ["id", "title"])
Topic = of(models.Topic, ["id", "code"])
Lesson = of(models.Lesson, ["id", "title"])

ALL = {
    name: value
    for name, value in [*vars().items()]
    if isinstance(value, type(ModelSerializer)) and value is not ModelSerializer
}
for name, serializer_class in ALL.items():
    # Each can be imported by its name, as a class of a project.
    serializer_class.__name__ = serializer_class.__qualname__ = name
    serializer_class.__module__ = __name__

FROM_INSTANCES = {
    "CourseReviews": "reviews is read by managers like safedelete.managers.SafeDeleteManager",
    "Course": "price is read by djmoney.models.fields.MoneyFieldProxy, of django-money",
    "EnrollmentChanges": "changes",
    "InvoiceState": "has_new_total",
    "Lesson": "polymorphic.query.PolymorphicModelIterable",
    "Organization": "phone is read by phonenumber_field.modelfields.PhoneNumberDescriptor",
    "PersonContact": "phone",
    "PersonState": "is_changed",
    "Topic": "TranslatableQuerySet._fetch_all",
}
"""The serializers that are read from Django's instances, and a word of the reason."""
