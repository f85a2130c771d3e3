"""FASTSERIALIZERS = {"VERIFY": share}: both codes read, differences are logged, DRF's is sent."""

import asyncio
import itertools
import logging
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection, transaction
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from fastserializers.proof.verify import tally
from fastserializers.streams import iterate
from fastserializers.switch import way
from tests.differential import made_of
from tests.models import Book, Country, Publisher
from tests.relations.serializers import methods

pytestmark = pytest.mark.usefixtures("verified")


@pytest.fixture
def verified(settings):
    tally.clear()
    settings.FASTSERIALIZERS = {"VERIFY": 1}


@pytest.fixture
def records(caplog):
    """Return a function that gives what was logged since it was last called."""
    caplog.set_level(logging.DEBUG, "fastserializers.verify")

    def taken():
        found = [record for record in caplog.records if record.name == "fastserializers.verify"]
        caplog.clear()
        return found

    return taken


def levels(records):
    return [record.levelname for record in records]


class Differing(serializers.CharField):
    def to_representation(self, value):
        return f"{value} by {way.get().value}"


class NameSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Publisher
        fields = ("name", "code")


class DifferingSerializer(FastReadOnlySerializer):
    name = serializers.CharField()
    code = Differing()


def calling(method):
    """Return a class whose one value is what the function returns of an instance."""

    def value(serializer, instance):
        return method(instance)

    return made_of(methods(value=value), FastReadOnlySerializer)


def publisher(number=1):
    return Publisher(pk=number, name=f"Publisher {number}", code=f"code-{number}")


@pytest.mark.parametrize("many", [False, True], ids=["an object", "a list"])
def test_what_is_equal_is_a_debug_record_with_the_cost(records, many):
    source = [publisher(1), publisher(2)] if many else publisher()
    NameSerializer(source, many=many).data  # noqa: B018
    (record,) = records()
    assert record.levelname == "DEBUG"
    assert record.serializer.endswith("test_verification.NameSerializer")
    assert (record.drf_queries, record.fast_queries) == (0, 0)
    assert min(record.drf_seconds, record.fast_seconds) > 0


@pytest.mark.django_db
def test_each_portion_of_a_stream_is_proved(records):
    Publisher.objects.bulk_create(publisher(number) for number in range(1, 4))
    streamed = iterate(NameSerializer(Publisher.objects.order_by("pk"), many=True), chunk_size=2)
    assert [row["code"] for row in streamed] == ["code-1", "code-2", "code-3"]
    assert levels(records()) == ["DEBUG", "DEBUG"]


def test_what_is_nested_is_a_part_of_the_whole(records):
    class Nesting(FastReadOnlySerializer):
        value = serializers.SerializerMethodField()
        inner = NameSerializer(source="*")

        def get_value(self, instance):
            return NameSerializer(instance).data

    assert Nesting(publisher()).data["value"]
    assert levels(records()) == ["DEBUG"]


@pytest.mark.parametrize(
    "setting", [{"VERIFY": 0}, {"VERIFY": 0.0}, {"VERIFY": 1, "ENABLED": False}], ids=str
)
def test_nothing_is_verified_where_the_share_is_none_or_off(records, settings, setting):
    settings.FASTSERIALIZERS = setting
    assert NameSerializer(publisher()).data["code"] == "code-1"
    assert records() == []


def test_a_share_is_verified(records, settings):
    settings.FASTSERIALIZERS = {"VERIFY": 0.5}
    assert all(NameSerializer(publisher()).data for _ in range(200))
    # Further from the middle than this: once in 10**20.
    assert 30 < len(records()) < 170


@pytest.mark.parametrize(
    ("serializer", "path"),
    [
        (DifferingSerializer(publisher(7)), "code"),
        (DifferingSerializer([publisher(7)], many=True), "[0].code"),
    ],
    ids=["an object", "a list"],
)
def test_rest_frameworks_output_is_sent_and_the_difference_logged(records, serializer, path):
    assert "code-7 by drf" in str(serializer.data)

    (record,) = records()

    assert (record.levelname, record.path, record.primary_key) == ("ERROR", path, 7)
    assert record.drf_value == "'code-7 by drf' (str)"
    assert record.fast_value == "'code-7 by fast' (str)"
    message = record.getMessage()
    assert f"Serializer differs at {path}, primary key 7." in message
    assert record.drf_value in message
    assert record.fast_value in message


def fails_where_its_reader_is(instance):
    if way.get().value == instance:
        raise KeyError(instance)
    return "fine"


def test_an_exception_of_rest_framework_s_code_is_raised_and_a_difference(records):
    with pytest.raises(KeyError, match="drf"):
        calling(fails_where_its_reader_is)("drf").data  # noqa: B018
    (record,) = records()
    assert record.levelname == "ERROR"
    assert "raises KeyError: 'drf'" in record.getMessage()


def test_an_exception_of_the_fast_code_is_a_difference(records):
    assert calling(fails_where_its_reader_is)("fast").data == {"value": "fine"}
    (record,) = records()
    assert (record.levelname, record.path) == ("ERROR", "")
    assert record.drf_value.startswith("{'value': 'fine'} (")
    assert "raises KeyError: 'fast'" in record.getMessage()


def test_an_exception_of_both_is_no_difference(records):
    with pytest.raises(AttributeError, match="has no attribute 'name'"):
        NameSerializer(object()).data  # noqa: B018
    assert levels(records()) == ["DEBUG"]


def test_what_is_different_each_time_is_no_difference(records):
    counter = itertools.count(1)

    def count(instance):
        return next(counter)

    assert calling(count)(publisher()).data == {"value": 1}
    (record,) = records()
    assert record.levelname == "INFO"
    assert "nothing is known" in record.getMessage()


def test_what_can_be_read_once_is_read_once(records):
    rows = (publisher(number) for number in range(3))
    data = DifferingSerializer(rows, many=True).data
    assert [row["code"][:9] for row in data] == [f"code-{n} by" for n in range(3)]
    assert records() == []


@pytest.mark.parametrize("broken", [KeyError("x"), RecursionError("deep")])
def test_a_proof_that_fails_is_logged_and_no_more(broken, records):
    class Hostile(str):
        def __repr__(self):
            raise broken

    def hostile(instance):
        return Hostile("a")

    data = calling(hostile)(5).data
    assert str.__eq__(data["value"], "a")
    assert levels(records()) == ["WARNING"]


def test_after_each_hundred_proofs_their_results_are_counted(records):
    classes = [DifferingSerializer, *[NameSerializer] * 49] * 4
    assert all(cls(publisher()).data for cls in classes)

    assert [each.getMessage() for each in records() if each.levelname == "INFO"] == [
        "100 proofs in this process: 98 equal, 2 different, 0 in another order, 0 not stable.",
        "200 proofs in this process: 196 equal, 4 different, 0 in another order, 0 not stable.",
    ]


def test_tasks_and_threads_verify_side_by_side(records):
    def data_of(number):
        return DifferingSerializer(publisher(number)).data["code"]

    async def task(number):
        await asyncio.sleep(0)
        return data_of(number)

    async def tasks():
        return await asyncio.gather(*map(task, range(5)))

    expected = [f"code-{number} by drf" for number in range(40)]
    assert asyncio.run(tasks()) == expected[:5]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(data_of, range(40))) == expected
    assert levels(records()) == ["ERROR"] * 45


class RelatedSerializer(FastReadOnlySerializer):
    name = serializers.CharField()
    country = serializers.CharField(source="country.name")


@pytest.fixture
def publishers(db):
    for number in range(3):
        country = Country.objects.create(name=f"Country {number}")
        Publisher.objects.create(name=f"P{number}", code=f"p{number}", country=country)
    return Publisher.objects.order_by("pk")


def test_the_queries_of_both_are_counted_and_the_rows_kept(
    publishers, records, django_assert_num_queries
):
    RelatedSerializer(publishers, many=True).data  # noqa: B018
    (record,) = records()
    assert record.levelname == "DEBUG"
    assert record.drf_queries == 4
    assert 1 <= record.fast_queries <= 4
    with django_assert_num_queries(0):
        assert [row.country.name for row in publishers] == [f"Country {n}" for n in range(3)]


class BooksSerializer(FastReadOnlySerializer):
    """Lists books by the fast code from the last to the first."""

    books = serializers.StringRelatedField(many=True)

    def to_representation(self, instance):
        books = super().to_representation(instance)["books"]
        return {"books": books[:: 1 if way.get().value == "drf" else -1]}


def test_an_order_that_nobody_has_asked_for_is_one_warning_a_process(publishers, records):
    same = {"price": 1, "publisher": publishers[0]}
    Book.objects.bulk_create([Book(title="a", **same), Book(title="b", **same)])

    read = [BooksSerializer(publishers.all(), many=True).data[0] for _ in range(2)]

    assert read == [{"books": ["a", "b"]}] * 2

    first, second = records()
    assert (first.levelname, second.levelname) == ("WARNING", "DEBUG")
    assert "the same rows in another order: Publisher.books has no total" in first.getMessage()
    assert tally == {"in another order": 2}


def writes(instance):
    Country.objects.create(name="seen")
    transaction.on_commit(list)
    return instance.name


def writes_and_breaks_the_transaction(instance):
    writes(instance)
    if way.get().value == "fast":
        Country.objects.extra(where=["no_such_column = 1"]).count()
    return instance.name


@pytest.mark.parametrize(
    ("method", "level"), [(writes, "DEBUG"), (writes_and_breaks_the_transaction, "ERROR")]
)
def test_what_the_second_reading_writes_or_breaks_is_taken_back(
    publishers, records, method, level
):
    waiting = len(connection.run_on_commit)

    assert calling(method)(publishers.first()).data == {"value": "P0"}

    assert Country.objects.filter(name="seen").count() == 1
    assert len(connection.run_on_commit) == waiting + 1
    assert levels(records()) == [level]


def test_an_error_of_the_database_is_raised_and_nothing_else_tried(publishers, records):
    failing = publishers.extra(where=["no_such_column = 1"])
    with pytest.raises(DatabaseError), transaction.atomic():
        RelatedSerializer(failing, many=True).data  # noqa: B018
    assert records() == []


def test_output_that_can_be_read_once_is_sent_whole(records):
    assert [*calling(iter)("abc").data["value"]] == ["a", "b", "c"]
    assert levels(records()) == []
