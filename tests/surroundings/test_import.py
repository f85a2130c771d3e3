"""What imports where a project has not been set up yet."""

import pytest

from tests.processes import SETTINGS, output_of, python

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "modules",
    [
        "rest_framework.serializers",
        "fastserializers.serializers, fastserializers.exceptions, fastserializers.testing",
    ],
)
def test_it_imports_without_settings_where_rest_framework_does(modules):
    assert python("-c", f"import {modules}").returncode == 0


def test_the_mixin_of_views_is_imported_like_the_mixin_of_serializers():
    code = "from fastserializers import FastReadMixin, FastSerializerMixin; print(FastReadMixin)"
    assert output_of("-c", code, **SETTINGS) == "<class 'fastserializers.views.FastReadMixin'>\n"


def imported(modules, package):
    return sorted(name for name in modules if f"{name}.".startswith(f"{package}."))


SET_UP = """
from django.conf import settings
settings.configure(INSTALLED_APPS=["fastserializers"])
import django; django.setup()
import sys; print(*sys.modules)
"""


def test_setting_django_up_imports_no_serializers():
    modules = output_of("-c", SET_UP, **SETTINGS).split()
    package = "fastserializers"
    assert imported(modules, package) == [package, f"{package}.apps", f"{package}.conf"]
    assert not imported(modules, "rest_framework")


WARMED = """
import django; django.setup()
import sys
from django.db import connection
from fastserializers import FastReadOnlyModelSerializer
from fastserializers.project.warming import warm
from tests.models import Country, Publisher

class PublisherSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Publisher
        fields = ["id", "name"]

assert [warmed.error for warmed in warm([PublisherSerializer])] == [""]
known = set(sys.modules)
with connection.schema_editor() as editor:
    for model in (Country, Publisher):
        editor.create_model(model)
Publisher.objects.create(name="P", code="p")
assert len(PublisherSerializer(Publisher.objects.all(), many=True).data) == 1
assert PublisherSerializer(Publisher.objects.get()).data["name"] == "P"
print("new:", *(sys.modules.keys() - known))
"""


def test_a_worker_that_was_warmed_imports_nothing_more_for_its_first_request():
    new = output_of("-c", WARMED, **SETTINGS).partition("new:")[2].split()
    assert not imported(new, "fastserializers")
