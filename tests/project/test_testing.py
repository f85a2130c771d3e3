"""`assert_same_output()` and its fixture."""

import re
from textwrap import dedent

import pytest
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer

from fastserializers.debug import source_of
from fastserializers.switch import way
from fastserializers.testing import assert_same_output
from tests.differential import made_fast
from tests.endpoints.project import TagSerializer
from tests.models import Tag
from tests.processes import output_of
from tests.relations.models import ORDERING, Author, Credit, Work
from tests.relations.serializers import serializer_of

pytest_plugins = ["pytester"]


def test_an_argument_that_does_not_exist_is_refused():
    message = (
        "assert_same_output() has no argument 'many': a list, a queryset and a manager are always "
        "serialized with many=True, and anything else is one object."
    )
    with pytest.raises(TypeError, match=re.escape(message)):
        assert_same_output(TagSerializer, Tag(), many=True)


class TellsItsReader(serializers.Serializer):
    by = serializers.SerializerMethodField()

    def get_by(self, instance):
        return "DRF" if way.get().value == "drf" else "fast"


@pytest.mark.parametrize(
    "serializer_class", [TagSerializer, made_fast(TagSerializer)], ids=["plain", "fast"]
)
def test_an_instance_and_a_list_pass(serializer_class):
    assert_same_output(serializer_class, Tag(pk=1, label="new"))
    assert_same_output(serializer_class, [Tag(pk=1), Tag(label="unsaved")])


def ordered():
    return Tag.objects.order_by("pk")


def manager():
    return Tag.objects


def raw():
    return Tag.objects.raw("SELECT * FROM tests_tag")


@pytest.mark.django_db
@pytest.mark.parametrize("make_rows", [ordered, manager, raw])
def test_a_queryset_for_each_of_the_two_passes(django_assert_num_queries, make_rows):
    Tag.objects.bulk_create([Tag(label="a"), Tag(label="b")])
    with django_assert_num_queries(2):
        assert_same_output(TagSerializer, make_rows())


@pytest.mark.django_db
@pytest.mark.parametrize("empty", [[], Tag.objects.none()], ids=["list", "queryset"])
def test_no_rows_prove_nothing(empty):
    with pytest.raises(AssertionError, match="no rows"):
        assert_same_output(TagSerializer, empty)
    assert_same_output(TagSerializer, empty, allow_empty=True)


@pytest.mark.parametrize(
    ("source", "where"), [({}, "at by"), ([{}, {}], r"at \[0\].by")], ids=["one", "a list"]
)
def test_the_message_shows_the_path_and_both_values(source, where):
    with pytest.raises(AssertionError) as failure:
        assert_same_output(TellsItsReader, source)
    assert failure.match(f"^{__name__}.TellsItsReader differs {where}:")
    assert failure.match("REST framework: 'DRF' \\(str\\)")
    assert failure.match("fast:           'fast' \\(str\\)$")


def test_what_one_leaves_in_the_context_the_other_does_not_see():
    class Counting(serializers.Serializer):
        seen = serializers.SerializerMethodField()

        def get_seen(self, instance):
            self.context["seen"] += 1
            return self.context["seen"]

    context = {"seen": 1}
    assert_same_output(Counting, [{}, {}], context=context)
    assert context == {"seen": 1}


def test_values_that_differ_each_time_are_named_in_a_warning():
    """Also where REST framework's code gives one twice by chance, as rows in random order."""

    class Visited(serializers.Serializer):
        visits = serializers.SerializerMethodField()

        def get_visits(self, instance):
            return next(instance["visits"])

    with pytest.warns(UserWarning, match="Visited another value each time at visits, so nothing"):
        assert_same_output(Visited, [{"visits": iter("abc")}, {"visits": iter("abb")}])


class TurningSerializer(serializers.Serializer):
    """Lists related rows from the last to the first by the fast code."""

    keys = serializers.PrimaryKeyRelatedField(many=True, read_only=True, source="works")
    nested = serializer_of(ModelSerializer, Work, ["title"])(many=True, source="works")
    titles = serializers.SerializerMethodField()
    of_credits = serializers.StringRelatedField(many=True, source="credits")
    letters = serializers.ListField(source="name")

    def get_titles(self, author):
        return [work.title for work in author.works.all()]

    def to_representation(self, author):
        row = super().to_representation(author)
        name = self.context["name"]
        return {name: row[name][:: 1 if way.get().value == "drf" else -1]}


@pytest.fixture
def author(db):
    author = Author.objects.create(name="AB")
    for title, role in [("a", "writer"), ("b", "editor")]:
        Credit.objects.create(author=author, work=Work.objects.create(title=title), role=role)
    return author


@pytest.mark.skipif(bool(ORDERING), reason="the works have an order on MariaDB and MySQL")
@pytest.mark.parametrize("name", ["keys", "nested", "titles"])
def test_another_order_of_a_relation_that_has_none_is_a_warning(author, name):
    with pytest.warns(UserWarning, match="rows in another order: Author.works has no total order"):
        assert_same_output(TurningSerializer, author, context={"name": name})


@pytest.mark.parametrize("name", ["of_credits", "letters"])
def test_another_order_of_rows_that_have_one_is_a_difference(author, name):
    """`Credit` is ordered by its key, and the letters of a name are no rows."""
    with pytest.raises(AssertionError, match=rf"differs at {name}\[0\]"):
        assert_same_output(TurningSerializer, author, context={"name": name})


def test_an_exception_that_both_raise_is_raised():
    with pytest.raises(KeyError, match="Got KeyError when attempting to get a value"):
        assert_same_output(TagSerializer, {})


def test_the_fixture_is_there_for_every_project(pytester):
    pytester.makepyfile(
        """
        from rest_framework import serializers
        from fastserializers.switch import way

        class TellsItsReader(serializers.Serializer):
            by = serializers.SerializerMethodField()

            def get_by(self, instance):
                return way.get().value

        def test_that_fails(assert_same_output):
            assert_same_output(serializers.Serializer, [{}])
            assert_same_output(TellsItsReader, [{}])
        """
    )

    # In this process, whose settings Django has already.
    result = pytester.runpytest_inprocess("-p", "no:xdist", "-p", "no:django")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E*AssertionError: *TellsItsReader differs at ?0?.by:"])
    # The failure is shown where the test calls the fixture, not in this library.
    result.stdout.no_fnmatch_line("*fastserializers?testing.py:*")


def test_the_plugin_imports_no_django():
    code = """
        import pytest_fastserializers, sys
        loaded = {name.partition(".")[0] for name in sys.modules}
        print(loaded & {"django", "rest_framework", "fastserializers"})
    """
    assert output_of("-c", dedent(code)) == "set()\n"


def test_only_a_serializer_with_fields_has_a_generated_source():
    with pytest.raises(TypeError, match=r"is no serializer of rest_framework\.serializers"):
        source_of(dict, dict)
    assert "def represent_" in source_of(TagSerializer, Tag)
