"""Methods that decide what a serializer requires when it writes leave a class its plan."""

import pytest
from rest_framework.serializers import ModelSerializer

from fastserializers import FastReadOnlyModelSerializer
from tests.idioms.agreement import mixed_in
from tests.reading.test_lazy_fields import LOCKER, FastModelSerializer, Locker
from tests.reading.test_versions import PlannedField


class NoConstraints:
    def get_unique_together_constraints(self, model):
        return []


class OneMoreConstraint:
    """One field of it is hidden: the serializers below have no `day`."""

    def get_unique_together_constraints(self, model):
        # How many options a constraint has differs between releases of REST framework.
        for _, *options in super().get_unique_together_constraints(model):
            yield ("room", "day"), *options


MIXINS = [NoConstraints, OneMoreConstraint]


def new_class(mixin, base):
    declared = {"label": PlannedField(source="note")}
    return mixed_in(mixin)(base, Locker, ["label", "room", "place"], declared)


@pytest.mark.parametrize("mixin", MIXINS)
def test_output_is_that_of_rest_framework(mixin):
    reference, fast = (
        new_class(mixin, base) for base in (ModelSerializer, FastReadOnlyModelSerializer)
    )
    row = {"room": "A", "note": "a"}
    assert fast(LOCKER).data == reference(LOCKER).data
    assert fast(row).data == reference(row).data
    assert repr(fast(LOCKER)) == repr(reference(LOCKER))


@pytest.mark.parametrize("mixin", MIXINS)
def test_the_class_is_planned_once(mixin):
    fast = new_class(mixin, FastReadOnlyModelSerializer)
    assert fast(LOCKER).data == {"label": "n", "room": "r", "place": 1}
    planned = PlannedField.planned
    assert fast([LOCKER] * 20, many=True).data[0]["label"] == "n"
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
        serializer = fast(LOCKER, context={"tenant": tenant})
        assert [*serializer.fields] == ["label", "room", "place"]
    assert len(asked) < 3
    writing = fast(data={"room": "B"}, context={"tenant": "d"})
    assert [*writing.fields] == ["label", "room", "place"]
    assert asked[-1] == "d"
