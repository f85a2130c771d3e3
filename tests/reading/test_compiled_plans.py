"""How many compiled plans a process keeps."""

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from fastserializers.compiler.functions import compiled_plans
from fastserializers.project.reading import fast_plan


class Wide(FastReadOnlySerializer):
    first = serializers.CharField()
    second = serializers.CharField()
    third = serializers.CharField()
    fourth = serializers.CharField()


def plan_of(*names):
    plan = fast_plan(Wide()).plan
    return plan._replace(fields=tuple(field for field in plan.fields if field.name in names))


@pytest.fixture(autouse=True)
def three_fields(settings):
    """Let a process keep compiled plans of three fields, and drop what other tests have left."""
    settings.FASTSERIALIZERS = {"COMPILED_FIELDS": 3}
    plan_of()
    compiled_plans.clear()


def test_the_plan_that_was_used_least_recently_goes():
    compiled_plans[plan_of("first")]
    kept = compiled_plans[plan_of("second")]
    used = compiled_plans[plan_of("third", "fourth")]
    assert [*compiled_plans.values.values()] == [kept, used]


def test_a_plan_that_was_used_again_stays():
    again = compiled_plans[plan_of("first")]
    compiled_plans[plan_of("second", "third")]
    assert compiled_plans[plan_of("first")] is again
    last = compiled_plans[plan_of("fourth")]
    assert [*compiled_plans.values.values()] == [again, last]


def test_a_plan_with_more_fields_than_that_stays_alone():
    compiled_plans[plan_of("first")]
    wide = compiled_plans[plan_of("first", "second", "third", "fourth")]
    assert [*compiled_plans.values.values()] == [wide]


def test_the_fields_of_the_plans_that_are_kept_are_counted():
    compiled_plans[plan_of("first")]
    compiled_plans[plan_of("second", "third")]
    compiled_plans[plan_of("third", "fourth")]
    assert compiled_plans.size == sum(plan.size for plan in compiled_plans.values.values())
