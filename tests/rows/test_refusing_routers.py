"""A router that refuses to relate rows to those that they belong to."""

from __future__ import annotations

import pytest

from tests.relations.models import Author, Credit
from tests.relations.serializers import nested, shape
from tests.rows.comparison import assert_same_list, listed

pytestmark = pytest.mark.usefixtures("stored")

of_credit = shape(Credit, ["role"])
with_credits = shape(Author, ["name"], {"credits": nested(of_credit, many=True)})


class RefusingRouter:
    def allow_relation(self, one, another, **hints):
        return False


@pytest.mark.parametrize("lookups", [[], ["credits"]], ids=["not loaded", "prefetched"])
def test_a_router_that_refuses(settings, lookups):
    settings.DATABASE_ROUTERS = [RefusingRouter()]
    assert_same_list(with_credits, Author.objects.prefetch_related(*lookups).all)


def test_a_router_that_refuses_the_owner_of_a_list(settings):
    author = Author.objects.filter(credits__isnull=False).first()
    settings.DATABASE_ROUTERS = [RefusingRouter()]
    with pytest.raises(ValueError, match="the current database router prevents this relation"):
        listed(of_credit, author.credits.all())
    assert_same_list(of_credit, author.credits.all)
