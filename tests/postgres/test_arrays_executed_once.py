"""A list with arrays of texts or numbers is one query, the first time too."""

from __future__ import annotations

import pytest
from django.db import connection

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these types: make test-postgres", allow_module_level=True)

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.rows.layout import LAYOUTS
from tests.postgres.models import Survey

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("array", ["texts", "decimals", "weathers", "integers", "times"])
def test_the_first_list_with_an_array(surveys, django_assert_num_queries, array):
    class SurveySerializer(FastReadOnlyModelSerializer):
        class Meta:
            model = Survey
            fields = ["id", "moment", "date", "price", array]

    LAYOUTS.clear()
    with django_assert_num_queries(1):
        data = SurveySerializer(surveys.only("moment", "date", "price", array), many=True).data
    assert len(data) == 4
