"""A field that tells how often the plan of a class is made."""

from rest_framework import serializers

from fastserializers.compiler.fields.registry import register
from fastserializers.compiler.representation import Guard, guarded


class PlannedField(serializers.CharField):
    planned = 0


@register(PlannedField)
def as_planned(field):
    PlannedField.planned += 1
    return guarded(Guard("type", "str"), "$value")
