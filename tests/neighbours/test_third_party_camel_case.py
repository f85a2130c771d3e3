"""djangorestframework-camel-case: its renderer takes our data, and our renderer takes its data."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import ModelSerializer
from rest_framework.utils.serializer_helpers import ReturnDict

from fastserializers.renderers import OrjsonRenderer
from tests.differential import every_form, spelled_out
from tests.relations.comparison import CONTEXT
from tests.relations.models import Work
from tests.relations.serializers import SERIALIZERS, serializer_of

camel_case = pytest.importorskip("djangorestframework_camel_case.render")
camelize = pytest.importorskip("djangorestframework_camel_case.util").camelize

pytestmark = pytest.mark.usefixtures("stored")


class CamelCaseOrjsonRenderer(OrjsonRenderer):
    def render(self, data, *args, **kwargs):
        return super().render(camelize(data), *args, **kwargs)


def odd_names(base):
    """Fields under names, and with keys in their values, that the renderer changes or leaves."""

    def get_key_texts(self, work):
        return {"a_key": {"b_key": [{"c_key": work.title}]}, 5: 1, "é_a": gettext_lazy("Yes")}

    names = ["_private", "two__lines", "a1_2b", "ends_", "UPPER_CASE", "with_1"]
    declared = {
        **{name: serializers.CharField(source="title") for name in names},
        "key_texts": serializers.SerializerMethodField(),
        "get_key_texts": get_key_texts,
        "price_in_total": serializers.DecimalField(8, 2, default=Decimal("1.5")),
        "json_value": serializers.JSONField(default={"in_a_list": [{"x_y": None}]}),
    }
    return serializer_of(base, Work, ["id", "sequel_to"], declared)


@pytest.mark.parametrize("make", [odd_names, SERIALIZERS["generic"]])
def test_its_renderer_and_ours_render_each_other_s_data(make):
    works = Work.objects.order_by("pk")
    for source, many in ((works, True), (works[0], False)):
        expected, *data = (
            serializer_class(source, many=many, context=CONTEXT).data
            for serializer_class in every_form(make, ModelSerializer)
        )
        rendered = JSONRenderer().render(camelize(expected))
        assert rendered != JSONRenderer().render(expected)
        for fast in data:
            by_the_package = camel_case.CamelCaseJSONRenderer().render
            assert by_the_package(fast) == by_the_package(expected)
            camelized = camelize(fast)
            assert spelled_out(camelized) == spelled_out(camelize(expected))
            assert OrjsonRenderer().render(camelized) == rendered
            assert CamelCaseOrjsonRenderer().render(fast) == rendered
            if not many:
                assert type(camelized) is ReturnDict
                assert camelized.serializer is fast.serializer
