"""Rows one after the other: the same as `.data`, in little memory, broken off visibly."""

from __future__ import annotations

import gzip
import json
import tracemalloc

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.http import HttpRequest
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
from tests.models import Book, Country, Publisher, Tag

either = pytest.mark.parametrize("make", [lambda cls: cls, read_only], ids=["plain", "fast"])


@pytest.fixture
def publishers(db):
    for number in range(7):
        country = Country.objects.create(name=f"Country {number}") if number else None
        Publisher.objects.create(name=f"“P” {number}", code=f"p{number}", country=country)
    made = Publisher.objects.filter(name__startswith="“P”")
    return made.select_related("country").order_by("pk")


@pytest.fixture
def cursors_of_the_server():
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = False
    yield
    connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"] = True


def read(response):
    """Return the body of a response, as a server sends it."""
    return b"".join(response)


SOURCES = {
    "queryset": lambda rows: rows,
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "manager": lambda rows: Publisher.objects,
    "slice": lambda rows: rows[2:5],
    "none": lambda rows: rows.none(),
    "values": lambda rows: rows.values("id", "name", "code", "country"),
    "raw": lambda rows: Publisher.objects.raw("SELECT * FROM tests_publisher ORDER BY id"),
    "raw, prefetched": lambda rows: Publisher.objects.raw(
        "SELECT * FROM tests_publisher"
    ).prefetch_related("country"),
}


class NameSerializer(serializers.ModelSerializer):
    class Meta:
        model = Publisher
        fields = ("id", "name", "code")


class Numbered(serializers.ListSerializer):
    def to_representation(self, data):
        return [{"of": len(data), **row} for row in super().to_representation(data)]


class NumberedSerializer(NameSerializer):
    class Meta(NameSerializer.Meta):
        list_serializer_class = Numbered


class TestIterate:
    @either
    def test_it_takes_what_many_takes(self, publishers, make):
        for name, source in SOURCES.items():
            expected = list(NameSerializer(source(publishers.all()), many=True).data)
            for chunk_size in (1, 3, 100):
                serializer = make(NameSerializer)(source(publishers.all()), many=True)
                rows = list(iterate(serializer, chunk_size=chunk_size))
                assert spelled_out(rows) == spelled_out(expected), name

    def test_a_list_class_of_the_projects_is_given_all_rows(self, publishers):
        for cls in (NumberedSerializer, read_only(NumberedSerializer)):
            rows = list(iterate(cls(publishers, many=True), chunk_size=2))
            assert rows == NumberedSerializer(publishers, many=True).data
            assert rows[0]["of"] == 7


class TestArray:
    @either
    def test_the_body_is_that_of_the_renderer(self, books, make):
        for chunk_size in (1, 3, 100):
            serializer = make(PublisherSerializer)(Publisher.objects.all(), many=True)
            response = StreamingOrjsonResponse(serializer, chunk_size=chunk_size)
            assert read(response) == OrjsonRenderer().render(serializer.data)
            assert response["Content-Type"] == "application/json"
            assert response.status_code == 200

    def test_rows_that_have_a_json_are_sent_as_they_are(self, publishers):
        response = StreamingOrjsonResponse(publishers.values("name", "country__name"))
        assert json.loads(read(response)) == list(publishers.values("name", "country__name"))
        response = StreamingOrjsonResponse({"n": n} for n in range(3))
        assert read(response) == b'[{"n":0},{"n":1},{"n":2}]'
        lines = [{"a": 1}, {"a": "\n"}, [2]]
        response = StreamingOrjsonResponse(lines, lines=True, chunk_size=2)
        assert read(response) == b'{"a":1}\n{"a":"\\n"}\n[2]\n'
        assert response["Content-Type"] == "application/x-ndjson"

    def test_the_settings_of_the_renderer_hold(self):
        rows = [{"é": [1.5, None]}, {"é": 10**30}]
        for setting in ({"COMPACT_JSON": False}, {"UNICODE_JSON": False}):
            with override_settings(REST_FRAMEWORK=setting):
                body = read(StreamingOrjsonResponse(rows, chunk_size=1))
            assert json.loads(body) == rows, setting

    def test_no_rows_are_an_empty_array_or_no_line_and_one_object_is_refused(self):
        assert read(StreamingOrjsonResponse([])) == b"[]"
        assert read(StreamingOrjsonResponse([], lines=True)) == b""
        with pytest.raises(TypeError, match="many=True, not PublisherSerializer of one object"):
            iterate(PublisherSerializer(Publisher()))

    def test_status_and_headers_are_those_of_any_response(self):
        response = StreamingOrjsonResponse([], status=203, headers={"X-Rows": "0"})
        assert (response.status_code, response["X-Rows"]) == (203, "0")
        assert response["Content-Type"] == "application/json"
        assert StreamingOrjsonResponse([], content_type="text/x")["Content-Type"] == "text/x"


ACCEPTED = {
    "*/*": "application/json",
    "application/x-ndjson": "application/x-ndjson",
    "application/x-ndjson;q=0.5, application/json": "application/json",
    "application/json;q=0.5, application/x-ndjson": "application/x-ndjson",
    "text/html": "application/json",
}


class TestMediaTypes:
    def test_the_request_may_choose(self):
        for accept, media_type in ACCEPTED.items():
            request = RequestFactory().get("/", headers={"accept": accept})
            response = StreamingOrjsonResponse([{"a": 1}], request=request)
            assert response["Content-Type"] == media_type, accept
            assert read(response).endswith(b"\n" if "ndjson" in media_type else b"]")

    def test_a_cache_is_told_that_the_request_chose(self):
        request = RequestFactory().get("/")
        for options, vary in (
            ({"request": request}, "Accept"),
            ({"request": request, "headers": {"Vary": "Cookie"}}, "Cookie, Accept"),
            ({"request": request, "lines": True}, None),
            ({}, None),
        ):
            assert StreamingOrjsonResponse([], **options).get("Vary") == vary, options


class Wrong(Exception):
    pass


def rows_that_fail(after):
    for number in range(after):
        yield {"n": number}
    raise Wrong


class TestBrokenOff:
    @pytest.mark.parametrize(("lines", "after"), [(False, 0), (True, 2), (False, 5), (True, 5)])
    def test_an_error_leaves_no_document_and_is_logged(self, lines, after, caplog):
        response = StreamingOrjsonResponse(rows_that_fail(after), lines=lines, chunk_size=2)
        parts = []
        with pytest.raises(Wrong):
            parts.extend(response)
        body = b"".join(parts)
        with pytest.raises(ValueError):  # noqa: PT011
            [json.loads(line) for line in (body.splitlines() if lines else [body])]
        (record,) = [each for each in caplog.records if each.name == "fastserializers.responses"]
        assert record.levelname == "ERROR"
        assert record.exc_info[0] is Wrong

    @pytest.mark.django_db
    def test_a_client_that_leaves_is_no_error(self, caplog):
        closed = []

        def rows():
            try:
                while True:
                    yield {"n": 1}
            finally:
                closed.append(True)

        response = StreamingOrjsonResponse(rows(), chunk_size=2)
        next(iter(response))
        response.close()
        assert closed == [True]
        assert caplog.records == []


class MomentSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Book
        fields = ("added", "language")

    language = serializers.SerializerMethodField()

    def get_language(self, book):
        return translation.get_language()


def test_the_time_zone_and_the_language_of_the_view_hold(books):
    queryset = Book.objects.order_by("pk")
    with timezone.override("Asia/Kolkata"), translation.override("cy"):
        response = StreamingOrjsonResponse(MomentSerializer(queryset, many=True), chunk_size=2)
        expected = OrjsonRenderer().render(MomentSerializer(queryset, many=True).data)
    assert b"+05:30" in expected
    parts = []
    for part in response:
        assert translation.get_language() == "en-us"
        assert timezone.get_current_timezone_name() == "UTC"
        parts.append(part)
    assert b"".join(parts) == expected


@pytest.mark.skipif(connection.vendor == "mysql", reason="its driver fetches all rows at once")
@pytest.mark.usefixtures("cursors_of_the_server")
@pytest.mark.parametrize("lines", [False, True])
def test_memory_does_not_grow_with_the_rows(db, lines):
    def peak():
        tracemalloc.start()
        rows = read_only(TagSerializer)(Tag.objects.all(), many=True)
        response = StreamingOrjsonResponse(rows, lines=lines, chunk_size=200)
        sent = sum(map(len, response))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak, sent

    Tag.objects.bulk_create(Tag(label="x" * 40) for _ in range(2000))
    peak()
    few, _ = peak()
    Tag.objects.bulk_create(Tag(label="x" * 40) for _ in range(8000))
    many, sent = peak()
    # Of five times the rows. How many portions wait for the garbage collector differs.
    assert many < 2 * few
    assert sent > many


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


class TestUnderAsgi:
    def body_of(self, response):
        async def body():
            return b"".join([part async for part in response])

        return async_to_sync(body)()

    def test_a_middleware_may_wrap_the_parts(self):
        request = HttpRequest()
        request.META["HTTP_ACCEPT_ENCODING"] = "gzip"

        def compressed():
            response = StreamingOrjsonResponse([{"a": "x" * 300}] * 9, chunk_size=2)
            return GZipMiddleware(lambda request: response)(request)

        expected = [{"a": "x" * 300}] * 9
        assert json.loads(gzip.decompress(self.body_of(compressed()))) == expected
        assert json.loads(gzip.decompress(read(compressed()))) == expected

    def test_parts_that_are_made_asynchronously_are_sent_so(self):
        async def parts():
            yield b"a"
            yield "b"

        assert self.body_of(StepwiseResponse(parts())) == b"ab"
