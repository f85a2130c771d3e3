"""Rows one after the other: the same as `.data`, in little memory, broken off visibly."""

import gzip
import itertools
import json
import tracemalloc
from functools import partial
from itertools import islice

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.db.models import QuerySet
from django.middleware.gzip import GZipMiddleware
from django.test import RequestFactory
from django.utils import timezone, translation
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import StepwiseResponse, StreamingOrjsonResponse
from fastserializers.streams import Pace, iterate
from tests.differential import made_fast, spelled_out
from tests.endpoints.project import PublisherSerializer, TagSerializer
from tests.models import Book, Publisher, Tag
from tests.relations.serializers import methods, serializer_of


@pytest.fixture
def cursors_of_the_server(monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", False)


def read(response):
    """Return the body of a response, as a server sends it."""
    return b"".join(response)


class Numbered(serializers.ListSerializer):
    def to_representation(self, data):
        rows = super().to_representation(data)
        return [{"of": len(rows), **row} for row in rows]


book_serializer = partial(
    serializer_of,
    serializers.ModelSerializer,
    Book,
    ["id", "title", "pages"],
    {"publisher": PublisherSerializer(default=None)},
)
BookSerializer = book_serializer()
# Its list class is given all rows at once.
NumberedSerializer = book_serializer(list_serializer_class=Numbered)


# What `many=True` takes.


BOOKS = Book.objects.order_by("pk")


def evaluated():
    rows = BOOKS.all()
    assert len(rows)
    return rows


SOURCES = {
    "a queryset": BOOKS.all,
    "evaluated": evaluated,
    "a list": lambda: list(BOOKS.all()),
    "an iterator": lambda: iter(BOOKS.all()),
    "a manager": lambda: Book.objects,
    "values": BOOKS.values("id", "title", "pages").all,
    "raw": partial(Book.objects.raw, "SELECT * FROM tests_book ORDER BY id"),
}


# What becomes of every kind of queryset is in `tests/rows/test_every_kind.py`.
@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
@pytest.mark.parametrize("plain", [BookSerializer, NumberedSerializer])
def test_a_stream_takes_what_many_takes(books, source, plain):
    def streamed(cls, chunk_size):
        rows = [*iterate(cls(source(), many=True), chunk_size=chunk_size)]
        response = StreamingOrjsonResponse(cls(source(), many=True), chunk_size=chunk_size)
        return spelled_out(rows), read(response)

    expected = plain(source(), many=True).data
    told = spelled_out([*expected]), OrjsonRenderer().render(expected)
    assert streamed(plain, 3) == told
    assert streamed(made_fast(plain), 1) == told
    assert streamed(made_fast(plain), 100) == told


def test_rows_are_sent_as_lines():
    rows = [{"a": 1}, {"a": "\n"}, [2]]
    response = StreamingOrjsonResponse(rows, lines=True, chunk_size=2)
    assert read(response) == b'{"a":1}\n{"a":"\\n"}\n[2]\n'
    assert response["Content-Type"] == "application/x-ndjson"


@pytest.mark.parametrize("setting", [{"COMPACT_JSON": False}, {"UNICODE_JSON": False}], ids=str)
def test_the_settings_of_the_renderer_hold(settings, setting):
    rows = [{"é": [1.5, None]}, {"é": 10**30}]
    settings.REST_FRAMEWORK = setting
    assert json.loads(read(StreamingOrjsonResponse(rows, chunk_size=1))) == rows


def test_no_rows_are_an_empty_array_or_no_line_and_one_object_is_refused():
    assert read(StreamingOrjsonResponse([])) == b"[]"
    assert read(StreamingOrjsonResponse([], lines=True)) == b""
    with pytest.raises(TypeError, match="many=True, not BookSerializer of one object"):
        iterate(BookSerializer(Book()))


@pytest.mark.parametrize(
    ("accept", "media_type", "body"),
    [
        ("*/*", "application/json", b'[{"a":1}]'),
        ("application/x-ndjson", "application/x-ndjson", b'{"a":1}\n'),
        ("application/json;q=0.5, application/x-ndjson", "application/x-ndjson", b'{"a":1}\n'),
    ],
)
def test_the_request_may_choose(accept, media_type, body):
    request = RequestFactory().get("/", headers={"accept": accept})
    response = StreamingOrjsonResponse([{"a": 1}], request=request)
    assert response["Content-Type"] == media_type
    assert read(response) == body


REQUEST = RequestFactory().get("/", headers={"accept": "text/html"})


@pytest.mark.parametrize(
    ("options", "vary"),
    [
        ({"request": REQUEST}, "Accept"),
        ({"request": REQUEST, "headers": {"Vary": "Cookie"}}, "Cookie, Accept"),
        ({"request": REQUEST, "lines": True}, None),
        ({}, None),
    ],
    ids=["a request", "a header", "lines", "no request"],
)
def test_a_cache_is_told_that_the_request_chose(options, vary):
    assert StreamingOrjsonResponse([], **options).get("Vary") == vary


def rows_that_fail(after, error):
    for number in range(after):
        yield {"n": number}
    raise error


# gunicorn raises SystemExit in a worker that has taken longer than its time-out.
@pytest.mark.parametrize(
    ("lines", "after", "error"),
    [(False, 0, KeyError), (True, 2, SystemExit), (False, 5, SystemExit), (True, 5, KeyError)],
)
def test_an_error_leaves_no_document_and_is_logged(lines, after, error, caplog):
    response = StreamingOrjsonResponse(rows_that_fail(after, error), lines=lines, chunk_size=2)
    parts = []
    with pytest.raises(error):
        parts.extend(response)
    body = b"".join(parts)
    with pytest.raises(ValueError):  # noqa: PT011
        [json.loads(line) for line in (body.splitlines() if lines else [body])]
    (record,) = [each for each in caplog.records if each.name == "fastserializers.responses"]
    assert record.levelname == "ERROR"
    assert record.exc_info[0] is error


@pytest.mark.django_db
def test_a_client_that_leaves_is_no_error(caplog):
    rows = ({"n": number} for number in itertools.count())
    response = StreamingOrjsonResponse(rows, chunk_size=2)
    next(iter(response))
    response.close()
    assert rows.gi_frame is None, "the generator is closed"
    assert caplog.records == []


# A server finds out that a client has left when it sends a part.


def note_label(serializer, book):
    """Note a row down, and look at a relation that nobody loaded."""
    serializer.context.setdefault("read", []).append(book.pk)
    return str(book.publisher and book.publisher.name)


NotingSerializer = serializer_of(
    serializers.ModelSerializer, Book, ["id", "publisher"], methods(label=note_label)
)


class OfPublisherSerializer(NotingSerializer):
    publisher = PublisherSerializer()


class OwnNotingSerializer(OfPublisherSerializer):
    def to_representation(self, instance):
        return {**super().to_representation(instance), "own": True}


@pytest.fixture
def forty_books(db):
    publisher = Publisher.objects.create(name="Egmont")
    Book.objects.bulk_create(
        Book(title=str(number), price=1, pages=1, publisher=publisher if number % 3 else None)
        for number in range(40)
    )


@pytest.mark.parametrize("plain", [NotingSerializer, OfPublisherSerializer, OwnNotingSerializer])
@pytest.mark.parametrize("collect", [QuerySet.all, list])
@pytest.mark.parametrize("fast", [False, True])
def test_the_first_part_has_ten_rows(forty_books, plain, collect, fast):
    read = []
    cls = made_fast(plain) if fast else plain
    books = cls(collect(BOOKS.all()), many=True, context={"read": read})
    parts = iter(StreamingOrjsonResponse(books))

    start = next(parts)

    assert len(read) == 10
    expected = plain(BOOKS.all(), many=True).data
    assert start + b"".join(parts) == OrjsonRenderer().render(expected)


@pytest.mark.parametrize("plain", [OfPublisherSerializer, OwnNotingSerializer])
def test_the_parts_of_a_portion_share_the_rows_that_nobody_loaded(
    forty_books, plain, django_assert_num_queries
):
    books = made_fast(plain)(BOOKS.all(), many=True)

    with django_assert_num_queries(2):
        read(StreamingOrjsonResponse(books))


def test_a_method_that_writes_between_two_parts_is_read_back(forty_books):
    class RenamingSerializer(OfPublisherSerializer):
        def get_label(self, book):
            Publisher.objects.update(name=f"After {book.pk}")
            return super().get_label(book)

    def body_of(cls):
        return read(StreamingOrjsonResponse(cls(BOOKS.order_by("-pk"), many=True)))

    assert body_of(made_fast(RenamingSerializer)) == body_of(RenamingSerializer)


@pytest.mark.parametrize(
    ("seconds_of_a_row", "expected"),
    [(0.0, [10, 100, 500]), (0.001, [10, 100, 100]), (0.02, [10, 5, 5]), (1.0, [10, 1, 1])],
)
def test_a_part_has_the_rows_that_take_a_tenth_of_a_second(seconds_of_a_row, expected):
    taken = []
    pace = Pace(500, clock=lambda: sum(map(len, taken)) * seconds_of_a_row)

    def represent(rows):
        taken.append(rows)
        return rows

    assert [len(part) for part in islice(pace.in_parts(range(2_000), represent), 3)] == expected


def active_language(serializer, book):
    return translation.get_language()


MomentSerializer = serializer_of(
    FastReadOnlyModelSerializer, Book, ["added"], methods(language=active_language)
)


def test_the_time_zone_and_the_language_of_the_view_hold(books):
    with timezone.override("Asia/Kolkata"), translation.override("cy"):
        response = StreamingOrjsonResponse(MomentSerializer(BOOKS.all(), many=True), chunk_size=2)
        expected = OrjsonRenderer().render(MomentSerializer(BOOKS.all(), many=True).data)
    assert b"+05:30" in expected

    parts = iter(response)
    first = next(parts)
    assert (translation.get_language(), timezone.get_current_timezone_name()) == ("en-us", "UTC")
    assert first + b"".join(parts) == expected


def memory_of_a_stream(lines):
    """Return the most memory that a stream of all tags takes, and how many bytes are sent."""
    tracemalloc.start()
    rows = made_fast(TagSerializer)(Tag.objects.all(), many=True)
    response = StreamingOrjsonResponse(rows, lines=lines, chunk_size=200)
    sent = sum(map(len, response))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak, sent


@pytest.mark.skipif(connection.vendor == "mysql", reason="its driver fetches all rows at once")
@pytest.mark.usefixtures("cursors_of_the_server")
@pytest.mark.parametrize("lines", [False, True], ids=["an array", "lines"])
def test_memory_does_not_grow_with_the_rows(db, lines):
    Tag.objects.bulk_create(Tag(label="x" * 40) for _ in range(2000))
    memory_of_a_stream(lines)
    few, _ = memory_of_a_stream(lines)
    Tag.objects.bulk_create(Tag(label="x" * 40) for _ in range(8000))
    # Of five times the rows. How many portions wait for the garbage collector differs.
    many, sent = memory_of_a_stream(lines)
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


# Under ASGI.


@async_to_sync
async def asynchronous_body_of(response):
    return b"".join([part async for part in response])


@pytest.mark.parametrize("body_of", [read, asynchronous_body_of], ids=["WSGI", "ASGI"])
def test_parts_are_sent_that_a_middleware_wraps(body_of):
    rows = [{"a": "x" * 300}] * 9
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    middleware = GZipMiddleware(lambda request: StreamingOrjsonResponse(rows, chunk_size=2))

    body = body_of(middleware(request))

    assert json.loads(gzip.decompress(body)) == rows


def test_parts_are_sent_that_are_made_asynchronously():
    async def parts():
        yield b"a"
        yield "b"

    assert asynchronous_body_of(StepwiseResponse(parts())) == b"ab"
