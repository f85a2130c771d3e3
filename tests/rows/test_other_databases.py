"""Lists of a queryset that reads from another database than the default one, by name or router."""

from __future__ import annotations

import pytest
from django.db import connection, connections
from django.db.models import Prefetch
from django.test import override_settings

from tests.relations.models import Author, Credit, Place
from tests.relations.serializers import SERIALIZERS, nested, shape
from tests.rows.comparison import BASES, assert_same_list, each, listed
from tests.rows.querysets import hope, works

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


@each("name", SHAPES)
def test_by_name(name):
    rows = works().using("other")
    of_another = Prefetch("credits", Credit.objects.using("default"))
    for loaded in (
        *(rows, rows.select_related("sequel_to")),
        rows.prefetch_related("credits__author__home", "authors", "notes"),
        rows.prefetch_related(of_another, "sequel_to"),
    ):
        assert_same_list(SERIALIZERS[name], loaded.all)


class Router:
    """Reads some models elsewhere, and says what it was asked."""

    def __init__(self, answer):
        self.answer = answer
        self.asked = set()

    def db_for_read(self, model, **hints):
        self.asked.add((str(model), *sorted(hints)))
        return self.answer(model, hints)

    def allow_relation(self, one, another, **hints):
        return True


ANSWERS = {
    "one model elsewhere": lambda model, hints: "other" if model is Place else None,
    "many models elsewhere": lambda model, hints: (
        "other" if model in (Credit, Author) else "default"
    ),
    "where the instance is": lambda model, hints: (
        hints["instance"]._state.db if "instance" in hints else "other"
    ),
    "not where the instance is": lambda model, hints: "default" if hints else "other",
    "by the key": lambda model, hints: (
        "other" if hints and hints["instance"].pk in (2, "2") else "default"
    ),
}


@each("name", SHAPES)
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@each("names", [(), ("credits__author__home", "authors", "sequel_to")])
def test_by_a_router(name, answer, names):
    router, asked = Router(answer), []
    with override_settings(DATABASE_ROUTERS=[router]):
        for base in BASES:
            router.asked = set()
            listed(SERIALIZERS[name], works().prefetch_related(*names), base)
            asked.append(router.asked)
        assert asked[0] == asked[1]
        for make_rows in (works, lambda: hope().works.order_by("pk")):
            assert_same_list(SERIALIZERS[name], lambda: make_rows().prefetch_related(*names))  # noqa: B023


of_credit = shape(Credit, ["role"])


@pytest.mark.parametrize("base", BASES, ids=["rest framework", "fast"])
def test_rows_of_another_database_than_their_owner(base):
    author = Author.objects.filter(credits__isnull=False).first()
    with pytest.raises(ValueError, match="the current database router prevents this relation"):
        listed(of_credit, author.credits.using("other"), base)


def test_prefetched_rows_of_another_database_than_their_owner():
    elsewhere = Prefetch("credits", Credit.objects.using("other"))
    with_credits = shape(Author, ["name"], {"credits": nested(of_credit, many=True)})
    assert_same_list(with_credits, Author.objects.prefetch_related(elsewhere).all)
