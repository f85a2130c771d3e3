"""Packages for REST framework: the answers of a view with the mixin, and of one without it."""

import pytest
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIRequestFactory

from fastserializers.views import FastReadMixin
from tests.idioms.agreement import mixed_in
from tests.packages import models
from tests.relations.serializers import serializer_of

pytestmark = pytest.mark.usefixtures("marketplace", "db")


def of_enrollments(*mixins, base=serializers.ModelSerializer, **meta):
    mixed = mixed_in(*mixins)
    course = mixed(base, models.Course, ["id", "title", "price_currency"], **meta)
    declared = {"course": course(read_only=True)}
    return mixed(base, models.Enrollment, ["id", "state", "mark"], declared, **meta)


def attribute(path):
    module, _, name = path.rpartition(".")
    return getattr(pytest.importorskip(module), name)


def serializer_mixin(path, **options):
    return lambda: {"serializer_class": of_enrollments(attribute(path), **options)}


def renderer(path):
    return lambda: {"renderer_classes": [attribute(path)]}


def access_policy():
    policy = attribute("rest_access_policy.AccessPolicy")

    class EnrollmentPolicy(policy):
        @classmethod
        def scope_fields(cls, request, fields, instance=None):
            fields.pop("mark", None)
            return fields

    mixin = attribute("rest_access_policy.FieldAccessMixin")
    return {"serializer_class": of_enrollments(mixin, access_policy=EnrollmentPolicy)}


def jsonmask():
    mixin = attribute("drf_jsonmask.serializers.FieldsListSerializerMixin")
    view = attribute("drf_jsonmask.views.OptimizedQuerySetMixin")
    return {"mixins": [view], "serializer_class": of_enrollments(mixin)}


def jsonapi():
    base = attribute("rest_framework_json_api.serializers.ModelSerializer")
    return {
        "serializer_class": of_enrollments(base=base),
        "renderer_classes": [attribute("rest_framework_json_api.renderers.JSONRenderer")],
    }


def auto_prefetching():
    return {"mixins": [attribute("django_auto_prefetching.AutoPrefetchViewSetMixin")]}


def link_headers():
    return {"pagination_class": attribute("drf_link_header_pagination.LinkHeaderPagination")}


def drf_tweaks():
    base = attribute("drf_tweaks.serializers.ModelSerializer")
    return {"serializer_class": of_enrollments(base=base)}


def polymorphic():
    fields = {models.Lesson: ["id", "title"], models.Video: ["id", "title", "minutes"]}
    mapping = {
        model: serializer_of(serializers.ModelSerializer, model, names)
        for model, names in fields.items()
    }
    base = attribute("rest_polymorphic.serializers.PolymorphicSerializer")
    cls = type("EachSerializer", (base,), {"model_serializer_mapping": mapping})
    return {"serializer_class": cls, "queryset": models.Lesson.objects.order_by("pk")}


def pydantic():
    class Enrolled(attribute("drf_pydantic.BaseModel")):
        id: int
        state: str

    return {"serializer_class": Enrolled.drf_serializer}


PACKAGES = {
    "drf-flex-fields": serializer_mixin("rest_flex_fields.serializers.FlexFieldsSerializerMixin"),
    "drf-dynamic-fields": serializer_mixin("drf_dynamic_fields.DynamicFieldsMixin"),
    "djangorestframework-queryfields": serializer_mixin("drf_queryfields.QueryFieldsMixin"),
    "drf-jsonmask": jsonmask,
    "drf-access-policy": access_policy,
    "drf-serializer-prefetch": serializer_mixin("serializer_prefetch.PrefetchingSerializerMixin"),
    "django-auto-prefetching": auto_prefetching,
    "drf-tweaks": drf_tweaks,
    "djangorestframework-bulk": serializer_mixin(
        "rest_framework_bulk.drf3.serializers.BulkSerializerMixin"
    ),
    "drf-pydantic": pydantic,
    "django-rest-polymorphic": polymorphic,
    "djangorestframework-jsonapi": jsonapi,
    "djangorestframework-camel-case": renderer(
        "djangorestframework_camel_case.render.CamelCaseJSONRenderer"
    ),
    "djangorestframework-csv": renderer("rest_framework_csv.renderers.CSVRenderer"),
    "djangorestframework-xml": renderer("rest_framework_xml.renderers.XMLRenderer"),
    "djangorestframework-yaml": renderer("rest_framework_yaml.renderers.YAMLRenderer"),
    "drf-link-header-pagination": link_headers,
}
CHOOSING = [
    "",
    "?fields=id,state",
    "?fields=course",
    "?omit=mark",
    "?fields!=mark",
    "?excludes=mark",
    "?fields=id,course.title",
    "?fields=id,course(title)",
    "?omit=course.id",
    "?page=2",
]


def answer(parts, query, *mixins):
    attributes = {
        "queryset": models.Enrollment.objects.order_by("pk"),
        "serializer_class": of_enrollments(),
        "renderer_classes": [JSONRenderer],
        "page_size": 2,
        **parts,
    }
    bases = (*mixins, *attributes.pop("mixins", ()), ListAPIView)
    view = type(ListAPIView)("View", bases, attributes)
    response = view.as_view()(APIRequestFactory().get(f"/{query}")).render()
    return response.status_code, response.get("Link"), response.content


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_gives_the_same(package):
    parts = PACKAGES[package]()
    expected = [answer(parts, query) for query in CHOOSING]
    assert [answer(parts, query, FastReadMixin) for query in CHOOSING] == expected
    assert expected[0][0] == 200
