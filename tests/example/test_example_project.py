from io import StringIO
from textwrap import dedent

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape
from rest_framework.test import APIClient

from bookshop.comparison import Answer, ComparisonError, check_equal
from bookshop.endpoints import ENDPOINTS
from bookshop.models import Author, Book, Publisher, Review, Tag
from tests.processes import python
from tests.values import MANAGE


def load(**options):
    output = StringIO()
    call_command("loadshop", stdout=output, **options)
    return output.getvalue()


def get(flavour, endpoint, accept="application/json"):
    arguments = endpoint.example() or {}
    route = endpoint.route.replace("<int:pk>", str(arguments.get("pk")))
    return APIClient().get(f"/{flavour}/{route}", headers={"accept": accept})


def rows():
    """Everything in the shop, without the keys and passwords that the database or chance chose."""
    columns = {
        Publisher: ("name", "country", "website", "same_day_until"),
        Author: ("name", "born"),
        Tag: ("name",),
        User: ("username", "first_name", "email", "is_active", "date_joined", "last_login"),
        Book: ("isbn", "title", "price", "metadata", "added", "publisher__name", "author__name"),
        Book.tags.through: ("book__isbn", "tag__name"),
        Review: ("book__isbn", "user__username", "stars", "text", "created"),
    }
    return {
        model.__name__: list(model.objects.order_by("pk").values_list(*names))
        for model, names in columns.items()
    }


@pytest.fixture(scope="class")
def shop_rows(until_the_module_ends):
    with until_the_module_ends():
        load(books=102, users=101)
        yield


@pytest.fixture
def shop(shop_rows, db):
    """A shop of a bit more than a page of everything."""


@pytest.mark.usefixtures("shop")
class TestEndpoints:
    @pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
    def test_both_flavours_give_one_response_with_no_more_queries(self, endpoint):
        with CaptureQueriesContext(connection) as plain_queries:
            plain = get("plain", endpoint)
            links = (b'"http://testserver/plain/', b'"http://testserver/fast/')
            body = plain.getvalue().replace(*links)
        with CaptureQueriesContext(connection) as fast_queries:
            fast = get("fast", endpoint)
            assert fast.getvalue() == body
        assert plain.status_code == fast.status_code == 200
        assert plain["Content-Type"] == fast["Content-Type"] == "application/json"
        assert 1 <= len(fast_queries) <= len(plain_queries)

    @pytest.mark.parametrize("flavour", ["plain", "fast"])
    def test_the_browsable_api_shows_pages_with_a_form_where_it_writes(self, flavour):
        pages = {each: get(flavour, each, accept="text/html") for each in ENDPOINTS}
        assert {page["Content-Type"] for page in pages.values()} == {"text/html; charset=utf-8"}
        titles = {each: f"<h1>{escape(f'{flavour}: {each.route}')}</h1>" for each in ENDPOINTS}
        assert [each for each in ENDPOINTS if titles[each] not in pages[each].text] == []
        with_forms = [each.name for each in ENDPOINTS if 'method="POST"' in pages[each].text]
        assert with_forms == ["publishers"]

    def test_the_front_page_links_to_every_pair(self):
        pairs = APIClient().get("/", headers={"accept": "application/json"}).json()
        assert [pair["endpoint"] for pair in pairs] == [endpoint.route for endpoint in ENDPOINTS]
        linked = [pair[flavour] for pair in pairs for flavour in ("plain", "fast")]
        assert {path: APIClient().get(path).status_code for path in linked} == dict.fromkeys(
            linked, 200
        )


@pytest.mark.django_db
def test_an_empty_shop_links_to_its_lists():
    pairs = APIClient().get("/", headers={"accept": "application/json"}).json()
    assert [pair["endpoint"] for pair in pairs] == [
        endpoint.route for endpoint in ENDPOINTS if "<" not in endpoint.route
    ]


@pytest.mark.django_db
class TestLoadshop:
    def test_a_second_run_adds_only_what_is_missing_and_says_so(self):
        load(books=10, users=20)
        assert not any(user.has_usable_password() for user in User.objects.all())
        first = rows()
        said = load(books=10, users=20)
        assert rows() == first
        assert said == "users: 0 added, 20 already there\nbooks: 0 added, 10 already there\n"
        said = load(books=600, users=20)
        assert said == "users: 0 added, 20 already there\nbooks: 590 added, 10 already there\n"
        assert {name: now[: len(first[name])] for name, now in rows().items()} == first

    def test_a_negative_number_is_refused(self):
        with pytest.raises(CommandError, match=r"^--users must be 0 or more, not -1\.$"):
            load(books=1, users=-1)
        assert not any(rows().values())


@pytest.mark.django_db
def test_the_migrations_match_the_models():
    call_command("makemigrations", "bookshop", check=True, dry_run=True, verbosity=0)


def answer(flavour, body, content_type="application/json"):
    return Answer(f"http://127.0.0.1:1/{flavour}/users/", content_type, body, seconds=0.0)


LINK = b'{"next":"http://127.0.0.1:1/plain/users/?page=2"}'


def test_links_to_the_own_address_are_no_difference():
    check_equal(answer("plain", LINK), answer("fast", LINK.replace(b"plain", b"fast")))


@pytest.mark.parametrize(
    ("plain", "fast", "byte"),
    [
        (b'{"id":1}', b'{"id":2}', 6),
        (b"[1]", b"[1] ", 3),
        (b"[1, 2]", b"[1]", 2),
        (LINK, LINK, 28),
    ],
    ids=["a value", "longer", "shorter", "a link to the other"],
)
def test_the_first_different_byte_is_named(plain, fast, byte):
    with pytest.raises(ComparisonError, match=f"differ from byte {byte}:"):
        check_equal(answer("plain", plain), answer("fast", fast))


def test_another_content_type_is_a_difference():
    with pytest.raises(ComparisonError, match=r"plain/users/ is application/json, .* text/"):
        check_equal(answer("plain", b"[]"), answer("fast", b"[]", "text/html"))


@pytest.mark.long
class TestDemo:
    def test_it_compares_every_pair_behind_a_real_server(self):
        demo = python(MANAGE, "demo", "--books=12", "--users=11")
        assert demo.returncode == 0, demo.stderr
        missing = [each.route for each in ENDPOINTS if f" {each.route} " not in demo.stdout]
        assert missing == []
        assert "All pairs of bodies were equal." in demo.stdout

    def test_a_pair_that_differs_fails_it(self, tmp_path, monkeypatch):
        settings = """
            from bookshop.settings import *

            MIDDLEWARE = ["other_shop.other_books"]

            def other_books(get_response):
                def respond(request):
                    response = get_response(request)
                    if request.path == "/fast/books/all/":
                        response.content = response.content.replace(b'"pages"', b'"leaves"')
                    return response
                return respond
        """
        (tmp_path / "other_shop.py").write_text(dedent(settings))
        monkeypatch.syspath_prepend(tmp_path)
        own = {"DJANGO_SETTINGS_MODULE": "other_shop"}
        demo = python(MANAGE, "demo", "--books=12", "--users=11", **own)
        assert demo.returncode == 1
        assert "/plain/books/all/ and http" in demo.stderr
        assert '"leaves"' in demo.stderr
