import io
import json
import re
import tracemalloc
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.test import APIClient

from fastserializers.parsers import OrjsonParser
from tests.differential import spelled_out
from tests.rendering.test_renderers import answer
from tests.rendering.values import outcome


def parsed(parser, body, encoding="utf-8"):
    """Return the value, types and order of keys included, or the exception that was raised."""
    parse = partial(parser.parse, io.BytesIO(body), "application/json", {"encoding": encoding})
    return outcome(lambda: spelled_out(parse()))


def as_by(parser_class, body, encoding="utf-8"):
    """Return what a parser makes of a body, and what one of a subclass that is not strict does."""
    lenient = type("Lenient", (parser_class,), {"strict": False})
    return parsed(parser_class(), body, encoding), parsed(lenient(), body, encoding)


# The last two begin with a byte order mark.
BLANK = [b"", b" \t\r\n", b" \t\r\n[ 1 ,\t2 ]\r\n", "\u00a0[1]".encode(), b"\x0b1"]
BLANK += [b"\xef\xbb\xbf{}", b"\xef\xbb\xbf"]
VALUES = [b"1", b"null", b'{"a": [1, 2.5, "x", true, false, null, {}, []]}', b'["NaN"]']
# The last one has more digits than Python reads.
NO_NUMBERS = [b"[NaN]", b'{"a": Infinity}', b"-Infinity", b"1" * 5000]
KEYS_TWICE = [b'{"a": 1, "b": 2, "a": 3}', b'{"a": 1, "\\u0061": 2}']
INTEGERS = [
    b"[9223372036854775807, 18446744073709551615, -9223372036854775808]",
    b"[999999999999999999]",
    # Not of 64 bits.
    b"[18446744073709551616]",
    b"-9223372036854775809",
    b"[9999999999999999999, -9999999999999999999]",
    b"123456789012345678901234567890",
    b'["%s", 123456789012345678901]' % (b"x" * 5_000),
    b'["12345678901234567890"]',
    b'{"12345678901234567890": 1}',
]
FLOATS = [
    b"0.12345678901234567890123456789",
    b"1e0000000000000000000000001",
    b"[-0, -0.0, 0, 0.0, 0e5, -0e-5]",
    b"[1e400, -1e400]",
    b"[1e-400, 5e-324, 2e-324, 3e-324]",
    b"[9007199254740993.0, 1.00000000000000011102230246251565, 8.5e22, 1E5, 1E+5, 1E-5]",
]
BROKEN = [b"01", b"+1", b"1.", b".5", b"-", b"0x1", b"[1,]", b'{"a": 1,}', b"[1 2]", b'{"a" 1}']
BROKEN += [b"{'a': 1}", b"{a: 1}", b"{1: 1}", b"[1] // no", b"[1, 2", b'{"a": 1', b'"abc']
BROKEN += [b"{} {}", b"[1]\x00", b"\x00", b'{\n  "a": 1,\n  "b": oops\n}']
TEXTS = [b'"\x01"', b'"\t"', b'"\n"', b'"\x7f"', rb'"\x"', rb'"\u12"']
TEXTS += [rb'"\" \\ \/ \b \f \n \r \t \u0000 \u00e9 \u2028"']
SURROGATES = [rb'"\ud83d\ude00"', rb'"\ud800"', rb'"\udc00"', rb'"\ude00\ud83d"']
SURROGATES += [rb'{"\ud800": 1}']
# Overlong, a surrogate, beyond Unicode, an unfinished character, which codecs.getreader leaves
# unread at the end.
NO_UTF_8 = [b'"\xff"', b'"\xc0\xaf"', b'"\xed\xa0\x80"', b'"\xf4\x90\x80\x80"']
NO_UTF_8 += [b'"\xe2\x80', b"[1]\xe2\x80"]
OTHERWISE_ENCODED = ['{"a": "é"}'.encode(name) for name in ("utf-16", "utf-32", "latin-1")]
DEEP = [b"[" * 300 + b"]" * 300, b'{"a":' * 300 + b"1" + b"}" * 300]
ODD_BODIES = [*BLANK, *VALUES, *NO_NUMBERS, *KEYS_TWICE, *INTEGERS, *FLOATS, *BROKEN]
ODD_BODIES += [*TEXTS, *SURROGATES, *NO_UTF_8, *OTHERWISE_ENCODED, *DEEP]
ENCODINGS = ["utf-8", "UTF-8", "latin-1", "utf-16", "utf-8-sig", "nonsense"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_body_is_parsed_as_by_json_parser(encoding):
    expected = {body: as_by(JSONParser, body, encoding) for body in ODD_BODIES}

    assert {body: as_by(OrjsonParser, body, encoding) for body in ODD_BODIES} == expected


# ASCII, an escape, other characters: three ways to parse.
ROWS = {"plain": b'{"a": 1.5}', "escaped": rb'{"a": "\u00e9"}', "not ASCII": '{"a": "é"}'.encode()}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("before", [0, 20])
@pytest.mark.parametrize("odd", [b"1" * 21, b"1" * 5000, rb'"\ud800"', b'"\xff"', b"NaN", b"1,"])
def test_an_odd_value_among_many_rows_is_parsed_as_by_json_parser(row, before, odd):
    body = b"[" + b",".join([*[row] * before, odd, *[row] * (20 - before)]) + b"]"

    assert as_by(OrjsonParser, body) == as_by(JSONParser, body)


PIECES_OF_JSON = [*'{}[]",:\\/ \n\t019.-+eE\u2028é\x7f\x00', "null", "true", "NaN", "Infinity"]
PIECES_OF_JSON += ['"a"', '"a":', "1234567890", "1e400", r"\u0061", r"\ud83d", r"\ude00"]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
    max_leaves=20,
)
numbers = st.from_regex(rb"-?(0|[1-9][0-9]{0,22})(\.[0-9]{1,22})?(e-?[0-9]{1,3})?", fullmatch=True)


@st.composite
def written_values(draw):
    spelling = {"ensure_ascii": draw(st.booleans()), "indent": draw(st.sampled_from([None, 1]))}
    return json.dumps(draw(json_values), **spelling).encode("utf-8", "surrogatepass")


@st.composite
def broken_values(draw):
    body = draw(written_values())
    start = draw(st.integers(0, len(body)))
    end = draw(st.integers(start, min(start + 3, len(body))))
    return body[:start] + draw(st.binary(max_size=3)) + body[end:]


texts_like_json = st.lists(st.sampled_from(PIECES_OF_JSON)).map("".join).map(str.encode)


@settings(deadline=None, max_examples=200)
@given(texts_like_json | written_values() | broken_values() | numbers)
@example(b"18446744073709551616")
def test_any_body_is_parsed_as_by_json_parser(body):
    assert as_by(OrjsonParser, body) == as_by(JSONParser, body)


def test_the_stream_is_read_once_and_the_context_may_be_missing():
    stream = io.BytesIO(b"{")
    with pytest.raises(ParseError, match=r"line 1 column 2 \(char 1\)"):
        OrjsonParser().parse(stream)
    assert stream.read() == b""


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_the_default_charset_decides_when_the_request_names_none(settings, charset):
    settings.DEFAULT_CHARSET = charset
    assert OrjsonParser().parse(io.BytesIO('["é"]'.encode(charset))) == ["é"]


@pytest.mark.urls("tests.rendering.test_renderers")
@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"", "application/json", 201),
        (b"[18446744073709551616]", "application/json; charset=utf-8", 201),
        ('["é"]'.encode("utf-16"), "application/json; charset=utf-16", 201),
        (b'{"a": }', "application/json", 400),
        ('["é"]'.encode("latin-1"), "application/json; charset=UTF-8", 400),
        (b"<a/>", "text/xml", 415),
    ],
    ids=["empty", "big number", "UTF-16", "no JSON", "wrong charset", "XML"],
)
def test_an_endpoint_reads_a_body_as_before(body, content_type, status):
    found = answer("fast", "post", "x", data=body, content_type=content_type)

    assert found == answer("reference", "post", "x", data=body, content_type=content_type)
    assert found[0] == status


@pytest.mark.urls("tests.rendering.test_renderers")
@pytest.mark.parametrize("opening", [b"[", b'{"a":'], ids=["lists", "dicts"])
def test_json_nested_too_deeply_is_a_bad_request(opening):
    response = APIClient().generic("POST", "/fast/x/", opening * 200_000, "application/json")

    assert response.status_code == 400
    # The limit is that of the interpreter or, from Python 3.14 on, of the C stack.
    limit = "JSON parse error - (maximum recursion depth|Stack overflow)"
    assert re.match(limit, response.data["detail"])


def peak_of(parser, body):
    """Return the value that a parser makes of a body, and the memory that this took at most."""
    stream = io.BytesIO(body)
    tracemalloc.start()
    try:
        value = parser.parse(stream, "application/json", {"encoding": "utf-8"})
        return value, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("letter", ["x", "é"])
def test_a_large_body_takes_the_memory_that_json_parser_takes(letter):
    row = '{"title": "Ulysses", "text": "%s"}' % (letter * 1000)
    body = f"[{','.join([row] * 10_000)}]".encode()

    expected, memory = peak_of(JSONParser(), body)
    value, own_memory = peak_of(OrjsonParser(), body)

    assert value == expected
    assert own_memory < memory * 1.1
