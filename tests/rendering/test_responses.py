import json
import uuid

import pytest
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.http import JsonResponse
from rest_framework import serializers

from fastserializers.responses import OrjsonResponse
from tests.differential import spelled_out
from tests.relations.serializers import serializer_of
from tests.rendering.values import NAMES, odd_value, outcome

UserSerializer = serializer_of(serializers.ModelSerializer, User, ["username", "last_login"])


class NamesSerializer(serializers.BaseSerializer):
    def to_representation(self, instance):
        return [instance["name"]]


def said(response_class, data, *args, **kwargs):
    """Return the value the body has in JSON, or the exception that was raised."""
    result = outcome(lambda: response_class(data, *args, **kwargs))
    return spelled_out(json.loads(result.content)) if isinstance(result, JsonResponse) else result


def said_values(response_class, parameters):
    """Return what a response says of each of the odd values, by the value's name."""
    return {
        name: said(response_class, {"a": odd_value(name)}, json_dumps_params=parameters)
        for name in NAMES
    }


@pytest.mark.parametrize("parameters", [None, {"indent": 2, "sort_keys": True}], ids=str)
def test_every_value_says_what_it_says_in_json_response(parameters):
    assert said_values(OrjsonResponse, parameters) == said_values(JsonResponse, parameters)


def test_the_body_is_compact_utf_8():
    assert OrjsonResponse({"a": [1, "é"], "b": None}).content == '{"a":[1,"é"],"b":null}'.encode()


class SpellingEncoder(DjangoJSONEncoder):
    def default(self, o):
        return o.hex if isinstance(o, uuid.UUID) else super().default(o)


def in_hex(value):
    return [value.hex]


PARAMETERS = [
    {"indent": 4},
    {"indent": 2.0},
    {"ensure_ascii": True},
    {"separators": [",", ":"]},
    {"allow_nan": False},
    {"default": in_hex},
    {"unknown": True},
    {"cls": json.JSONEncoder},
    {"ensure_ascii": False, "indent": 2},
    {"ensure_ascii": False, "indent": 2, "sort_keys": True},
    {"ensure_ascii": False, "separators": (",", ":")},
]
DOCUMENT = {
    "b": "é\u2028",
    "a": [1, {}, {"d": [], "c": uuid.UUID(int=1)}],
    "": None,
    "😀": 1,
    **dict.fromkeys(["é", "z", "Z", "\uffff"], ({"y": 1, "x": 2},)),
}


def written(response_class, data, **options):
    """Return the body of a response, or the exception that was raised."""
    return outcome(lambda: response_class(data, **options).content)


def test_parameters_of_json_dumps_give_the_same_bytes():
    expected, found = (
        {
            str(parameters): written(response_class, DOCUMENT, json_dumps_params=parameters)
            for parameters in PARAMETERS
        }
        for response_class in (JsonResponse, OrjsonResponse)
    )
    assert found == expected


@pytest.mark.parametrize("encoder", [SpellingEncoder, json.JSONEncoder])
@pytest.mark.parametrize("value", [uuid.UUID(int=1), "é"], ids=str)
def test_another_encoder_gives_the_same_bytes(value, encoder):
    expected = written(JsonResponse, {"a": value}, encoder=encoder)

    assert written(OrjsonResponse, {"a": value}, encoder=encoder) == expected


@pytest.mark.parametrize("data", ["a", None, [{"a": 1}]], ids=repr)
def test_data_that_is_no_dict_is_refused_unless_safe_is_false(data):
    with pytest.raises(TypeError, match="set the safe parameter to False"):
        OrjsonResponse(data)
    assert said(OrjsonResponse, data, safe=False) == spelled_out(data)


def test_it_is_a_json_response_with_the_options_of_any_response():
    response = OrjsonResponse({}, status=201, headers={"X-Name": "a"}, reason="Made")
    assert isinstance(response, JsonResponse)
    assert (response.status_code, response.reason_phrase) == (201, "Made")
    assert response.headers == {"X-Name": "a", "Content-Type": "application/json"}
    assert OrjsonResponse({}, content_type="text/json")["Content-Type"] == "text/json"
    assert OrjsonResponse({"a": 2**64}, content_type="text/json")["Content-Type"] == "text/json"


def test_a_serializer_is_sent_as_its_data_and_a_list_of_it_needs_no_safe():
    user, row = User(username="é"), '{"username":"é","last_login":null}'
    listed = UserSerializer([user], many=True)
    assert OrjsonResponse(UserSerializer(user)).content == row.encode()
    assert OrjsonResponse(listed).content == f"[{row}]".encode()
    assert OrjsonResponse(NamesSerializer({"name": "ada"})).content == b'["ada"]'
    # The encoder and the parameters are kept.
    options = {"json_dumps_params": {"indent": 1}}
    expected = JsonResponse(listed.data, safe=False, **options).content
    assert OrjsonResponse(listed, **options).content == expected
