"""What packages remember of an instance: what methods see, and what is there after the list."""

import functools

import pytest
from rest_framework import serializers

from fastserializers.project.list_reading import rows_reading
from tests.packages import models
from tests.relations.serializers import methods, serializer_of
from tests.rows.comparison import BASES

pytestmark = pytest.mark.usefixtures("marketplace", "db")


def node(category):
    return {**category._mptt_cached_fields}, category.get_level(), category.is_leaf_node()


def dirty(person):
    before = person.get_dirty_fields(check_relationship=True)
    person.name = "Bea"
    return before, person.get_dirty_fields()


def watched(invoice):
    before = {**invoice._initial_state.initial_state}, invoice.has_changed("total")
    invoice.total += 1
    return before, invoice.has_changed("total"), invoice.initial_value("total")


def tracked(enrollment):
    before = enrollment.tracker.changed()
    enrollment.mark = 7
    return before, enrollment.tracker.changed(), enrollment.tracker.previous("state")


def paid(enrollment):
    enrollment.pay()
    return enrollment.state, enrollment.tracker.has_changed("state")


def money(course):
    before = course.price, course.old_price, course.price_currency
    course.price = models.Course(price=(5, "JPY")).price
    return before, course.price, course.price_currency


def contacts(organization):
    return organization.phone.as_national, organization.country.name, organization.logo.name


def hashes(badge):
    return {**badge._ik["source_hashes"]}, badge.small.source.name


def picture(photo):
    return photo.image.name, photo.image.ppoi, photo.center


def versions(course):
    return course.history.count(), course.history.first().instance.title


def deletion(review):
    return review.deleted, review.pk in models.Review.objects.values_list("pk", flat=True)


def tree(page):
    return page.title, page.level, page.tn_ancestors_pks


def shown(state, instance):
    """Return what an instance has in words, or the error of a column that is deferred."""
    try:
        return repr(state(instance))
    except (AttributeError, KeyError) as error:
        return repr(error)


STATES = [
    (models.Category, "name", node),
    (models.Person, "name", dirty),
    (models.Invoice, "total", watched),
    (models.Enrollment, "mark", tracked),
    (models.Enrollment, "state", paid),
    (models.Course, "price_currency", money),
    (models.Organization, "name", contacts),
    (models.Badge, "name", hashes),
    (models.Photo, "title", picture),
    (models.Course, "title", versions),
    (models.Review, "stars", deletion),
    (models.Page, "title", tree),
]
every_state = pytest.mark.parametrize(("model", "field", "state"), STATES)


@every_state
def test_instances_that_the_code_of_a_list_sees(model, field, state):
    """A field before the method and one after it read the same column."""

    def data(base):
        declared = {
            **methods(seen=lambda serializer, instance: shown(state, instance)),
            "after": serializers.ReadOnlyField(source=field),
        }
        cls = serializer_of(base, model, [field], declared)
        return cls(model.objects.order_by("pk"), many=True).data

    assert data(BASES[1]) == data(BASES[0])


@every_state
@pytest.mark.parametrize("deferred", [False, True])
def test_instances_after_the_list(model, field, state, deferred):
    def states(base):
        rows = model.objects.order_by("pk")
        rows = rows.defer(field) if deferred else rows
        assert serializer_of(base, model, ["id"])(rows, many=True).data
        return [shown(state, row) for row in rows]

    assert states(BASES[1]) == states(BASES[0])


HOLDERS = {
    models.Person: (models.Enrollment, "student"),
    models.Course: (models.Enrollment, "course"),
    models.Enrollment: (models.Invoice, "enrollment"),
    models.Organization: (models.Course, "organization"),
    models.Category: (models.Course, "category"),
}


@pytest.mark.parametrize("loads", [None, "select_related", "prefetch_related"])
@pytest.mark.parametrize(
    ("model", "field", "state"), [each for each in STATES if each[0] in HOLDERS]
)
def test_relations_to_such_models(model, field, state, loads):
    """Joined, prefetched and lent rows are read, and their instances are as with Django."""
    holder, name = HOLDERS[model]

    def outcome(base):
        related = serializer_of(base, model, ["id", field])()
        rows = holder.objects.order_by("pk")
        rows = getattr(rows, loads)(name) if loads else rows
        data = serializer_of(base, holder, ["id"], {name: related})(rows, many=True).data
        return data, [shown(state, getattr(row, name)) for row in rows]

    assert outcome(BASES[1]) == outcome(BASES[0])


# What is not known.


def why(model, fields=("id",)):
    return rows_reading(serializer_of(BASES[1], model, fields)).instances


class Loud(models.Category):
    class Meta:
        app_label = "packages"
        proxy = True

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.name = self.name.upper()


def test_a_subclass_that_overrides_a_known_function():
    reason = "tests.packages.test_states.Loud.__init__ is no code of Django's"
    assert why(Loud) == reason
    assert why(models.Category) == ""


def test_a_known_function_that_a_project_wraps(monkeypatch):
    by_package = models.Category.__init__

    @functools.wraps(by_package)
    def wrapped(self, *args, **kwargs):
        by_package(self, *args, **kwargs)
        self.name = "wrapped"

    monkeypatch.setattr("mptt.models.MPTTModel.__init__", wrapped)
    assert why(models.Category) == "mptt.models.MPTTModel.__init__ is no code of Django's"


OF_RELATED_ROWS = {
    "DirtyFieldsMixin": (models.Person, "ENABLE_M2M_CHECK", True),
    "LifecycleModelMixin": (models.Invoice, "_watched_fk_model_fields", lambda: ["a.b"]),
}


@pytest.mark.parametrize("mixin", OF_RELATED_ROWS)
def test_related_rows_that_a_package_remembers_as_well(monkeypatch, mixin):
    model, name, value = OF_RELATED_ROWS[mixin]
    monkeypatch.setattr(model, name, value)
    other = type(f"Other{mixin}", (model,), {"__module__": __name__, "Meta": Loud.Meta})
    assert f"{mixin}.__init__ is no code of Django's" in why(other)


def test_a_state_that_changes_the_class_of_an_instance(monkeypatch):
    proxies = models.Enrollment._meta.get_field("state").state_proxy
    monkeypatch.setitem(proxies, "paid", "packages.PaidEnrollment")
    meta = {"__module__": __name__, "Meta": Loud.Meta}
    assert "state_choices of state" in why(type("Stateful", (models.Enrollment,), meta))


def test_a_descriptor_that_refuses_a_value_that_nobody_reads():
    models.Course.objects.update(old_price=5, old_price_currency=None)
    plain, fast = (serializer_of(base, models.Course, ["title"]) for base in BASES)
    with pytest.raises(ValueError, match="Missing currency"):
        plain(models.Course.objects.all(), many=True).data  # noqa: B018
    assert fast(models.Course.objects.all(), many=True).data[0] == {"title": "Course 0"}
