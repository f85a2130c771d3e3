"""How many compiled plans a process keeps."""

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from fastserializers.compiler.function import kept_plans
from fastserializers.compiler.kept import MOST_WAITING
from fastserializers.compiler.planner import plan_of_fields


class Wide(FastReadOnlySerializer):
    first = serializers.CharField()
    second = serializers.CharField()
    third = serializers.CharField()
    fourth = serializers.CharField()


def plan_of(*names):
    serializer = Wide()
    return plan_of_fields(serializer, {name: serializer.fields[name] for name in names})


def compiled(plan):
    """Return the functions of a plan, with one that is compiled."""
    functions = kept_plans[plan]
    functions.one.compiled(dict)
    return functions


@pytest.fixture(autouse=True)
def nothing_kept():
    """Drop what other tests have left: their plans count, too."""
    kept_plans.clear()


@pytest.fixture
def three_fields(settings):
    """Let a process keep compiled plans of three fields."""
    settings.FASTSERIALIZERS = {"COMPILED_FIELDS": 3}


@pytest.mark.usefixtures("three_fields")
class TestPlansAreDroppedWhenTheyHaveMoreFields:
    def test_the_one_that_was_used_least_recently_goes(self):
        compiled(plan_of("first"))
        kept = compiled(plan_of("second"))
        used = compiled(plan_of("third", "fourth"))
        assert [*kept_plans.compiled.values()] == [kept, used]

    def test_a_plan_that_was_used_again_stays(self):
        again = compiled(plan_of("first"))
        compiled(plan_of("second", "third"))
        assert kept_plans[plan_of("first")] is again
        last = compiled(plan_of("fourth"))
        assert [*kept_plans.compiled.values()] == [again, last]

    def test_a_plan_with_more_fields_than_that_stays_alone(self):
        compiled(plan_of("first"))
        wide = compiled(plan_of("first", "second", "third", "fourth"))
        assert [*kept_plans.compiled.values()] == [wide]

    def test_the_fields_of_the_plans_that_are_kept_are_counted(self):
        compiled(plan_of("first"))
        compiled(plan_of("second", "third"))
        compiled(plan_of("third", "fourth"))
        assert kept_plans.fields == sum(plan.size for plan in kept_plans.compiled.values())


def test_plans_that_nothing_is_compiled_for_push_out_none_that_is():
    used = compiled(plan_of("first"))
    names = ("first", "second", "third", "fourth")
    for number in range(MOST_WAITING + 1):
        plan = plan_of(*names)
        kept_plans[plan._replace(serializer=f"Asked for once {number}")]
    assert used in kept_plans.compiled.values()
    assert len(kept_plans.waiting) == MOST_WAITING
