"""Moments in the zone of the connection, which the values come in, and in the active one."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from django.db import connection
from django.db.models import functions
from django.test import override_settings
from django.utils import timezone
from rest_framework import fields

from tests.values import BERLIN

if connection.vendor != "postgresql":
    pytest.skip("only PostgreSQL has these columns: make test-postgres", allow_module_level=True)

from django.contrib.postgres import aggregates

from tests.postgres.comparison import assert_same_output, json_of, meta

pytestmark = pytest.mark.django_db


ZONES = ["UTC", "Europe/Berlin", "America/St_Johns"]


@pytest.fixture(params=[*ZONES, None, "naive"])
def connection_zone(request, surveys):
    """`TIME_ZONE` in the settings of the database, or `USE_TZ = False`."""
    naive = request.param == "naive"
    connection.settings_dict["TIME_ZONE"] = None if naive else request.param
    # Django tells its connections when these settings change.
    with override_settings(USE_TZ=not naive, TIME_ZONE="America/New_York"):
        yield request.param
        connection.settings_dict["TIME_ZONE"] = None


@pytest.mark.parametrize("active", [*ZONES, None])
def test_moments_in_every_zone(surveys, connection_zone, active):
    zone = {None: "UTC", "naive": "None"}.get(connection_zone, connection_zone)
    assert str(surveys.last().moment.tzinfo) == zone
    columns = ["moment", "moments", "moment_range", "date", "time"]
    more = {
        "as_it_is": lambda: fields.ReadOnlyField(source="moment"),
        "all_as_they_are": lambda: fields.ReadOnlyField(source="moments"),
        "formatted": lambda: fields.DateTimeField(source="moment", format="%d.%m.%Y %H:%M %z %Z"),
        "in_berlin": lambda: fields.DateTimeField(source="moment", default_timezone=BERLIN),
        "end": lambda: fields.DateTimeField(source="moment_range.upper", allow_null=True),
        "month": lambda: fields.DateTimeField(),
        "all": lambda: fields.ListField(child=fields.DateTimeField()),
    }

    def body():
        made = {name: make_field() for name, make_field in more.items()}
        return {**made, **meta(fields=[*columns, *more])}

    rows = surveys.annotate(
        month=functions.TruncMonth(
            "moment", tzinfo=BERLIN if connection_zone != "naive" else None
        ),
        all=aggregates.ArrayAgg("moment"),
    )
    with nullcontext() if active is None else timezone.override(active):
        json_of(assert_same_output(body, rows.all))
