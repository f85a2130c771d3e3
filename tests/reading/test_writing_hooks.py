"""Methods that decide what a serializer requires when it writes leave a class its plan."""

import pytest
from django.db import models
from django.test.utils import isolate_apps
from rest_framework.serializers import ModelSerializer

from fastserializers import FastReadOnlyModelSerializer
from tests.idioms.agreement import mixed_in
from tests.reading.test_lazy_fields import FastModelSerializer
from tests.reading.test_versions import PlannedField

with isolate_apps("tests"):

    class Seat(models.Model):
        row = models.CharField(max_length=1)
        number = models.IntegerField(default=1)
        booked = models.DateTimeField(auto_now=True)

        class Meta:
            unique_together = [("row", "number")]

        @property
        def label(self):
            return f"{self.row}{self.number}"


class NoConstraints:
    def get_unique_together_constraints(self, model):
        return []


class OneMoreConstraint:
    """One field of it is hidden: the serializers below have no `booked`."""

    def get_unique_together_constraints(self, model):
        # How many options a constraint has differs between releases of REST framework.
        for _, *options in super().get_unique_together_constraints(model):
            yield ("row", "booked"), *options


MIXINS = [NoConstraints, OneMoreConstraint]


def new_class(mixin, base):
    return mixed_in(mixin)(base, Seat, ["label", "row", "number"], {"label": PlannedField()})


@pytest.mark.parametrize("mixin", MIXINS)
def test_output_is_that_of_rest_framework(mixin):
    reference, fast = (
        new_class(mixin, base) for base in (ModelSerializer, FastReadOnlyModelSerializer)
    )
    seat, row = Seat(row="A", number=2), {"row": "A", "label": "A"}
    assert fast(seat).data == reference(seat).data
    assert fast(row).data == reference(row).data
    assert repr(fast(seat)) == repr(reference(seat))


@pytest.mark.parametrize("mixin", MIXINS)
def test_the_class_is_planned_once(mixin):
    fast = new_class(mixin, FastReadOnlyModelSerializer)
    assert fast(Seat(row="A")).data == {"label": "A1", "row": "A", "number": 1}
    planned = PlannedField.planned
    assert fast([Seat(row="A")] * 20, many=True).data[0]["label"] == "A1"
    assert PlannedField.planned == planned


def test_constraints_that_depend_on_the_request_are_asked_for_once_a_class():
    """A row of `docs/differences.md`: a serializer that writes asks for them itself."""
    asked = []

    class OfTheRequest:
        def get_unique_together_constraints(self, model):
            asked.append(self.context.get("tenant"))
            return super().get_unique_together_constraints(model)

    fast = new_class(OfTheRequest, FastModelSerializer)
    for tenant in ("a", "b", "c"):
        serializer = fast(Seat(row="A", number=2), context={"tenant": tenant})
        assert [*serializer.fields] == ["label", "row", "number"]
    assert len(asked) < 3
    writing = fast(data={"row": "B"}, context={"tenant": "d"})
    assert [*writing.fields] == ["label", "row", "number"]
    assert asked[-1] == "d"
