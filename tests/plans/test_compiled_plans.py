"""How many compiled plans a process keeps."""

from __future__ import annotations

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from fastserializers.compiler.function import compile_plan, compiled_plans
from fastserializers.compiler.planner import plan_of_fields


class Wide(FastReadOnlySerializer):
    first = serializers.CharField()
    second = serializers.CharField()
    third = serializers.CharField()
    fourth = serializers.CharField()


def plan_of(*names):
    serializer = Wide()
    return plan_of_fields(serializer, {name: serializer.fields[name] for name in names})


@pytest.fixture
def three_fields(settings):
    """Let a process keep the plans of three fields; those of other tests are dropped."""
    settings.FASTSERIALIZERS = {"COMPILED_FIELDS": 3}


@pytest.mark.usefixtures("three_fields")
class TestPlansAreDroppedWhenTheyHaveMoreFields:
    def test_the_one_that_was_used_least_recently_goes(self):
        compile_plan(plan_of("first"))
        kept = compile_plan(plan_of("second"))
        used = compile_plan(plan_of("third", "fourth"))
        assert [*compiled_plans.values()] == [kept, used]

    def test_a_plan_that_was_used_again_stays(self):
        again = compile_plan(plan_of("first"))
        compile_plan(plan_of("second", "third"))
        assert compile_plan(plan_of("first")) is again
        compile_plan(plan_of("fourth"))
        assert again in compiled_plans.values()

    def test_a_plan_with_more_fields_than_that_stays_alone(self):
        compile_plan(plan_of("first"))
        wide = compile_plan(plan_of("first", "second", "third", "fourth"))
        assert [*compiled_plans.values()] == [wide]

    def test_the_fields_of_the_plans_that_are_kept_are_counted(self):
        compile_plan(plan_of("first"))
        compile_plan(plan_of("second", "third"))
        compile_plan(plan_of("third", "fourth"))
        assert compiled_plans.size == sum(plan.size for plan in compiled_plans.values())
