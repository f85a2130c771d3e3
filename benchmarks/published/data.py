"""What the articles say, and the documents that are encoded, parsed and sent."""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson
from django.contrib.auth.models import User
from rest_framework.renderers import JSONRenderer

from benchmarks.users import DRF, DRF_SERIALIZERS

# Seconds with cProfile: as the serializers were, and with the `lazy` of Django mended.
SERIALIZERS = {
    "serialize_user": (0.034, 0.034),
    "UserModelSerializer": (12.818, 5.674),
    "UserReadOnlyModelSerializer": (7.407, 5.323),
    "UserSerializer": (2.101, 2.146),
    "UserReadOnlySerializer": (2.254, 2.125),
}
LAZY = {"direct": 0.034, "as lazy was, evaluated": 1.139}
# Microseconds.
RECORDS = {
    "dict(**record)": 0.47,
    "a map for each call; dateutil, with __init__()": 513,
    "a map made once; ciso8601, with __init__()": 62.8,
    "a map made once; ciso8601, without __init__()": 9.3,
}
# Seconds for 100,000 times.
DUMPS = {"json": 20.79, "orjson": 1.66, "ujson": 12.83, "simplejson": 32.62, "rapidjson": 25.28}
LOADS = {"json": 17.40, "orjson": 6.33, "ujson": 19.77, "simplejson": 11.96, "rapidjson": 20.80}
# Requests a second, of 50 clients.
LOAD = {"Django JsonResponse": 9_009, "OrjsonResponse": 10_989, "Go chi": 12_887}
# Milliseconds for 1 kB, 10 kB, 100 kB and 1 MB.
FASTAPI = {
    "FastAPI: dict": (2, 2, 10, 68),
    "FastAPI: dict, response model": (2, 2, 3, 27),
    "FastAPI: model, response model": (2, 2, 3, 15),
    "FastAPI: JSONResponse of a dict, response model": (2, 2, 3, 11),
    "FastAPI: orjson of a dict": (2, 2, 2, 3),
    "FastAPI: orjson of a dict, response model": (2, 2, 2, 3),
    "FastAPI: orjson of a model, response model": (2, 2, 2, 10),
    "FastAPI: model_dump_json(), response model": (2, 2, 2, 5),
}

USERS = {"1 kB": 4, "10 kB": 41, "100 kB": 410, "1 MB": 4_100}
"""How many users make a document so large."""


def stored_users(count: int) -> Any:
    return User.objects.order_by("pk")[:count]


@cache
def users(count: int) -> list[User]:
    return list(stored_users(count))


@cache
def document(count: int) -> dict[str, Any]:
    data = {"users": DRF_SERIALIZERS[DRF](users(count), many=True).data}
    return orjson.loads(JSONRenderer().render(data))
