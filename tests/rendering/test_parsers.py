from __future__ import annotations

import io
import json

import pytest
from django.urls import path
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from fastserializers.parsers import OrjsonParser
from tests.differential import spelled_out


def parsed(parser, body, encoding="utf-8"):
    """Return the value, types and order of keys included, or the exception that was raised."""
    try:
        value = parser.parse(io.BytesIO(body), "application/json", {"encoding": encoding})
    except Exception as error:
        return type(error), str(error)
    return spelled_out(value)


def assert_parsed_as_by_json_parser(body, encoding="utf-8"):
    for strict in (True, False):
        ours = type("Ours", (OrjsonParser,), {"strict": strict})()
        reference = type("Reference", (JSONParser,), {"strict": strict})()
        assert parsed(ours, body, encoding) == parsed(reference, body, encoding)


ODD_BODIES = {
    "nothing": b"",
    "white space": b" \t\r\n",
    "white space around": b" \t\r\n[ 1 ,\t2 ]\r\n",
    "other white space": "\u00a0[1]".encode(),
    "vertical tab": b"\x0b1",
    "scalar": b"1",
    "none": b"null",
    "object": b'{"a": [1, 2.5, "x", true, false, null, {}, []]}',
    "byte order mark": b"\xef\xbb\xbf{}",
    "only a byte order mark": b"\xef\xbb\xbf",
    "nan": b"[NaN]",
    "infinity": b'{"a": Infinity}',
    "minus infinity": b"-Infinity",
    "nan in a string": b'["NaN"]',
    "repeated keys": b'{"a": 1, "b": 2, "a": 3}',
    "repeated key after escape": b'{"a": 1, "\\u0061": 2}',
    "largest 64 bits": b"[9223372036854775807, 18446744073709551615, -9223372036854775808]",
    "beyond 64 bits": b"[18446744073709551616]",
    "below 64 bits": b"-9223372036854775809",
    "18 digits": b"[999999999999999999, -999999999999999999]",
    "19 digits": b"[9999999999999999999, -9999999999999999999]",
    "30 digits": b"123456789012345678901234567890",
    "more digits than Python reads": b"1" * 5000,
    "digits in a string": b'["12345678901234567890"]',
    "digits in a key": b'{"12345678901234567890": 1}',
    "long fraction": b"0.12345678901234567890123456789",
    "long exponent": b"1e0000000000000000000000001",
    "minus zero": b"[-0, -0.0, 0, 0.0, 0e5, -0e-5]",
    "float beyond range": b"[1e400, -1e400]",
    "float below range": b"[1e-400, 5e-324, 2e-324, 3e-324]",
    "halfway floats": b"[9007199254740993.0, 1.00000000000000011102230246251565, 8.5e22]",
    "capital exponent": b"[1E5, 1E+5, 1E-5]",
    "leading zero": b"01",
    "leading plus": b"+1",
    "no fraction": b"1.",
    "no integer": b".5",
    "only minus": b"-",
    "hexadecimal": b"0x1",
    "trailing comma": b"[1,]",
    "trailing comma in an object": b'{"a": 1,}',
    "missing comma": b"[1 2]",
    "missing colon": b'{"a" 1}',
    "single quotes": b"{'a': 1}",
    "bare key": b"{a: 1}",
    "number key": b"{1: 1}",
    "comment": b"[1] // no",
    "open array": b"[1, 2",
    "open object": b'{"a": 1',
    "open string": b'"abc',
    "two values": b"{} {}",
    "error on another line": b'{\n  "a": 1,\n  "b": oops\n}',
    "nul after the end": b"[1]\x00",
    "nul": b"\x00",
    "control character in a string": b'"\x01"',
    "tab in a string": b'"\t"',
    "newline in a string": b'"\n"',
    "delete in a string": b'"\x7f"',
    "escapes": rb'"\" \\ \/ \b \f \n \r \t \u0000 \u00e9 \u2028"',
    "bad escape": rb'"\x"',
    "short escape": rb'"\u12"',
    "surrogate pair": rb'"\ud83d\ude00"',
    "lone high surrogate": rb'"\ud800"',
    "lone low surrogate": rb'"\udc00"',
    "surrogates in the wrong order": rb'"\ude00\ud83d"',
    "surrogate key": rb'{"\ud800": 1}',
    "not UTF-8": b'"\xff"',
    "overlong UTF-8": b'"\xc0\xaf"',
    "surrogate in UTF-8": b'"\xed\xa0\x80"',
    "beyond Unicode": b'"\xf4\x90\x80\x80"',
    # codecs.getreader leaves the bytes of an unfinished character unread.
    "unfinished character at the end": b"[1]\xe2\x80",
    "unfinished character in a string": b'"\xe2\x80',
    "UTF-16": '{"a": "é"}'.encode("utf-16"),
    "UTF-32": '{"a": "é"}'.encode("utf-32"),
    "Latin-1": '{"a": "é"}'.encode("latin-1"),
    "nested": b"[" * 300 + b"]" * 300,
    "nested objects": b'{"a":' * 300 + b"1" + b"}" * 300,
}


@pytest.mark.parametrize("body", ODD_BODIES.values(), ids=ODD_BODIES)
@pytest.mark.parametrize(
    "encoding", ["utf-8", "UTF-8", "utf8", "latin-1", "utf-16", "utf-8-sig", "ascii", "nonsense"]
)
def test_every_body_is_parsed_as_by_json_parser(body, encoding):
    assert_parsed_as_by_json_parser(body, encoding)


@settings(deadline=None, max_examples=300)
@given(st.binary())
def test_any_bytes_are_parsed_as_by_json_parser(body):
    assert_parsed_as_by_json_parser(body)


PIECES_OF_JSON = [
    *'{}[]",:\\/ \n\t019.-+eE\u2028é\x7f\x00',
    *("null", "true", "NaN", "Infinity", '"a"', '"a":', "1234567890", "1e400"),
    *(r"\u0061", r"\ud83d", r"\ude00"),
]


@settings(deadline=None, max_examples=500)
@given(st.lists(st.sampled_from(PIECES_OF_JSON)).map("".join))
def test_any_text_like_json_is_parsed_as_by_json_parser(text):
    assert_parsed_as_by_json_parser(text.encode())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=20,
)


@settings(deadline=None, max_examples=300)
@given(json_values, st.booleans(), st.sampled_from([None, 1]))
def test_any_json_is_parsed_as_by_json_parser(value, ensure_ascii, indent):
    text = json.dumps(value, ensure_ascii=ensure_ascii, indent=indent)
    assert_parsed_as_by_json_parser(text.encode("utf-8", "surrogatepass"))


@settings(deadline=None, max_examples=300)
@given(json_values, st.data())
def test_any_broken_json_is_parsed_as_by_json_parser(value, data):
    body = json.dumps(value).encode()
    start = data.draw(st.integers(0, len(body)))
    end = data.draw(st.integers(start, min(start + 3, len(body))))
    assert_parsed_as_by_json_parser(body[:start] + data.draw(st.binary(max_size=3)) + body[end:])


@settings(deadline=None, max_examples=500)
@given(
    st.from_regex(r"-?(0|[1-9]\d{0,22})(\.\d{1,22})?([eE][+-]?\d{1,3})?", fullmatch=True).filter(
        str.isascii
    )
)
@example("18446744073709551616")
def test_any_number_is_parsed_as_by_json_parser(number):
    assert_parsed_as_by_json_parser(number.encode())


@pytest.mark.parametrize("opening", [b"[", b'{"a":'], ids=["arrays", "objects"])
def test_json_nested_beyond_the_limits_of_python_is_a_parse_error(opening):
    with pytest.raises(ParseError, match="JSON parse error - maximum recursion depth exceeded"):
        OrjsonParser().parse(io.BytesIO(opening * 200_000))


def test_the_stream_is_read_once_and_the_context_may_be_missing():
    stream = io.BytesIO(b"{")
    with pytest.raises(ParseError, match=r"line 1 column 2 \(char 1\)"):
        OrjsonParser().parse(stream)
    assert stream.read() == b""


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_the_default_charset_decides_when_the_request_names_none(settings, charset):
    settings.DEFAULT_CHARSET = charset
    body = '["é"]'.encode(charset)
    assert OrjsonParser().parse(io.BytesIO(body)) == ["é"]


class Echo(APIView):
    def post(self, request):
        return Response({"type": type(request.data).__name__, "data": request.data})


urlpatterns = [
    path(f"{prefix}/", Echo.as_view(parser_classes=[parser]))
    for prefix, parser in {"reference": JSONParser, "fast": OrjsonParser}.items()
]


def responses(body, content_type):
    """Return what a client sees of the reference's endpoint and of ours."""
    seen = []
    for prefix in ("reference", "fast"):
        response = APIClient().generic("POST", f"/{prefix}/", body, content_type)
        seen.append((response.status_code, response.content))
    return seen


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b'{"a": [1, null]}', "application/json", 200),
        (b"", "application/json", 200),
        (b"[18446744073709551616]", "application/json; charset=utf-8", 200),
        ('["é"]'.encode("utf-16"), "application/json; charset=utf-16", 200),
        (b'{"a": }', "application/json", 400),
        (b'["\xff"]', "application/json", 400),
        ('["é"]'.encode("latin-1"), "application/json; charset=UTF-8", 400),
        (b"[NaN]", "application/json", 400),
        (b"<a/>", "text/xml", 415),
    ],
)
def test_an_endpoint_reads_a_body_as_before(body, content_type, status):
    reference, fast = responses(body, content_type)
    assert fast == reference
    assert fast[0] == status


@pytest.mark.urls(__name__)
def test_malformed_json_is_answered_with_its_position():
    response = APIClient().generic("POST", "/fast/", b'{"a": 1,\n"b": x}', "application/json")
    assert response.status_code == 400
    assert response.json() == {
        "detail": "JSON parse error - Expecting value: line 2 column 6 (char 14)"
    }


@pytest.mark.urls(__name__)
def test_json_nested_too_deeply_is_a_bad_request():
    response = APIClient().generic("POST", "/fast/", b"[" * 200_000, "application/json")
    assert response.status_code == 400
