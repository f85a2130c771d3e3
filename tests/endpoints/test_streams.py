"""Rows one after the other: the same as `.data`, in little memory, broken off visibly."""

from __future__ import annotations

import gzip
import itertools
import json
import tracemalloc

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.middleware.gzip import GZipMiddleware
from django.test import RequestFactory, override_settings
from django.utils import timezone, translation
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer, read_only
from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import StepwiseResponse, StreamingOrjsonResponse
from fastserializers.streams import iterate
from tests.differential import spelled_out
from tests.endpoints.project import PublisherSerializer, TagSerializer
from tests.models import Book, Tag
from tests.relations.serializers import serializer_of


@pytest.fixture
def cursors_of_the_server():
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = False
    yield
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = True


def read(response):
    """Return the body of a response, as a server sends it."""
    return b"".join(response)


RAW = "SELECT * FROM tests_book ORDER BY id"
SOURCES = {
    "queryset": lambda rows: rows,
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "manager": lambda rows: Book.objects,
    "slice": lambda rows: rows[2:5],
    "none": lambda rows: rows.none(),
    "values": lambda rows: rows.values("id", "title", "pages"),
    "raw": lambda rows: Book.objects.raw(RAW),
    "raw, prefetched": lambda rows: Book.objects.raw(RAW).prefetch_related("publisher"),
}


class Numbered(serializers.ListSerializer):
    def to_representation(self, data):
        rows = super().to_representation(data)
        return [{"of": len(rows), **row} for row in rows]


COLUMNS = ["id", "title", "pages", "publisher"]
NESTED = {"publisher": PublisherSerializer(default=None)}
BookSerializer = serializer_of(serializers.ModelSerializer, Book, COLUMNS, NESTED)
# Its list class is given all rows at once.
NumberedSerializer = serializer_of(BookSerializer, Book, COLUMNS, list_serializer_class=Numbered)


@pytest.mark.parametrize("plain", [BookSerializer, NumberedSerializer])
def test_a_stream_takes_what_many_takes(books, plain):
    queryset = Book.objects.order_by("pk")
    for name, source in SOURCES.items():
        expected = plain(source(queryset.all()), many=True).data
        for cls, chunk_size in itertools.product((plain, read_only(plain)), (1, 3, 100)):
            rows, sent = (cls(source(queryset.all()), many=True) for _ in range(2))
            found = list(iterate(rows, chunk_size=chunk_size))
            assert spelled_out(found) == spelled_out(list(expected)), (name, cls)
            response = StreamingOrjsonResponse(sent, chunk_size=chunk_size)
            assert read(response) == OrjsonRenderer().render(expected), (name, cls)


def test_rows_that_have_a_json_are_sent_as_they_are(books):
    values = Book.objects.order_by("pk").values("title", "publisher__name")
    assert json.loads(read(StreamingOrjsonResponse(values))) == list(values)
    response = StreamingOrjsonResponse({"n": n} for n in range(3))
    assert read(response) == b'[{"n":0},{"n":1},{"n":2}]'
    lines = [{"a": 1}, {"a": "\n"}, [2]]
    response = StreamingOrjsonResponse(lines, lines=True, chunk_size=2)
    assert read(response) == b'{"a":1}\n{"a":"\\n"}\n[2]\n'
    assert response["Content-Type"] == "application/x-ndjson"


def test_the_settings_of_the_renderer_hold():
    rows = [{"é": [1.5, None]}, {"é": 10**30}]
    for setting in ({"COMPACT_JSON": False}, {"UNICODE_JSON": False}):
        with override_settings(REST_FRAMEWORK=setting):
            body = read(StreamingOrjsonResponse(rows, chunk_size=1))
        assert json.loads(body) == rows, setting


def test_no_rows_are_an_empty_array_or_no_line_and_one_object_is_refused():
    assert read(StreamingOrjsonResponse([])) == b"[]"
    assert read(StreamingOrjsonResponse([], lines=True)) == b""
    with pytest.raises(TypeError, match="many=True, not BookSerializer of one object"):
        iterate(BookSerializer(Book()))


def test_status_and_headers_are_those_of_any_response():
    response = StreamingOrjsonResponse([], status=203, headers={"X-Rows": "0"})
    assert (response.status_code, response["X-Rows"]) == (203, "0")
    assert response["Content-Type"] == "application/json"
    assert StreamingOrjsonResponse([], content_type="text/x")["Content-Type"] == "text/x"


def test_the_request_may_choose_and_a_cache_is_told():
    for accept, media_type in {
        "*/*": "application/json",
        "application/x-ndjson": "application/x-ndjson",
        "application/x-ndjson;q=0.5, application/json": "application/json",
        "application/json;q=0.5, application/x-ndjson": "application/x-ndjson",
        "text/html": "application/json",
    }.items():
        request = RequestFactory().get("/", headers={"accept": accept})
        response = StreamingOrjsonResponse([{"a": 1}], request=request)
        assert response["Content-Type"] == media_type, accept
        assert read(response).endswith(b"\n" if "ndjson" in media_type else b"]")
    for options, vary in (
        ({"request": request}, "Accept"),
        ({"request": request, "headers": {"Vary": "Cookie"}}, "Cookie, Accept"),
        ({"request": request, "lines": True}, None),
        ({}, None),
    ):
        assert StreamingOrjsonResponse([], **options).get("Vary") == vary, options


def rows_that_fail(after):
    for number in range(after):
        yield {"n": number}
    raise KeyError(after)


@pytest.mark.parametrize(("lines", "after"), [(False, 0), (True, 2), (False, 5), (True, 5)])
def test_an_error_leaves_no_document_and_is_logged(lines, after, caplog):
    response = StreamingOrjsonResponse(rows_that_fail(after), lines=lines, chunk_size=2)
    parts = []
    with pytest.raises(KeyError):
        parts.extend(response)
    body = b"".join(parts)
    with pytest.raises(ValueError):  # noqa: PT011
        [json.loads(line) for line in (body.splitlines() if lines else [body])]
    (record,) = [each for each in caplog.records if each.name == "fastserializers.responses"]
    assert record.levelname == "ERROR"
    assert record.exc_info[0] is KeyError


@pytest.mark.django_db
def test_a_client_that_leaves_is_no_error(caplog):
    rows = ({"n": number} for number in itertools.count())
    response = StreamingOrjsonResponse(rows, chunk_size=2)
    next(iter(response))
    response.close()
    assert rows.gi_frame is None, "the generator is closed"
    assert caplog.records == []


def test_the_time_zone_and_the_language_of_the_view_hold(books):
    language = {
        "language": serializers.SerializerMethodField(),
        "get_language": lambda serializer, book: translation.get_language(),
    }
    of_moments = serializer_of(FastReadOnlyModelSerializer, Book, ["added"], language)
    queryset, parts = Book.objects.order_by("pk"), []
    with timezone.override("Asia/Kolkata"), translation.override("cy"):
        response = StreamingOrjsonResponse(of_moments(queryset, many=True), chunk_size=2)
        expected = OrjsonRenderer().render(of_moments(queryset, many=True).data)
    assert b"+05:30" in expected
    for part in response:
        assert translation.get_language() == "en-us"
        assert timezone.get_current_timezone_name() == "UTC"
        parts.append(part)
    assert b"".join(parts) == expected


@pytest.mark.skipif(connection.vendor == "mysql", reason="its driver fetches all rows at once")
@pytest.mark.usefixtures("cursors_of_the_server")
def test_memory_does_not_grow_with_the_rows(db):
    def peak(lines):
        tracemalloc.start()
        rows = read_only(TagSerializer)(Tag.objects.all(), many=True)
        response = StreamingOrjsonResponse(rows, lines=lines, chunk_size=200)
        sent = sum(map(len, response))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak, sent

    Tag.objects.bulk_create(Tag(label="x" * 40) for _ in range(2000))
    few = [peak(lines) for lines in (False, True, False, True)][2:]
    Tag.objects.bulk_create(Tag(label="x" * 40) for _ in range(8000))
    # Of five times the rows. How many portions wait for the garbage collector differs.
    for lines in (False, True):
        many, sent = peak(lines)
        assert many < 2 * few[lines][0], lines
        assert sent > many, lines


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a cursor of the server's")
@pytest.mark.usefixtures("cursors_of_the_server")
def test_a_cursor_of_the_server_is_used(db):
    Tag.objects.bulk_create(Tag(label=str(number)) for number in range(500))
    serializer = TagSerializer(Tag.objects.order_by("pk"), many=True)
    parts = iter(StreamingOrjsonResponse(serializer, chunk_size=50))
    body = next(parts)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_cursors WHERE name LIKE '_django_curs%%'")
        assert cursor.fetchone() == (1,)
    assert body + b"".join(parts) == OrjsonRenderer().render(serializer.data)


def test_under_asgi_parts_are_sent_that_a_middleware_wraps_or_that_are_made_asynchronously():
    @async_to_sync
    async def body_of(response):
        return b"".join([part async for part in response])

    def compressed():
        response = StreamingOrjsonResponse(expected, chunk_size=2)
        return GZipMiddleware(lambda request: response)(request)

    async def parts():
        yield b"a"
        yield "b"

    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    expected = [{"a": "x" * 300}] * 9
    for body in (read(compressed()), body_of(compressed())):
        assert json.loads(gzip.decompress(body)) == expected
    assert body_of(StepwiseResponse(parts())) == b"ab"
