"""`manage.py fastserializers compare`: the proof, on rows of a real database."""

import re

import pytest
from django.db import connection, transaction
from django.utils import timezone
from rest_framework import serializers

from fastserializers import FastReadOnlyModelSerializer
from fastserializers.switch import way
from tests.commands.calls import command, document, path_of
from tests.commands.test_choices import TextSerializer
from tests.endpoints.project import TagSerializer
from tests.models import Book, Publisher, Tag
from tests.processes import python
from tests.values import MANAGE

pytestmark = pytest.mark.django_db


def is_fast():
    return way.get().value != "drf"


class OwnField(serializers.CharField):
    def get_attribute(self, instance):
        return super().get_attribute(instance)


class FastTagSerializer(FastReadOnlyModelSerializer):
    class Meta(TagSerializer.Meta): ...


class ShoutingSerializer(TagSerializer):
    """Differs in a row that is not the first one."""

    def to_representation(self, instance):
        row = super().to_representation(instance)
        if is_fast() and row["label"] == "b":
            row["label"] = {"text": "B"}
        return row


class DiffersAlone(TagSerializer):
    note = serializers.SerializerMethodField()

    class Meta(TagSerializer.Meta):
        fields = ("note",)

    def get_note(self, tag):
        return self.parent is None and tag.label == "b" and is_fast()


class Raising(DiffersAlone):
    def get_note(self, tag):
        if tag.label == "b":
            raise LookupError("no note")


class RaisingAlways(DiffersAlone):
    def get_note(self, tag):
        raise LookupError("no note\nof several lines")


class Writing(DiffersAlone):
    def get_note(self, tag):
        if tag.label == "b":
            Tag.objects.filter(pk=tag.pk).update(label="changed")


class ForSomebody(DiffersAlone):
    def get_note(self, tag):
        return self.context["request"].user.email


class Slowed(DiffersAlone):
    """Takes much longer by the fast code, which does not read the first of its fields."""

    label = OwnField()

    class Meta(TagSerializer.Meta):
        fields = ("label", "note")

    def get_note(self, tag):
        return bool([sum(range(100_000 if is_fast() else 1))])


class OddlyMade(TagSerializer):
    def __init__(self, *args, reason, **kwargs): ...


class Modelless(serializers.Serializer):
    label = serializers.CharField()


class PublisherSerializer(serializers.ModelSerializer):
    books = serializers.StringRelatedField(many=True)

    class Meta:
        model = Publisher
        fields = ("name", "books")
        read_only_fields = fields


class InAnotherOrder(PublisherSerializer):
    """Lists its books in another order, as a database may without an `ORDER BY`."""

    def to_representation(self, publisher):
        row = super().to_representation(publisher)
        return row | {"books": row["books"][::-1]} if is_fast() else row


@pytest.fixture(autouse=True)
def tags():
    return [Tag.objects.create(label=label) for label in "abc"]


def run(*serializers, **options):
    """Run the command on serializers; return what it writes."""
    return command("compare", *map(path_of, serializers), **options)


def compare(*serializers, **options):
    return document("compare", *map(path_of, serializers), **options)["serializers"]


def test_equal_serializers_are_listed_with_their_costs():
    p = Publisher.objects.create(name="p", code="p")
    q = Publisher.objects.create(name="q", code="q")
    Book.objects.create(title="p", price=1, publisher=p)
    Book.objects.create(title="q", price=1, publisher=q)

    plain, fast, nested = compare(TagSerializer, FastTagSerializer, PublisherSerializer)

    assert (plain["result"], plain["rows"], plain["fast_by"]) == ("equal", 3, None)
    assert (fast["result"], fast["rows"], fast["fast_by"]) == ("equal", 3, "class")
    assert plain["drf"]["queries"] == plain["fast"]["queries"] == 1
    assert min(plain["drf"]["seconds"], plain["fast"]["seconds"]) > 0
    assert (nested["drf"]["queries"], nested["fast"]["queries"]) == (3, 2)


def test_the_first_difference_is_shown_with_its_path_key_and_values(tags):
    listed, alone = compare(ShoutingSerializer, DiffersAlone, code=1)
    text = run(ShoutingSerializer, TagSerializer, code=1)

    assert listed["difference"] == {
        "path": "[1].label",
        "pk": tags[1].pk,
        "drf": {"text": "'b'", "type": "str", "raised": False},
        "fast": {"text": "{'text': 'B'}", "type": "dict", "raised": False},
    }
    assert (alone["difference"]["path"], alone["difference"]["pk"]) == ("note", tags[1].pk)
    first, second = (line.split() for line in text.splitlines()[1:3])
    assert first[:4] == [path_of(ShoutingSerializer), "different", "tests.Tag", "3"]
    assert second[:5] == [path_of(TagSerializer), "equal", "tests.Tag", "3", "1"]
    assert f"ShoutingSerializer differs at [1].label, pk {tags[1].pk}:" in text
    assert "  REST framework: 'b' (str)\n  fast:           {'text': 'B'} (dict)\n" in text
    assert "\n1 equal, 1 different, 0 not compared.\n" in text


def test_an_exception_that_both_raise_is_shown_and_no_difference():
    text = run(Raising)

    assert "Raising is equal, but both raise LookupError: no note, for 1 of 3 rows\n" in text
    assert "1 equal, 0 different" in text
    # What it took to raise is not what it takes to serialize.
    assert text.splitlines()[1].split() == [path_of(Raising), "equal", "tests.Tag", "3", "1"]


def test_what_has_no_rows_to_be_compared_on_is_counted(settings):
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [__name__]}

    text = run(code=1)

    assert "Modelless" not in text
    assert "\nLeft out: 1 without a model and without a view that has a queryset.\n" in text


@pytest.mark.parametrize(
    ("serializer", "reason"),
    [
        (OddlyMade, "both raise TypeError: "),
        (ForSomebody, "both raise AttributeError: 'AnonymousUser' object has no attribute"),
        (RaisingAlways, "both raise LookupError: no note of several lines, for each row"),
        (Modelless, "it has no model, and no view of it has a queryset"),
        (PublisherSerializer, "there are no rows"),
        (TextSerializer, "it has no fields: it is a BaseSerializer"),
    ],
)
def test_what_can_not_be_compared_is_listed_with_the_reason(serializer, reason):
    text = " ".join(run(serializer, code=1).split())

    assert f"{serializer.__name__} was not compared: {reason}" in text
    assert "0 equal, 0 different, 1 not compared." in text
    # Nothing is proved, and that is all right only if it was expected.
    run(serializer, allow_empty=True)


def test_a_slower_serializer_is_marked_with_the_reason_and_counted():
    text = run(Slowed, TagSerializer)
    [found] = compare(Slowed)

    assert found["times_faster"] < 0.95
    assert re.search(r"Slowed +equal .* slower: 0\.\d\d\n", text)
    name = path_of(Slowed)
    reason = text.partition(f"\n{name} is slower by the fast code:\n")[2]
    assert reason.startswith("  label: REST framework's own code: OwnField overrides how DRF")
    assert f"  Where its time goes: manage.py fastserializers profile {name}\n" in reason
    assert re.search(r"\nTheir times: \d faster, \d equal, [12] slower\.\n$", text)


# Output that is another one each time proves nothing.


class AgeSerializer(DiffersAlone):
    """Shows the time of day, as ages and links that expire do."""

    def get_note(self, tag):
        return timezone.now().isoformat()


class AgeAndNameSerializer(AgeSerializer):
    """Has a difference beside what is not stable."""

    name = serializers.SerializerMethodField()

    class Meta(TagSerializer.Meta):
        fields = ("note", "name")

    def get_name(self, tag):
        return "fast" if is_fast() else "REST framework's"


def test_the_time_of_day_is_no_failure():
    text = run(AgeSerializer)
    [found] = compare(AgeSerializer)

    first = text.splitlines()[1].split()
    assert first[:4] == [path_of(AgeSerializer), "not", "stable", "tests.Tag"]
    assert "AgeSerializer is equal, but for what is not stable: note has another value" in text
    assert "\n0 equal, 0 different, 1 not stable, 0 not compared.\n" in text
    assert (found["result"], found["difference"]) == ("not stable", None)
    assert found["remark"].startswith("note has another value each time")


def test_what_is_stable_beside_the_time_of_day_is_compared(tags):
    [found] = compare(AgeAndNameSerializer, code=1)

    assert (found["result"], found["difference"]["path"]) == ("different", "[0].name")
    assert found["difference"]["pk"] == tags[0].pk


# An order that nobody has asked for proves nothing, either.


def test_another_order_of_rows_is_a_warning_with_the_edit():
    publisher = Publisher.objects.create(name="p", code="p")
    same = {"price": 1, "publisher": publisher}
    Book.objects.bulk_create([Book(title="a", **same), Book(title="b", **same)])

    text = run(InAnotherOrder)
    [found] = compare(InAnotherOrder, strict=True, code=1)

    assert (
        f"\nSame rows, another order: {path_of(InAnotherOrder)}. Publisher.books has no total "
        'order: set ordering = ["pk"] in the Meta of Book, or prefetch_related(Prefetch("books", '
        'queryset=Book.objects.order_by("pk"))) in the view.\n'
    ) in text
    assert "\n0 equal, 0 different, 1 in another order, 0 not compared.\n" in text
    assert (found["result"], found["difference"]) == ("in another order", None)
    assert found["another_order"] == ["Publisher.books"]


PROTECTED_BY = {
    "sqlite": "PRAGMA query_only",
    "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    "mysql": "START TRANSACTION READ ONLY",
}
WITHIN_A_TRANSACTION = PROTECTED_BY | {"postgresql": "SET TRANSACTION READ ONLY"}


def assert_writing_is_stopped(protection):
    text = run(Writing, code=1)

    assert "Writing was not compared: it writes to the database while it reads, and" in text
    assert [tag.label for tag in Tag.objects.order_by("pk")] == ["a", "b", "c"]
    protected_by = f"the database default: {protection[connection.vendor]}, rolled back.\n"
    assert f"Nothing was changed in {protected_by}" in text


@pytest.mark.django_db(transaction=True)
def test_serializers_that_write_when_they_read_are_stopped():
    assert_writing_is_stopped(PROTECTED_BY)
    Tag.objects.create(label="d")
    # MySQL can only say it at the beginning of a transaction.
    if connection.vendor != "mysql":
        Tag.objects.filter(label="d").delete()
        with transaction.atomic():
            assert_writing_is_stopped(WITHIN_A_TRANSACTION)


def test_a_database_that_is_down_is_one_line(tmp_path):
    nowhere = f"sqlite:///{tmp_path}/no/such/folder/shop.sqlite3"
    finished = python(MANAGE, "fastserializers", "compare", DATABASE_URL=nowhere)

    assert finished.returncode == 1
    assert finished.stderr == (
        "CommandError: The database default does not answer: "
        "OperationalError: unable to open database file\n"
    )
