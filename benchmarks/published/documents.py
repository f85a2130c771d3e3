"""Documents with so many users, by REST framework: what is encoded, parsed and sent."""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson
from django.contrib.auth.models import User
from rest_framework.renderers import JSONRenderer

from benchmarks.users import DRF, DRF_SERIALIZERS

# How many users make it so large.
USERS = {"1 kB": 4, "10 kB": 41, "100 kB": 410, "1 MB": 4_100}


@cache
def users(count: int) -> list[User]:
    return list(User.objects.order_by("pk")[:count])


@cache
def document(count: int) -> dict[str, Any]:
    data = {"users": DRF_SERIALIZERS[DRF](users(count), many=True).data}
    return orjson.loads(JSONRenderer().render(data))
