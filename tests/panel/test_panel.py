"""Somebody opens an address of the API in a browser, and looks at the panel of the toolbar."""

import re
from itertools import takewhile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.commands.calls import command, refusal
from tests.panel import project

PATH = "tests.panel.project"


def test_a_line_has_what_was_read_how_and_the_queries_of_each_relation(panel):
    found = panel("/books/")
    [line] = found.lines

    assert found.summary == "1 of 1 list as rows, 13 queries saved"
    assert line.pop("Time").endswith(" ms")
    assert line == {
        "Serializer": "BookSerializer",
        "Read": "list of 7 as rows",
        "Why": 'select_related("publisher__country") would save queries',
        "Queries": (
            "4 made, 13 saved Book.publisher: 1 made, 5 saved "
            "Publisher.country: 1 made, 2 saved Book.tags: 1 made, 6 saved"
        ),
    }


@pytest.mark.parametrize(
    ("address", "read", "why"),
    [
        ("/loaded/", "list of 7 as rows", ""),
        ("/no-books/", "list of 0 as rows", ""),
        ("/page/", "page of 5 as rows", ""),
        ("/own-page/", "page of 5 as instances", "code of the paginator is given the queryset"),
        (
            "/by-django/",
            "page of 5 as instances",
            "only Django reads the queryset that prefetches publisher",
        ),
        ("/evaluated/", "list of 7 as instances", "it is evaluated already"),
        ("/listed/", "list of 7 as instances", "it is no queryset"),
        ("/slow/", "list of 7 by REST framework", "no view, class or setting says that the "),
        ("/own-read/", "list of 7 by REST framework", "it has a __getattribute__() of its own"),
        ("/shouted/", "list of 7 as instances", f"{PATH}.ShoutedSerializer.to_representation()"),
        ("/books/1/", "1 object by compiled code", ""),
        ("/tags-by-hand/", "2 objects by REST framework", "no view, class or setting says that"),
    ],
)
def test_a_line_has_the_reason(panel, address, read, why):
    [line] = panel(address.replace("1", str(project.Book.objects.first().pk))).lines

    assert line["Read"] == read
    assert line["Why"].startswith(why)


@pytest.mark.parametrize(
    ("keys", "read", "why"),
    [
        ({"VERIFY": 1}, "list of 7 by both codes", "VERIFY has drawn it"),
        ({"ENABLED": False}, "list of 7 by REST framework", "ENABLED is False in the setting"),
        ({"ROWS": False}, "list of 7 as instances", "ROWS is False in the setting, or rows is"),
    ],
)
def test_a_line_has_the_setting_that_decides(panel, settings, keys, read, why):
    settings.FASTSERIALIZERS = keys

    [line] = panel("/books/").lines

    assert line["Read"] == read
    assert line["Why"].startswith(why)


def test_a_response_without_serializers_is_told_of_as_such(panel):
    found = panel("/nothing/")

    assert (found.summary, found.lines) == ("no serializer has read", [])


def test_serializers_that_a_method_makes_for_each_row_have_one_line(panel):
    found = panel("/shelf-marks/")

    assert found.summary == "1 of 1 list as rows, 6 of 6 objects fast, 0 queries saved"
    assert [line["Serializer"] for line in found.lines] == [
        "ShelfMarkSerializer",
        "TagSerializer within ShelfMarkSerializer",
    ]
    assert found.lines[1]["Read"] == "6 objects by compiled code"


def made_and_saved(line):
    made, saved = re.match(r"(\d+) made(?:, (\d+) saved)?", line["Queries"]).groups()
    return int(made), int(saved or 0)


@pytest.mark.parametrize(
    ("cls", "queryset"),
    [
        (project.BookSerializer, project.Book.objects.all()),
        (project.BookSerializer, project.Book.objects.select_related("publisher")),
        (project.ShoutedSerializer, project.Book.objects.prefetch_related("publisher")),
        (
            project.ShoutedSerializer,
            project.Book.objects.select_related("publisher__country").prefetch_related("tags"),
        ),
    ],
    ids=["nothing loaded", "joined", "prefetched", "all loaded"],
)
def test_queries_made_and_saved_are_those_of_rest_framework(panel, monkeypatch, cls, queryset):
    monkeypatch.setattr(project.Shop, "get_queryset", lambda view: queryset.all())
    monkeypatch.setattr(project.Shop, "get_serializer_class", lambda view: cls)

    [line] = panel("/books/").lines

    with CaptureQueriesContext(connection) as queries:
        assert len(cls(queryset.all(), many=True).data) == 7
    assert sum(made_and_saved(line)) == len(queries)


class ByTheKey:
    def db_for_read(self, model, instance=None):
        return instance and instance.pk and "default"


def test_a_line_says_why_a_relation_takes_a_query_for_each_row(panel, settings):
    settings.DATABASE_ROUTERS = [ByTheKey()]
    [line] = panel("/books/").lines
    assert "a query for each row: a database router looks at the instance" in line["Queries"]


def test_a_line_says_why_the_relations_of_instances_take_a_query_each(panel, monkeypatch):
    def in_two_databases(view, books):
        one, *others = books
        one._state.db = None
        return [one, *others]

    monkeypatch.setattr(project.Listed, "filter_queryset", in_two_databases)
    [line] = panel("/listed/").lines
    assert "a query for each row: some instances are not saved" in line["Queries"]


def test_queries_made_and_saved_for_instances_are_those_of_rest_framework(panel):
    [line] = panel("/listed/").lines

    books = list(project.Book.objects.all())
    with CaptureQueriesContext(connection) as queries:
        assert project.BookSerializer(books, many=True).data
    assert sum(made_and_saved(line)) == len(queries)


@pytest.mark.parametrize(
    "address", ["/books/", "/slow/", "/signed/", "/shelf-marks/", "/reviews/"]
)
def test_what_is_said_to_save_queries_does(panel, get, monkeypatch, address):
    calls = re.findall(r"(?:select|prefetch)_related\(.*?\)", panel(address).lines[0]["Why"])
    _, queries_before = get(address)
    rows = (project.Review if address == "/reviews/" else project.Book).objects.all()
    advised = eval(".".join(("rows", *calls)), {"rows": rows})  # noqa: S307
    monkeypatch.setattr(project.Shop, "get_queryset", lambda view: advised.all())
    monkeypatch.setattr(project.Slow, "get_queryset", lambda view: advised.all())

    response, queries = get(address)

    assert response.status_code == 200
    assert queries < queries_before
    assert "would save" not in panel(address).lines[0]["Why"]


def test_deferred_columns_that_are_read_are_named(panel, get):
    [line] = panel("/deferred/").lines
    _, queries = get("/deferred/")

    calls = 'select_related("publisher__country") only(..., "title")'
    assert line["Why"] == f"{calls} would save queries"
    assert line["Queries"].startswith(f"{queries} made")
    assert "Book.title: 7 made" in line["Queries"]


@pytest.fixture
def listed(settings):
    """Return what `list` prints below the name of a serializer of the project."""

    def listed(name):
        settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["tests.panel"]}
        lines = iter(command("list").splitlines())
        next(line for line in lines if line.endswith(f" {PATH}.{name}"))
        return [*takewhile(lambda line: line.startswith(" "), lines)]

    return listed


def reason_of(line):
    return line["Why"].partition(" select_related")[0]


@pytest.mark.parametrize(
    ("address", "name"), [("/own-read/", "OwnReadSerializer"), ("/by-row/", "ByRowSerializer")]
)
def test_the_reason_for_rest_framework_is_the_one_of_the_commands(panel, listed, address, name):
    [line] = panel(address).lines

    assert (
        refusal("show", f"{PATH}.{name}") == f"{PATH}.{name} is not compiled: {reason_of(line)}."
    )
    assert listed(name)[-1].strip() == f"fields: {reason_of(line)}"


def test_the_reason_for_instances_is_the_one_of_the_commands(panel, listed):
    [line] = panel("/shouted/").lines

    shown = " ".join(command("show", f"{PATH}.ShoutedSerializer").split())
    assert f"is read from instances: {reason_of(line)}." in shown
    assert listed("ShoutedSerializer")[-1].strip() == f"lists from instances: {reason_of(line)}"


def test_the_panel_changes_neither_output_nor_queries(toolbar, get, settings):
    def answers():
        found = {name: get(f"/{name}/") for name in project.VIEWS}
        return {name: (response.content, queries) for name, (response, queries) in found.items()}

    with_panel = answers()
    settings.MIDDLEWARE = []
    assert answers() == with_panel
