"""The serializers of the marketplace, as people write them: nothing here knows of this library."""

from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from tests.packages import models


class CategorySerializer(ModelSerializer):
    class Meta:
        model = models.Category
        fields = ["id", "name", "parent", "level"]


class CategoryNameSerializer(ModelSerializer):
    class Meta(CategorySerializer.Meta):
        fields = ["id", "name"]


class CategoryTreeSerializer(ModelSerializer):
    children = CategoryNameSerializer(many=True)

    class Meta(CategorySerializer.Meta):
        fields = ["name", "children"]


class OrganizationNameSerializer(ModelSerializer):
    class Meta:
        model = models.Organization
        fields = ["id", "name"]


class OrganizationSerializer(ModelSerializer):
    class Meta(OrganizationNameSerializer.Meta):
        fields = ["id", "name", "phone", "country", "logo"]


class PersonSerializer(ModelSerializer):
    class Meta:
        model = models.Person
        fields = ["id", "name", "email", "born"]


class OrganizationPeopleSerializer(ModelSerializer):
    people = PersonSerializer(many=True)

    class Meta(OrganizationNameSerializer.Meta):
        fields = ["name", "people"]


class PersonContactSerializer(ModelSerializer):
    class Meta(PersonSerializer.Meta):
        fields = ["id", "name", "phone", "country"]


class PersonEmployerSerializer(ModelSerializer):
    works_for = serializers.SlugRelatedField("name", read_only=True)
    employer = serializers.CharField(source="works_for.name")

    class Meta(PersonSerializer.Meta):
        fields = ["name", "works_for", "employer"]


class PersonStateSerializer(ModelSerializer):
    class Meta(PersonSerializer.Meta):
        fields = ["name", "is_changed"]


class CourseTitleSerializer(ModelSerializer):
    class Meta:
        model = models.Course
        fields = ["id", "title", "changed_at"]


class CourseSerializer(ModelSerializer):
    class Meta(CourseTitleSerializer.Meta):
        fields = ["id", "title", "price", "old_price", "category"]


class CourseCurrencySerializer(ModelSerializer):
    class Meta(CourseTitleSerializer.Meta):
        fields = ["title", "price_currency", "old_price_currency"]


class CourseContactSerializer(ModelSerializer):
    organization = OrganizationSerializer()

    class Meta(CourseTitleSerializer.Meta):
        fields = ["title", "organization"]


class CourseCategorySerializer(ModelSerializer):
    category = serializers.CharField(source="category.name")
    school = serializers.CharField(source="organization.name")

    class Meta(CourseTitleSerializer.Meta):
        fields = ["title", "category", "school"]


class ReviewSerializer(ModelSerializer):
    class Meta:
        model = models.Review
        fields = ["id", "course", "stars", "text"]


class CourseReviewsSerializer(ModelSerializer):
    reviews = ReviewSerializer(many=True)

    class Meta(CourseTitleSerializer.Meta):
        fields = ["title", "reviews"]


class HistorySerializer(ModelSerializer):
    class Meta:
        model = models.Course.history.model
        fields = ["id", "title", "history_id", "history_type", "history_date"]


class EnrollmentSerializer(ModelSerializer):
    class Meta:
        model = models.Enrollment
        fields = ["id", "student", "course", "state", "mark"]


class EnrollmentChangesSerializer(ModelSerializer):
    class Meta(EnrollmentSerializer.Meta):
        fields = ["id", "changes"]


class InvoiceSerializer(ModelSerializer):
    class Meta:
        model = models.Invoice
        fields = ["id", "number", "total"]


class EnrollmentInvoicesSerializer(ModelSerializer):
    invoices = InvoiceSerializer(many=True)

    class Meta(EnrollmentSerializer.Meta):
        fields = ["state", "invoices"]


class StudentSerializer(ModelSerializer):
    enrollments = EnrollmentSerializer(many=True)

    class Meta(PersonSerializer.Meta):
        fields = ["name", "enrollments"]


class InvoiceStateSerializer(ModelSerializer):
    class Meta(InvoiceSerializer.Meta):
        fields = ["number", "has_new_total"]


class PhotoSerializer(ModelSerializer):
    class Meta:
        model = models.Photo
        fields = ["id", "title", "course"]


class BadgeSerializer(ModelSerializer):
    class Meta:
        model = models.Badge
        fields = ["id", "name"]


class PageSerializer(ModelSerializer):
    class Meta:
        model = models.Page
        fields = ["id", "title"]


class TopicSerializer(ModelSerializer):
    class Meta:
        model = models.Topic
        fields = ["id", "code"]


class LessonSerializer(ModelSerializer):
    class Meta:
        model = models.Lesson
        fields = ["id", "title"]


ALL = {
    name.removesuffix("Serializer"): value
    for name, value in [*vars().items()]
    if isinstance(value, type) and value.__module__ == __name__
}
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
