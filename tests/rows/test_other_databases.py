"""Lists of a queryset that reads from another database than the default one, by name or router."""

from functools import partial

import pytest
from django.db import connection, connections
from django.db.models import Prefetch, QuerySet
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from tests.hunting.packages import Routers
from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import SERIALIZERS, methods, nested, shape, text
from tests.rows.comparison import BASES, assert_same_list, listed
from tests.rows.querysets import hope, works
from tests.rows.test_hooks import WITH_AUTHOR

pytestmark = pytest.mark.usefixtures("stored")


@pytest.fixture(autouse=True)
def other(stored):
    """Another name for the same database, by the same connection of the driver's."""
    alias = "other"
    wrapper = connection.copy(alias)
    connections.settings[alias] = connection.settings_dict
    connections[alias] = wrapper
    wrapper.connection = connection.connection
    wrapper.in_atomic_block, wrapper.autocommit = True, False
    yield alias
    wrapper.connection = None
    del connections[alias], connections.settings[alias]


SHAPES = ["keys", "through model", "one to one", "generic", "methods that nest"]


@pytest.mark.parametrize("name", SHAPES)
def test_by_name(name):
    make, rows = SERIALIZERS[name], works().using("other")
    of_another = Prefetch("credits", Credit.objects.using("default"))
    assert_same_list(make, rows.all)
    assert_same_list(make, rows.select_related("sequel_to").all)
    assert_same_list(make, rows.prefetch_related("credits__author__home", "authors", "notes").all)
    assert_same_list(make, rows.prefetch_related(of_another, "sequel_to").all)


class Router:
    """Reads some models elsewhere, and says what it was asked."""

    def __init__(self):
        self.asked = set()

    def db_for_read(self, model, **hints):
        self.asked.add((str(model), *sorted(hints)))
        return self.answer(model, **hints)

    def allow_relation(self, one, another, **hints):
        return True


class OneModelElsewhere(Router):
    def answer(self, model, **hints):
        return "other" if model is Place else None


class WhereTheInstanceIs(Router):
    def answer(self, model, instance=None):
        return "other" if instance is None else instance._state.db


class ByTheKey(Router):
    def answer(self, model, instance=None):
        return "other" if instance is not None and instance.pk in (2, "2") else "default"


every_router = pytest.mark.parametrize(
    "router_class", [OneModelElsewhere, WhereTheInstanceIs, ByTheKey]
)
LOADED = ("credits__author__home", "authors", "sequel_to")


def asked_for(router_class, make, rows, base):
    """Return what a router is asked for a list."""
    router = router_class()
    with override_settings(DATABASE_ROUTERS=[router]):
        listed(make, rows.all(), base)
    return router.asked


@every_router
@pytest.mark.parametrize("name", ["through model", "methods that nest"])
def test_a_router_is_asked_the_same(router_class, name):
    ask = partial(asked_for, router_class, SERIALIZERS[name])
    drf, fast = BASES
    assert ask(works(), fast) == ask(works(), drf)
    prefetched = works().prefetch_related(*LOADED)
    assert ask(prefetched, fast) == ask(prefetched, drf)


@every_router
@pytest.mark.parametrize("name", ["through model", "generic"])
def test_by_a_router(router_class, name):
    with override_settings(DATABASE_ROUTERS=[router_class()]):
        assert_same_list(SERIALIZERS[name], works)
        assert_same_list(SERIALIZERS[name], works().prefetch_related(*LOADED).all)
        of_hope = hope().works.order_by("pk")
        assert_same_list(SERIALIZERS[name], of_hope.prefetch_related(*LOADED).all)


def queries_of_other(credits_listed, base):
    """Return how many queries of the other database a list of credits with their authors makes."""
    with CaptureQueriesContext(connections["other"]) as queries:
        listed(WITH_AUTHOR, credits_listed, base)
    return len(queries)


@pytest.mark.parametrize("base", BASES)
def test_instances_of_two_databases(base):
    here, there = Credit.objects.order_by("pk"), Credit.objects.using("other").order_by("pk")
    assert queries_of_other([*here[:2], there[2]], base) == 1


class Replica(Router):
    """Reads from a replica, as the database of the router's answer may be any of several."""

    def answer(self, model, instance=None):
        return "other"


def renames(serializer, credit):
    Author.objects.using("default").filter(pk=credit.author_id).update(name="renamed")
    return credit.role


def queries_of(read):
    """Return how many queries a function makes to both databases."""
    one, other = (CaptureQueriesContext(connections[name]) for name in ("default", "other"))
    with one, other:
        read()
    return len(one), len(other)


@pytest.mark.parametrize(
    ("router_class", "is_one"), [(Replica, True), (WhereTheInstanceIs, True), (ByTheKey, False)]
)
@pytest.mark.parametrize("collect", [QuerySet.all, list], ids=["rows", "instances"])
def test_queries_for_a_relation_that_a_router_finds(router_class, is_one, collect):
    """Where the answer of a router does not depend on the instance, one query is enough."""
    rows = Credit.objects.order_by("pk")
    with override_settings(DATABASE_ROUTERS=[router_class()]):
        assert_same_list(WITH_AUTHOR, lambda: collect(rows.all()))
        drf, fast = (
            queries_of(lambda base=base: listed(WITH_AUTHOR, collect(rows.all()), base))
            for base in BASES
        )
    assert fast == ((0, 2) if is_one else drf)


def test_a_method_that_writes_to_the_primary():
    make = shape(Credit, ["renamed", "author"], {**methods(renamed=renames), "author": text()})
    with override_settings(DATABASE_ROUTERS=[Replica()]):
        assert "renamed" in str(assert_same_list(make, Credit.objects.order_by("pk").all).output)


def asks_another_database(serializer, work):
    return [str(credit) for credit in work.credits.db_manager("other").all()]


def is_said_to_be_elsewhere(serializer, work):
    work._state.db = "other"
    return [str(credit) for credit in work.credits.all()]


@pytest.mark.parametrize("method", [asks_another_database, is_said_to_be_elsewhere])
def test_a_method_finds_what_the_list_has_loaded(settings, method):
    settings.DATABASE_ROUTERS = [WhereTheInstanceIs()]
    credits_of = nested(shape(Credit, ["role"]), many=True)
    make = shape(Work, [], {"credits": credits_of, **methods(method=method)})
    drf, fast = (
        queries_of(lambda base=base: listed(make, works().using("default"), base))
        for base in BASES
    )
    assert drf[1] == 4
    assert fast == (2, 0)


with_credits = shape(Author, ["name"], {"credits": nested(shape(Credit, ["role"]), many=True)})


@pytest.mark.parametrize("lookups", [[], ["credits"]], ids=["not loaded", "prefetched"])
def test_a_router_that_refuses(settings, lookups):
    settings.DATABASE_ROUTERS = [Routers.Refusing()]
    assert_same_list(with_credits, Author.objects.prefetch_related(*lookups).all)
