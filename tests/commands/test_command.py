"""`manage.py fastserializers`: what it says of the serializers of a project."""

import inspect
import json
import os

import pytest
from django.urls import path
from rest_framework import serializers
from rest_framework.generics import RetrieveAPIView

from bookshop.models import Author, Book, Tag
from fastserializers import FastReadOnlyModelSerializer
from tests.commands.calls import command, document, path_of, refusal
from tests.commands.test_warm import FieldsForARequest
from tests.models import Country
from tests.processes import python
from tests.values import MANAGE


class AuthorSerializer(serializers.ModelSerializer):
    text = serializers.CharField(source="__str__")

    class Meta:
        model = Author
        fields = ("id", "name", "text")


class ShoutField(serializers.CharField):
    def get_attribute(self, instance):
        return super().get_attribute(instance).upper()


class RackSerializer(FastReadOnlyModelSerializer):
    author = AuthorSerializer()
    tags = serializers.StringRelatedField(many=True)
    title = ShoutField()
    label = serializers.SerializerMethodField()

    class Meta:
        model = Book
        fields = ("id", "title", "price", "author", "tags", "label")

    def get_label(self, book):
        return f"book {book.pk}"


class PersonalSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ("id", "title")

    def get_fields(self):
        return super().get_fields() if self.context["request"].user.is_staff else {}


class RemarkedSerializer(serializers.ModelSerializer):
    remarks = serializers.StringRelatedField(many=True)

    class Meta:
        model = Country
        fields = ("remarks",)


class MapSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ("id", "name")

    def to_representation(self, author):
        return self.row_of(author)

    def row_of(self, author):
        return {"id": author.pk}


class BoxedSerializer(serializers.Serializer):
    name = serializers.CharField()


class Shelves:
    class BoxedSerializer(BoxedSerializer):
        pass


class WritingSerializer(serializers.ModelSerializer):
    name = serializers.SerializerMethodField()

    class Meta:
        model = Author
        fields = ("name",)

    def get_name(self, author):
        return Tag.objects.create(name=f"seen {author.pk} {Tag.objects.count()}").name


class InstalledSerializer(serializers.Serializer):
    # As if it came from a package that is installed.
    __module__ = "asgiref"


class TestOutput:
    def test_in_a_pipe_it_is_plain_text_and_nothing_is_cut(self):
        shop = {"folder": MANAGE.parent, "DATABASE_URL": "sqlite://:memory:"}
        listed = python(MANAGE, "fastserializers", "list", **shop)
        assert listed.returncode == 0, listed.stderr
        assert listed.stderr == ""
        assert "  bookshop.serializers.NestedBookSerializer\n" in listed.stdout
        assert "\x1b" not in listed.stdout
        assert "…" not in listed.stdout
        assert not any(line.endswith(" ") for line in listed.stdout.splitlines())

    def test_without_a_subcommand_it_lists_what_there_is(self):
        names = [line.split()[0] for line in command().splitlines()[1:-1]]
        assert names == [
            "list", "show", "compare", "profile", "convert", "check", "baseline", "warm"
        ]  # fmt: skip

    def test_the_document_is_a_file_where_a_project_prints(self, tmp_path):
        file, name = tmp_path / "shelf.json", path_of(RackSerializer)
        assert command("show", name, f"--output={file}") == ""
        assert json.loads(file.read_bytes()) == document("show", name)
        assert "--output: " in refusal("show", name, f"--output={tmp_path}/no/where.json")


class TestList:
    def test_what_it_says_of_a_serializer(self):
        listed = {item["serializer"]: item for item in document("list")["serializers"]}
        shelf, author = listed[path_of(RackSerializer)], listed[path_of(AuthorSerializer)]
        line = inspect.getsourcelines(RackSerializer)[1]
        location = shelf.pop("location").replace(os.sep, "/")
        assert location.endswith(f"tests/commands/test_command.py:{line}")
        assert shelf == {
            "serializer": path_of(RackSerializer),
            "model": "bookshop.Book",
            "views": [],
            "slow_views": [],
            "is_used_by_views": False,
            "fast_by": "class",
            "compiled": 7,
            "fields": 8,
            "remark": None,
            "rows": document("show", path_of(RackSerializer))["rows"],
        }
        assert author["fast_by"] is None
        personal = listed[path_of(PersonalSerializer)]
        assert (personal["compiled"], personal["fields"]) == (2, 2)
        assert "asgiref.InstalledSerializer" not in listed

    # Those of all tests that were imported are among them.
    @pytest.mark.long
    def test_serializers_of_installed_packages_are_listed_where_they_are_asked_for(self):
        listed = document("list", "--third-party")["serializers"]
        assert "asgiref.InstalledSerializer" in {item["serializer"] for item in listed}

    def test_the_slow_come_first_and_say_which_views_use_them(self):
        listed = document("list")["serializers"]
        items = [item for item in listed if item["serializer"].startswith("bookshop.")]
        assert [item["fast_by"] for item in items] == [None] * 3 + ["in part"] * 5 + ["class"] * 3
        assert items[0]["serializer"] == "bookshop.serializers.BookSerializer"
        assert items[0]["views"] == ["Page", "PageByOffset", "PageByCursor", "All", "Detail"]

    def test_a_line_for_each_thing_there_is_to_say(self, settings):
        view = RetrieveAPIView.as_view(serializer_class=AuthorSerializer)
        settings.ROOT_URLCONF = (path("<int:pk>/", view),)
        listed = command("list")
        lines = [line.strip() for line in listed.splitlines()]
        [line] = [line for line in lines if f" {path_of(AuthorSerializer)}" in line]
        assert line.split() == ["no", "3/3", path_of(AuthorSerializer)]
        start = lines.index(line)
        assert lines[start + 1].endswith(", bookshop.Author")
        assert lines[start + 2] == "used by: RetrieveAPIView"
        # A serializer that no view uses reads as the code that makes it.
        [bare] = [line for line in lines if line.endswith(f" {path_of(BoxedSerializer)}")]
        assert bare.split() == ["caller", "1/1", path_of(BoxedSerializer)]
        assert "fields: compiled when it is used: each serializer makes its own fields" in lines


class TestShow:
    def test_every_field_has_its_source_reader_and_representation(self):
        shown = document("show", path_of(RackSerializer))
        fields = {field["name"]: field for field in shown["fields"]}
        assert list(fields) == ["id", "title", "price", "author", "tags", "label"]
        assert fields["id"] == {
            "name": "id",
            "source": "id",
            "reader": "column",
            "representation": ["value if type(value) is int"],
            "delegated": None,
            "fields": [],
        }
        assert "ShoutField overrides" in fields["title"]["delegated"]
        assert fields["author"]["reader"] == "loaded relation, or a query for each list"
        assert [field["name"] for field in fields["author"]["fields"]] == ["id", "name", "text"]
        assert fields["label"]["representation"] == ["get_label(instance)"]

    def test_a_relation_that_takes_a_query_for_each_object_says_so(self):
        """The manager of `Remark` gives other rows for each country."""
        [remarks] = document("show", path_of(RemarkedSerializer))["fields"]
        how_often = "a query for each object: its manager looks at the instance"
        assert remarks["reader"] == f"prefetched rows, or {how_often}"

    def test_nested_fields_are_indented(self):
        lines = command("show", "RackSerializer").splitlines()
        author = next(index for index, line in enumerate(lines) if line.startswith("author "))
        assert lines[author + 1].startswith("  id ")
        assert "7 of 8 fields compile" in lines[1]
        assert "this is how it would be read" in command("show", path_of(AuthorSerializer))

    def test_fields_that_its_own_representation_never_uses(self):
        reason = f"{path_of(MapSerializer)}.to_representation() never calls super()"
        shown = command("show", path_of(MapSerializer))
        assert f" 2 of 2 fields compile\nNothing of it is used: {reason}.\n" in shown
        listed = {item["serializer"]: item for item in document("list")["serializers"]}
        found = listed[path_of(MapSerializer)]
        assert (found["compiled"], found["fields"], found["remark"]) == (0, 2, reason)
        assert document("show", path_of(RackSerializer))["unused_because"] is None

    def test_the_source_is_what_runs(self):
        shown = command("show", path_of(RackSerializer), "--source")
        functions = shown[shown.index("A list of Book") :]
        assert "def represent_RackSerializer(instances, serializer, zone):" in functions
        assert "def represent_RackSerializer(instance, serializer, zone):" in functions
        assert document("show", path_of(RackSerializer), "--source")["source"]["One Book"] in shown
        # One without a model is read by the type of the object.
        shown = document("show", path_of(BoxedSerializer), "--source")
        assert shown["fields"][0]["reader"] == "as the type of the object has it"
        assert list(shown["source"]) == ["A list of dict", "One dict"]

    def test_a_name_of_several_is_refused_with_the_path_of_each(self):
        refused = refusal("show", "BoxedSerializer")
        assert f"  {__name__}.BoxedSerializer (" in refused
        assert f"  {__name__}.Shelves.BoxedSerializer (" in refused
        shown = document("show", "bookshop.serializers.FastNestedBookSerializer")
        assert shown["fast_by"] == "class"

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("RackSerialiser", f"Did you mean {__name__}.RackSerializer"),
            ("RackSer", f"Did you mean {__name__}.RackSerializer"),
            ("nowhere.at.All", "No serializer is called nowhere.at.All."),
            ("bookshop.models.Book", "bookshop.models.Book is not a serializer class"),
            (path_of(FieldsForARequest), "each serializer makes its own fields"),
            ("broken_shop.BookSerializer", "a_package_that_is_missing"),
        ],
        ids=["misspelled", "cut off", "unknown", "a model", "wants a request", "fails to import"],
    )
    def test_a_name_that_does_not_do_is_refused(self, tmp_path, monkeypatch, name, message):
        (tmp_path / "broken_shop.py").write_text("import a_package_that_is_missing")
        monkeypatch.syspath_prepend(tmp_path)

        assert message in refusal("show", name)


@pytest.mark.django_db
class TestProfile:
    def test_it_measures_what_a_request_takes_by_both_codes(self, books):
        profiled = document("profile", path_of(RackSerializer), "--rows=4")
        assert profiled["rows"] == 4
        assert list(profiled["phases"]) == ["queries", "serializer", "rendering"]
        assert set(profiled["fields"]["label"]["fast"]) == {"seconds", "queries"}
        total = profiled["phases"]["queries"]
        assert total["drf"]["queries"] == 1 + 4 + 4
        assert total["fast"]["queries"] == 1 + 1 + 1
        queries = {name: costs["drf"]["queries"] for name, costs in profiled["fields"].items()}
        assert queries == {"id": 0, "title": 0, "price": 0, "author": 4, "tags": 4, "label": 0}
        # The fast code makes an instance of a row when `label` asks for it.
        assert profiled["fetching"]["drf"]["queries"] == 1
        assert profiled["fetching"]["fast"]["queries"] == 1

    @pytest.mark.django_db(transaction=True)
    def test_nothing_is_written(self, books):
        assert "can't be read" in refusal("profile", path_of(WritingSerializer))
        assert not Tag.objects.exists()

    @pytest.mark.parametrize(
        ("serializer", "arguments", "message"),
        [
            (AuthorSerializer, [], "There are no rows of bookshop.Author to list"),
            (BoxedSerializer, [], "Give it a Meta.model, or a view in the URLconf"),
        ],
        ids=["no rows", "no model"],
    )
    def test_what_can_not_be_measured_is_refused(self, serializer, arguments, message):
        assert message in refusal("profile", path_of(serializer), *arguments)
