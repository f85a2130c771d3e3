"""`warm`: everything is compiled before the first request, and nothing stops it."""

import linecache

import pytest

from bookshop.models import Book
from fastserializers import FastReadOnlyModelSerializer
from fastserializers.project.reading import LATER
from fastserializers.project.warming import warm
from tests.commands.calls import command, document, path_of, run
from tests.commands.test_choices import TextSerializer
from tests.models import Country
from tests.processes import output_of


class WarmSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "title")


class BrokenSerializer(FastReadOnlyModelSerializer):
    class Meta:
        model = Book
        fields = ("no_such_field",)


# Serializers of all tests that were imported are among them.
@pytest.mark.long
def test_it_counts_what_the_list_counts_without_a_query(django_assert_num_queries, db):
    items = document("list", "--third-party")["serializers"]
    compiled = {
        item["serializer"] for item in items if item["fast_by"] and item["compiled"] is not None
    }
    with django_assert_num_queries(0):
        warmed = document("warm", code=1)["serializers"]
    ready = {each["serializer"] for each in warmed if each["is_compiled"]}
    # A class that a test has defined may be collected in between.
    assert not [name for name in compiled ^ ready if "<locals>" not in name]
    assert path_of(WarmSerializer) in ready


def test_what_can_not_be_made_is_named_and_not_raised():
    right, broken = map(path_of, (WarmSerializer, BrokenSerializer))
    names = right, broken, "no.such.Serializer", "bookshop.models.Book"
    found = document("warm", *names, code=1)["serializers"]
    errors = {each["serializer"]: each["error"] for each in found}
    assert errors[right] == ""
    assert "no_such_field" in errors[broken]
    assert "ModuleNotFoundError" in errors["no.such.Serializer"]
    assert "TypeError" in errors["bookshop.models.Book"]
    with pytest.raises(Exception, match="no_such_field"):
        BrokenSerializer(Book()).data  # noqa: B018


@pytest.mark.parametrize("source", [Country.objects.all, lambda: [*Country.objects.all()]])
def test_the_first_readings_of_a_warm_class_write_no_code(source, db):
    """The files of generated functions are in `linecache`, which tracebacks show."""

    class FirstSerializer(FastReadOnlyModelSerializer):
        class Meta:
            model = Country
            fields = ("id", "name")

    def files():
        return {name for name in linecache.cache if "FirstSerializer" in name}

    Country.objects.create(name="A")
    warm([FirstSerializer])
    before = files()
    assert FirstSerializer(source(), many=True).data
    assert FirstSerializer(Country.objects.get()).data
    assert before
    assert files() == before


class ForARequest(WarmSerializer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.user = self.context["request"].user


class FieldsForARequest(WarmSerializer):
    def get_field_names(self, declared_fields, info):
        return self.context["request"].query_params.getlist("fields")


@pytest.mark.parametrize(
    ("serializer", "compiled", "said"),
    [
        (ForARequest, 2, "compiled"),
        (FieldsForARequest, None, LATER),
        (BrokenSerializer, None, "no_such_field"),
    ],
)
def test_the_list_and_warm_agree_on_which_are_ready(serializer, compiled, said):
    listed = {item["serializer"]: item for item in document("list")["serializers"]}
    item = listed[path_of(serializer)]
    warmed, _ = run("warm", path_of(serializer), code=int(serializer is BrokenSerializer))

    assert item["compiled"] == compiled
    assert item["rows"]["is_read_as_rows"] is (compiled is not None)
    assert said in warmed
    assert said in (item["remark"] or "compiled")


def test_a_project_in_which_nothing_reads_fast_is_told_so(tmp_path):
    installed = 'SECRET_KEY = "of a test"\nINSTALLED_APPS = ["fastserializers"]\n'
    (tmp_path / "new_project.py").write_text(installed)
    printed = output_of(
        "-m", "django", "fastserializers", "warm",
        folder=tmp_path, DJANGO_SETTINGS_MODULE="new_project",
    )  # fmt: skip
    assert printed == "No serializer reads fast yet, so there is nothing to compile.\n"


class DecidingForEachRow(WarmSerializer):
    @property
    def _readable_fields(self):
        return list(self.fields.values())[:1]


@pytest.mark.parametrize(
    ("serializer", "reason"),
    [
        (DecidingForEachRow, "it decides for each row which fields it reads"),
        (TextSerializer, "it has a representation of its own"),
    ],
)
def test_the_list_and_warm_say_what_rest_framework_reads(serializer, reason):
    listed = {item["serializer"]: item for item in document("list")["serializers"]}
    item = listed[path_of(serializer)]
    [warmed] = document("warm", path_of(serializer))["serializers"]
    printed = command("warm", path_of(serializer))

    assert item["fast_by"] is None
    assert (item["remark"], warmed["remark"]) == (reason, reason)
    assert f"read by REST framework: {reason}" in printed
    assert "0 of 1 are ready" in printed
