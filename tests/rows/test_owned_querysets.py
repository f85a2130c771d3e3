"""Lists of the queryset of a related manager, whose instances know the object that was asked."""

import pytest
from django.db.models import Prefetch
from django.test import override_settings

from tests.hunting.packages import Routers
from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import AUTHOR, methods, nested, shape, text
from tests.rows.comparison import assert_same_list, listed
from tests.rows.querysets import second

pytestmark = pytest.mark.usefixtures("stored")


def titles(serializer, credit):
    return credit.work.title, str(credit.author)


CREDIT = shape(
    Credit,
    ["role", "work"],
    {"title": text(source="work"), "author": nested(AUTHOR), **methods(titles=titles)},
)


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("all", ()),
        ("select_related", ("author",)),
        ("select_related", ("work__sequel_to",)),
        ("prefetch_related", ("author__home",)),
        ("prefetch_related", ("author", "work__authors")),
        ("only", ("role",)),
    ],
)
def test_querysets_of_a_related_manager(method, arguments):
    assert_same_list(CREDIT, lambda: getattr(second().credits, method)(*arguments))


def of_two_owners():
    return second().credits.all() | Work.objects.first().credits.all()


def given_to_a_prefetch():
    given = Prefetch("author__credits", second().credits.all())
    return Credit.objects.filter(work=second()).prefetch_related(given)


def of_an_owner_with_a_key_of_another_type():
    work = second()
    work.pk = float(work.pk)
    return work.credits.all()


def of_an_owner_that_has_become_another():
    work = second()
    rows = work.credits.all()
    # Django compiles a query of a related manager once somebody looks at it.
    assert rows.query
    work.pk = Work.objects.exclude(pk=work.pk)[0].pk
    return rows


def of_an_owner_that_is_of_no_database():
    return Work(pk=second().pk).credits.all()


@pytest.mark.parametrize(
    "make_queryset",
    [
        of_two_owners,
        given_to_a_prefetch,
        of_an_owner_with_a_key_of_another_type,
        of_an_owner_that_has_become_another,
        of_an_owner_that_is_of_no_database,
    ],
)
def test_owners(make_queryset):
    assert_same_list(CREDIT, make_queryset)


@pytest.mark.parametrize(("method", "arguments"), [("all", ()), ("select_related", ("home",))])
def test_an_owner_that_rows_refer_to_by_another_column_than_its_key(method, arguments):
    place = Place.objects.exclude(author=None)[0]
    make = shape(Author, ["name"], {"home": text(), "credits": text(many=True)})
    assert_same_list(make, lambda: getattr(place.author_set, method)(*arguments))


def test_instances_have_the_object_that_was_asked():
    work = second()
    rows = work.credits.all()
    listed(CREDIT, rows)
    assert all(credit.work is work for credit in rows if credit.work_id == work.pk)


def test_a_method_that_moves_a_row_to_another_owner():
    def moved(serializer, credit):
        credit.work_id = Work.objects.exclude(pk=credit.work_id)[0].pk
        return credit.work.title

    assert_same_list(shape(Credit, ["role"], methods(moved=moved)), second().credits.all)


@override_settings(DATABASE_ROUTERS=[Routers.Refusing()])
def test_a_router_that_allows_no_relation():
    assert_same_list(CREDIT, second().credits.all)
