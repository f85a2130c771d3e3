from __future__ import annotations

import json
from typing import Any

import orjson
from django.core.serializers.json import DjangoJSONEncoder
from django.http import JsonResponse
from rest_framework.serializers import BaseSerializer

from fastserializers.encoding import encode, encode_like_json
from fastserializers.switch import drf_reads, switch

ENCODER = DjangoJSONEncoder()

# The json_dumps_params that orjson has too. Its output is never escaped to ASCII.
OPTIONS = {
    "ensure_ascii=False": 0,
    "indent=None": 0,
    "indent=2": orjson.OPT_INDENT_2,
    "sort_keys=False": 0,
    "sort_keys=True": orjson.OPT_SORT_KEYS,
}


class OrjsonResponse(JsonResponse):
    """
    A response with `data` as JSON, written by orjson: a drop-in for Django's `JsonResponse`.

    The body holds the value `JsonResponse` would send, as compact UTF-8 rather than ASCII with
    spaces. `json.dumps` writes what orjson would write differently: another `encoder`,
    `json_dumps_params` other than `indent=2`, `sort_keys` and `ensure_ascii=False`, keys that
    are not strings, integers beyond 64 bits, floats that are not finite. A member of an
    `enum.Enum` is written as its value, where `JsonResponse` refuses one with no text or number
    mixed in.

    `encoder=None` is the fast road: types and precision are orjson's own, so that datetimes keep
    their microseconds and NaN is null; Django decides about the types orjson does not know.

    `data` may be a REST framework serializer: its `.data` is sent, and `safe` does not apply,
    since a serializer with `many=True` says by itself that the body is a list.

    Raises the TypeError of `JsonResponse` for other data that is not a dict unless `safe=False`,
    and what `JsonResponse` raises for a value with no JSON.
    """

    def __init__(
        self,
        data: Any,
        encoder: type[json.JSONEncoder] | None = DjangoJSONEncoder,
        safe: bool = True,
        json_dumps_params: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        if isinstance(data, BaseSerializer):
            data, safe = data.data, False
        content = None
        is_on = not (switch.is_touched and drf_reads())
        if is_on and (not safe or isinstance(data, dict)):
            content = _content(data, encoder, json_dumps_params or {})
        if content is None:
            encoder = encoder or OrjsonTypesEncoder
            super().__init__(data, encoder, safe, json_dumps_params, **kwargs)
        else:
            kwargs.setdefault("content_type", "application/json")
            super(JsonResponse, self).__init__(content, **kwargs)


def _content(
    data: Any, encoder: type[json.JSONEncoder] | None, json_dumps_params: dict[str, Any]
) -> bytes | None:
    try:
        option = sum(OPTIONS[f"{name}={value!r}"] for name, value in json_dumps_params.items())
    except KeyError:
        return None
    if encoder is None:
        return encode(data, ENCODER.default, option)
    if encoder is DjangoJSONEncoder:
        return encode_like_json(data, ENCODER.default, option)
    return None


class OrjsonTypesEncoder(DjangoJSONEncoder):
    """Writes single values as orjson does, in data that orjson refuses as a whole."""

    def default(self, o: Any) -> Any:
        output = encode(o, super().default)
        return super().default(o) if output is None else orjson.loads(output)
