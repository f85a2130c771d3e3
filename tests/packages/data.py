"""Rows of the marketplace."""

from datetime import date

from djmoney.money import Money

from tests.packages import models


def store(count):
    """Store so many rows of each model."""
    root = models.Category.objects.create(name="Root")
    for number in range(1, count):
        models.Category.objects.create(name=f"Category {number}", parent=root)
    categories = list(models.Category.objects.all())
    organizations = [
        models.Organization.objects.create(
            name=f"School {number}", phone="+441214960000", country="GB", logo="logos/a.png"
        )
        for number in range(count)
    ]
    for number, (category, organization) in enumerate(zip(categories, organizations, strict=True)):
        person = models.Person.objects.create(
            name=f"Ann {number}",
            email="ann@example.com",
            born=date(2000, 1, 1),
            phone="+441214960001" if number % 2 else None,
            country="NZ" if number % 2 else None,
            works_for=organization,
        )
        course = models.Course.objects.create(
            title=f"Course {number}",
            price=Money("12.50", "USD"),
            old_price=Money(15, "CHF") if number % 2 else None,
            category=category,
            organization=organization,
        )
        enrollment = models.Enrollment.objects.create(student=person, course=course, mark=number)
        models.Invoice.objects.create(number=f"R{number}", total="12.50", enrollment=enrollment)
        models.Review.objects.create(course=course, stars=3, text="Good.")
        models.Photo.objects.create(course=course, title="Room", image="photos/a.png")
        models.Badge.objects.create(name="Gold", picture="badges/a.png")
        topic = models.Topic.objects.language("en").create(code="art", name="Art")
        topic.create_translation("nl", name="Kunst")
        models.Video.objects.create(title="Start", course=course, minutes=number)
    models.Page.objects.bulk_create(models.Page(title=f"Page {number}") for number in range(count))
